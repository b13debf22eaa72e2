#pragma once

#include "grader/workshop/workshop.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// Of all that a compiler said, the first error in a student's file, with the text of that line and
/// a likely cause. An error inside a library's header is told at the student's line that led there.
/// @param sources the student's files @param layers those that the exercise may include
CompileFailure fold_compiler_words(const std::string &words,
                                   const std::vector<std::filesystem::path> &sources,
                                   const std::vector<std::string> &layers);

/// The same for a linker (GNU's or mold): a function that is declared and not defined, or defined
/// twice. @param contract the text of exercise.hpp, by which a missing function is written
CompileFailure fold_linker_words(const std::string &words,
                                 const std::vector<std::filesystem::path> &sources,
                                 std::string_view contract);

/// The warnings in the student's files, one line each: "ring.cpp:31: no return statement …".
std::vector<std::string> warnings_of(const std::string &words,
                                     const std::vector<std::filesystem::path> &sources);

/// Line `number` of the file, from 1, without its line end.
std::string line_of(const std::filesystem::path &file, int number);

} // namespace brigade::grader

#pragma once

#include "grader/verdict/verdict.hpp"

#include "brigade/core/terminal.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// How much of a failure a student is told.
enum class Detail { full, actual_only, none };

/// For people: the verdict of one exercise, with pictures; colours and box characters as the
/// terminal takes them.
std::string terminal_verdict(const ExerciseResult &result, const Terminal &terminal,
                             Detail detail = Detail::full);
/// One HTML page without any other file: the shards (expected beside got), the roll call, the
/// timeline beside the reference's. Follows dark mode.
std::string failure_page(const ExerciseResult &result, Detail detail = Detail::full);
/// autograder/grader/report/report.schema.json; version 1.
/// It keeps 16 KB of each text, replaces bytes that are not UTF-8, and control characters.
nlohmann::json own_json(const Report &report, Detail detail = Detail::full);
/// @param notes about the submission: what is missing, was left out or mended
nlohmann::json gradescope_json(const Report &report, Detail detail,
                               const std::vector<std::string> &notes = {});
std::string junit_xml(const Report &report);
/// Exercism's test runner interface, version 3. The TESTs' code is taken from the exercise's
/// trial.cpp, where that is given.
nlohmann::json exercism_json(const ExerciseResult &result, const std::filesystem::path &trial = {});
/// A Report again, so that an interrupted or earlier run can be continued and compared. Throws
/// InputError.
Report report_from(const nlohmann::json &json);

} // namespace brigade::grader

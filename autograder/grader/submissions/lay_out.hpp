#pragma once

#include "grader/manifest/exercise.hpp"
#include "grader/submissions/submission.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// How a file of an exercise is called here: "mesh/coordinates/coordinates.cpp".
std::string place_of(const Exercise &exercise, const std::string &file);

/// Which file of a submission stands for which file of an exercise.
struct LaidOut {
  std::vector<std::string>
      taken; ///< "mesh/coordinates/coordinates.cpp from homework/coordinates.cpp"
  std::vector<std::string>
      missing; ///< files of the exercises that were not handed in; their stubs stand there
  std::vector<std::string> notes; ///< two copies, line ends, another version of exercise.hpp, …
};

/// Writes a working copy of the exercises to `work`, the pristine stubs with the submission's files
/// laid over them. Only files that the manifest names are taken: by the longest part of their path
/// that fits topic/name/file, else by their name alone where it is unique. Line ends become \n, a
/// byte order mark is taken off, UTF-16 and Latin-1 become UTF-8; a file that is no text is left
/// out.
/// @param course of which the exercises are: files of its others may lie in the submission, too
LaidOut lay_out(const Submission &submission, const std::vector<const Exercise *> &exercises,
                const Course &course, const std::filesystem::path &work);

} // namespace brigade::grader

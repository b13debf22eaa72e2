#pragma once

#include "grader/manifest/exercise.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// An instructor's checks: the same TESTs with other seeds and at other sizes. Students are told
/// how many there are and what they are about, never the seeds. A file like
/// autograder/hidden.example.toml.
struct HiddenCheck {
  std::string exercise; ///< an id, or "topic.*"
  std::string about;    ///< what students are told: "5 and 7 ranks"
  std::vector<std::uint64_t> seeds;
  std::vector<int> sizes; ///< ranks or mesh sizes; empty: the exercise's own
};
std::vector<HiddenCheck> load_hidden_checks(const std::filesystem::path &file);
/// Those that are meant for an exercise.
std::vector<HiddenCheck> hidden_checks_of(const std::vector<HiddenCheck> &checks,
                                          const Exercise &exercise);

} // namespace brigade::grader

#pragma once

#include "grader/manifest/exercise.hpp"
#include "grader/verdict/verdict.hpp"
#include "grader/workshop/workshop.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

struct GradeOptions {
  std::uint64_t seed = 1;
  std::vector<int> ranks;         ///< in place of the exercise's own; empty: those
  std::vector<std::string> tests; ///< TESTs behind the dot; empty: all
  int runs = 1;                   ///< each launch so often
  bool chaos = false;
  bool second_pass = true; ///< with synchronous sends, where the exercise wants it
  Preset preset = Preset::release;
  SandboxLevel sandbox = SandboxLevel::none;
  /// Told what is being done now ("compiling", "4 ranks"); may be empty.
  std::function<void(std::string_view)> progress;
};

/// Compiles, runs and judges one exercise with the student's files in `folder`; 2 and 3 ranks
/// first, and no further size after a hang. Never throws for what the student's code does; a fault
/// of the grader or the machine is a verdict `grader_fault` with its reason.
/// @param scratch where objects and programs go; kept, so that an unchanged file is not compiled
/// again.
ExerciseResult grade(const Exercise &exercise, const std::filesystem::path &folder,
                     const std::filesystem::path &scratch, const GradeOptions &options);

} // namespace brigade::grader

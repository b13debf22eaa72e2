#pragma once

#include "brigade/core/error.hpp"
#include "grader/manifest/exercise.hpp"
#include "grader/sandbox/sandbox_level.hpp"
#include "grader/verdict/verdict.hpp"
#include "grader/workshop/workshop.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

struct GradeOptions {
  std::uint64_t seed = 1;
  std::vector<int> ranks;         ///< (or mesh sizes) in place of the exercise's own; empty: those
  std::vector<std::string> tests; ///< TESTs behind the dot; empty: all
  int runs = 1;                   ///< each launch so often
  bool chaos = false;             ///< seeded delays at MPI calls
  std::uint64_t chaos_seed = 1;   ///< of the first run; the next has the next
  bool second_pass = true;        ///< with synchronous sends, where the exercise wants it
  bool run_unchanged = false;     ///< run a stub too, to see how it fails
  Preset preset = Preset::release;
  SandboxLevel sandbox = SandboxLevel::none;
  /// Told what is being done now ("compiling", "4 ranks"); may be empty.
  std::function<void(std::string_view)> progress;
  /// Holds build/<preset>/; empty: the tree that this program was built in.
  std::filesystem::path root;
};

/// A signal asked for an end (SIGINT from Ctrl-C, SIGTERM) while an exercise was graded; nothing is
/// left running. Its exit status is 128 + the signal, as a shell's.
class Interrupted : public Error {
public:
  explicit Interrupted(int signal) : Error("interrupted", 128 + signal) {}
};

/// Compiles, runs and judges one exercise with the student's files in `folder`; 2 and 3 ranks
/// first, and no further size for a TEST that hung. Never throws for what the student's code does;
/// a fault of the grader or the machine is a verdict `grader_fault` with its reason. Throws only
/// Interrupted.
/// @param scratch where objects and programs go; kept, so that an unchanged file is not compiled
/// again.
ExerciseResult grade(const Exercise &exercise, const std::filesystem::path &folder,
                     const std::filesystem::path &scratch, const GradeOptions &options);

/// The tree in which this program was built: it lies in <root>/build/<preset>/bin/.
std::filesystem::path project_root();

} // namespace brigade::grader

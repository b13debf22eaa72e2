#pragma once

#include "grader/launch/launch.hpp"
#include "grader/workshop/objects.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// What the compiler may take for one file of a student: a file can keep it busy for ever.
struct CompileLimits {
  int processor_seconds = 30;
  int seconds = 120; ///< for one that waits and does not compute
  int memory_megabytes = 2048;
  int output_kilobytes = 1024; ///< that it says
  int file_megabytes = 128;    ///< that it writes
};

/// How such a file is compiled, in front of the compiler: with these limits, and at a level with
/// bubblewrap in a sandbox, in which no files are there but the system's, those of the include
/// path, and the file's own folder.
Command compiler_held(const Compilation &compilation, SandboxLevel level,
                      const CompileLimits &limits);

/// The sentence and the likely cause of a limit that was passed.
struct PassedCompileLimit {
  std::string sentence, cause;
};
std::optional<PassedCompileLimit> passed_compile_limit(const CompileOutcome &outcome,
                                                       const CompileLimits &limits);

/// Why `what`, a file of the course, does not compile: the limit that was passed, or what the
/// compiler said, its first error first. Never without a reason. The first line says it alone.
std::string course_failure(const std::string &what, const CompileOutcome &outcome,
                           const CompileLimits &limits = {});

} // namespace brigade::grader

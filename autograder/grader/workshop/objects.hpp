#pragma once

#include "grader/workshop/toolchain.hpp"

#include "brigade/supervisor/capture.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// A file to be compiled, or precompiled (a header).
struct Compilation {
  Command command; ///< without "-o out", the source and the dependency options
  std::filesystem::path source;
  std::filesystem::path out;
  /// Further files that it depends on though the compiler does not list them.
  std::vector<std::filesystem::path> also;
  Command held{}; ///< stands in front of the command when it is run: limits, a sandbox
};

struct CompileOutcome {
  bool succeeded = false;
  std::string words;                             ///< what the compiler said: errors, or warnings
  bool timed_out = false, said_too_much = false; ///< and was ended
};

/// Is `out` what compiling would make now? The command is the same, and every file that was read
/// has the time and the size that it had then: a file that was moved here may be older than `out`.
bool up_to_date(const Compilation &compilation);

/// Compiles what is not up to date, all of it at once as far as there are processors. In their
/// order. A file that changes while it is compiled is compiled again next time. Several processes
/// may do this for the same `out`.
std::vector<CompileOutcome> compile(const std::vector<Compilation> &compilations,
                                    const CaptureLimits &limits = {});

/// Every file that was read when `out` was made. Empty where it is not there.
std::vector<std::filesystem::path> files_read_by(const Compilation &compilation);

/// Changes with the contents of one of `read` (small files), or the time or size of one of
/// `stamped` (archives).
std::string digest_of(const std::vector<std::filesystem::path> &read,
                      const std::vector<std::filesystem::path> &stamped = {});

} // namespace brigade::grader

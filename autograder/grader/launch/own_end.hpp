#pragma once

#include "grader/launch/launch.hpp"
#include "grader/launch/rank_output.hpp"
#include "grader/launch/sanitizer_report.hpp"
#include "grader/launch/stack.hpp"

#include <optional>
#include <string_view>

namespace brigade::grader {

/// The advice where a program ended what had started it.
inline constexpr std::string_view kLeaveParentsAlone =
    "Leave alone the processes that started yours.";

/// What is known of a launch that ended by itself.
struct EndEvidence {
  const LaunchRequest &request;
  const EndPages &pages;
  const RankOutput &output;
  const SanitizerReports &sanitizers; ///< empty for a program without them
  SourceLines &lines;
  bool started = false;            ///< all ranks were past MPI_Init
  std::optional<int> child_status; ///< as waitpid() has it
};

/// Finds out why: complete, an exception, an error that MPI found, what a rank noted in its last
/// moment, what the launcher says. Fills in end, crash, reason and limit; `result` holds the
/// records.
void explain_own_end(const EndEvidence &evidence, LaunchResult &result);

/// What ended a process by force: what a sanitizer says, what a rank noted, a signal. Nothing where
/// there is no such sign.
std::optional<CrashReport> crash_by_evidence(const EndEvidence &evidence, const RankNames &names);

} // namespace brigade::grader

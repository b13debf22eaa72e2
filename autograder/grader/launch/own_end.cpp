#include "grader/launch/own_end.hpp"

#include "grader/launch/limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace brigade::grader {
namespace {

bool threw(const records::RankRecords &rank) {
  return std::any_of(rank.tests.begin(), rank.tests.end(),
                     [](const auto &test) { return test.exception.has_value(); });
}

LaunchEnd crashed(CrashReport crash, const Limits &limits, LaunchResult &result) {
  // The kernel holds some limits itself, by a signal.
  if (const auto limit = crash.signal != 0 ? limit_of_signal(crash.signal, limits) : std::nullopt) {
    result.limit = *limit;
    return LaunchEnd::over_limit;
  }
  result.crash = std::move(crash);
  return LaunchEnd::crashed;
}

/// By what a rank noted in its last moment.
std::optional<LaunchEnd> end_by_pages(const EndEvidence &evidence, const RankNames &names,
                                      LaunchResult &result) {
  if (auto crash = evidence.pages.crash(evidence.lines, names, evidence.output.tail()))
    return crashed(std::move(*crash), evidence.request.limits, result);
  const std::optional<EarlyExit> exit = evidence.pages.early_exit(evidence.lines, names);
  if (!exit)
    return std::nullopt;
  result.reason = exit->sentence;
  result.crash = CrashReport{exit->rank, 0, exit->sentence, exit->stack};
  return exit->status == 0 ? LaunchEnd::exited : LaunchEnd::crashed;
}

LaunchEnd end_by_abort(const AbortWords &abort, const RankNames &names, LaunchResult &result) {
  const std::string who = names.beginning(abort.rank);
  if (abort.error.empty() && abort.code == 0) {
    result.reason = fmt::format("{} called MPI_Abort with code 0.", who);
    return LaunchEnd::exited;
  }
  const std::string sentence =
      abort.error.empty() ? fmt::format("{} called MPI_Abort with code {}.", who, abort.code)
                          : fmt::format("{}: {}", who, abort.error);
  result.crash = CrashReport{names.number(abort.rank), 0, sentence, {}};
  return LaunchEnd::crashed;
}

/// 0: none.
int signal_of(const EndEvidence &evidence) {
  if (evidence.child_status && WIFSIGNALED(*evidence.child_status))
    return WTERMSIG(*evidence.child_status);
  // "Killed (signal 9)"
  constexpr std::string_view kWord = "(signal ";
  const std::string &text = evidence.output.launcher().signal;
  const auto at = text.find(kWord);
  return at == text.npos ? 0 : std::atoi(text.c_str() + at + kWord.size());
}

std::optional<CrashReport> crash_by_signal(const EndEvidence &evidence) {
  const int signal = signal_of(evidence);
  if (signal <= 0)
    return std::nullopt;
  CrashReport crash;
  crash.signal = signal;
  if (evidence.request.ranks == 0 && evidence.pages.sent_to_parent(signal)) {
    crash.sentence = fmt::format(
        "The program ended the process that had started it ({}, signal {}), and itself with it.",
        strsignal(signal), signal);
    crash.cause = std::string(kLeaveParentsAlone);
    return crash;
  }
  crash.sentence =
      fmt::format("The program was ended by a signal: {} (signal {}).", strsignal(signal), signal);
  if (signal == SIGKILL)
    crash.cause = "No rank can tell who sent it: it was kill(), or the launcher, which ends all "
                  "where a rank is lost to it because the program closed descriptors that it had "
                  "not opened, or the machine, which had no memory left.";
  return crash;
}

/// By what the launcher and the system say.
std::optional<LaunchEnd> end_by_words(const EndEvidence &evidence, LaunchResult &result) {
  if (auto crash = crash_by_signal(evidence))
    return crashed(std::move(*crash), evidence.request.limits, result);
  const std::string &other = evidence.output.launcher().other;
  if (!evidence.started && !other.empty()) {
    result.reason = "mpiexec failed: " + other.substr(0, other.find('\n'));
    return LaunchEnd::start_failed;
  }
  return std::nullopt;
}

std::string reason_of_silence(const LaunchResult &result, const RankNames &names, bool on_ranks) {
  if (!on_ranks)
    return "The program ended before its time: it did not come back to the trial.";
  std::vector<int> gone;
  for (const records::RankRecords &rank : result.ranks)
    if (!rank.complete)
      gone.push_back(names.number(rank.world_rank));
  std::ranges::sort(gone);
  return fmt::format("The program ended before its time: rank{} {} did not come back to the trial.",
                     gone.size() > 1 ? "s" : "", fmt::join(gone, ", "));
}

} // namespace

std::optional<CrashReport> crash_by_evidence(const EndEvidence &evidence, const RankNames &names) {
  if (evidence.sanitizers.crash)
    return evidence.sanitizers.crash;
  if (auto crash = evidence.pages.crash(evidence.lines, names, evidence.output.tail()))
    return crash;
  return crash_by_signal(evidence);
}

void explain_own_end(const EndEvidence &evidence, LaunchResult &result) {
  if (std::any_of(result.ranks.begin(), result.ranks.end(), threw)) {
    result.end = LaunchEnd::exception;
    return;
  }
  if (result.all_ranks_complete()) {
    result.end = LaunchEnd::complete;
    return;
  }
  const RankNames names(result.ranks);
  const std::optional<AbortWords> abort = evidence.output.abort();
  std::optional<LaunchEnd> end;
  if (evidence.sanitizers.crash)
    end = crashed(*evidence.sanitizers.crash, evidence.request.limits, result);
  if (!end && abort && !abort->error.empty())
    end = end_by_abort(*abort, names, result);
  if (!end)
    end = end_by_pages(evidence, names, result);
  if (!end && abort)
    end = end_by_abort(*abort, names, result);
  if (!end)
    end = end_by_words(evidence, result);
  if (!end)
    result.reason = reason_of_silence(result, names, evidence.request.ranks > 0);
  result.end = end.value_or(LaunchEnd::exited);
}

} // namespace brigade::grader

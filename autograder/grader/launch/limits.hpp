#pragma once

#include "grader/manifest/exercise.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// Holds one launch to its limits. The launch's loop calls `passed()` every 20 ms; it looks at all
/// processes below this one. What the kernel can hold by itself (the size of one file, core dumps,
/// the number of processes of another user) is set in the child by `sandboxed()`.
class LimitWatch {
public:
  /// @param written files or folders that the launch may write to, as seen from here; their growth
  /// counts. What a sandbox's own /tmp holds counts by itself.
  LimitWatch(const Limits &limits, int ranks, std::vector<std::filesystem::path> written = {});

  /// All ranks are past MPI_Init: the time limit counts from now.
  void start_clock();
  /// So many bytes came from its standard output and error.
  void count_output(std::size_t bytes) { output_bytes_ += bytes; }
  /// A file that it writes and that has no name any more (a record file): its size counts as well.
  void count_file(int descriptor) { descriptors_.push_back(descriptor); }

  /// The first limit that was passed, as a sentence that names the value, the limit, and what to
  /// look at; nothing while all is well.
  std::optional<std::string> passed();
  /// The limit of time was passed.
  bool is_time_up() const;

  /// Seconds since this was made, of which those count less during which other programs held the
  /// processors. The time limit is compared with those since start_clock().
  double fair_seconds() const { return fair_seconds_; }

private:
  using Clock = std::chrono::steady_clock;
  void advance_clock(const std::vector<pid_t> &processes);
  std::optional<std::string> time_passed() const;
  std::optional<std::string> output_passed() const;
  std::optional<std::string> processes_passed(const std::vector<pid_t> &processes) const;
  std::optional<std::string> memory_passed(const std::vector<pid_t> &processes) const;
  std::optional<std::string> files_passed(const std::vector<pid_t> &processes) const;

  Limits limits_;
  int ranks_;
  std::vector<std::filesystem::path> written_;
  std::vector<int> descriptors_;
  std::uint64_t written_before_ = 0;
  std::size_t output_bytes_ = 0;
  bool started_ = false;
  double fair_seconds_ = 0, fair_seconds_at_start_ = 0;
  double processor_used_ = 0; ///< since the clock started
  // At the last look:
  Clock::time_point last_look_, last_seldom_look_;
  double processor_ = 0;    ///< seconds of the launch
  double machine_busy_ = 0; ///< seconds of all processors
};

/// What a signal says that the kernel sends where it holds a limit itself (SIGXFSZ, SIGXCPU), as
/// such a sentence; nothing for other signals.
std::optional<std::string> limit_of_signal(int signal, const Limits &limits);

} // namespace brigade::grader

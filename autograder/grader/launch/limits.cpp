#include "grader/launch/limits.hpp"

#include "grader/launch/process_usage.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
/// Files and processor time need no look every 20 ms.
constexpr std::chrono::milliseconds kSeldom{100};

std::string amount(std::uint64_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1024;
  if (kilobytes >= 1000 * 1024)
    return fmt::format("{:.2f} GB", kilobytes / (1024 * 1024));
  if (kilobytes >= 10 * 1024)
    return fmt::format("{:.0f} MB", kilobytes / 1024);
  return fmt::format("{:.0f} kB", kilobytes);
}

std::string ranks_together(int ranks) {
  return ranks > 1 ? fmt::format("the {} ranks together", ranks) : "the program";
}

/// Bytes of a file, or of all files below a folder.
std::uint64_t size_of_tree(const fs::path &path) {
  std::error_code gone;
  if (!fs::is_directory(path, gone)) {
    const auto size = fs::file_size(path, gone);
    return gone ? 0 : size;
  }
  std::uint64_t sum = 0;
  for (fs::recursive_directory_iterator entry(path, gone), end; !gone && entry != end;
       entry.increment(gone)) {
    std::error_code no_file;
    if (entry->is_regular_file(no_file))
      if (const auto size = entry->file_size(no_file); !no_file)
        sum += size;
  }
  return sum;
}

/// What the file system of a folder holds; nothing where it is the one of our own /tmp: a sandbox
/// that is still being made sees the machine's.
std::optional<std::uint64_t> bytes_of_own_file_system(const std::string &folder) {
  const int file = open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  struct stat ours {
  }, theirs{};
  struct statvfs space {};
  const bool is_own = stat("/tmp", &ours) == 0 && fstat(file, &theirs) == 0 &&
                      ours.st_dev != theirs.st_dev && fstatvfs(file, &space) == 0;
  close(file);
  return is_own ? std::optional<std::uint64_t>((space.f_blocks - space.f_bfree) * space.f_frsize)
                : std::nullopt;
}

/// What the /tmp of a sandbox holds, in which one of these processes lives.
std::uint64_t bytes_in_own_tmp(const std::vector<pid_t> &processes) {
  std::error_code closed;
  const fs::path ours = fs::read_symlink("/proc/self/ns/mnt", closed);
  // The last is the deepest, so most surely inside.
  for (auto process = processes.rbegin(); process != processes.rend(); ++process) {
    const fs::path theirs = fs::read_symlink(fmt::format("/proc/{}/ns/mnt", *process), closed);
    if (closed || theirs == ours)
      continue;
    if (const auto bytes = bytes_of_own_file_system(fmt::format("/proc/{}/root/tmp", *process)))
      return *bytes;
  }
  return 0;
}

} // namespace

LimitWatch::LimitWatch(const Limits &limits, int ranks, std::vector<fs::path> written)
    : limits_(limits), ranks_(ranks), written_(std::move(written)), last_look_(Clock::now()),
      last_seldom_look_(last_look_), machine_busy_(machine_time().busy_seconds) {
  for (const fs::path &path : written_)
    written_before_ += size_of_tree(path);
}

void LimitWatch::start_clock() {
  started_ = true;
  fair_seconds_at_start_ = fair_seconds_;
  processor_used_ = 0;
  last_look_ = Clock::now();
  processor_ = 0;
  for (const pid_t process : processes_below())
    processor_ += processor_seconds(process);
  machine_busy_ = machine_time().busy_seconds;
}

std::optional<std::string> LimitWatch::passed() {
  if (auto sentence = output_passed())
    return sentence;
  std::vector<pid_t> processes = processes_below();
  if (auto sentence = processes_passed(processes))
    return sentence;
  if (auto sentence = memory_passed(processes))
    return sentence;
  if (const auto now = Clock::now(); now - last_seldom_look_ >= kSeldom) {
    last_seldom_look_ = now;
    if (auto sentence = files_passed(processes))
      return sentence;
    advance_clock(processes);
  }
  return time_passed();
}

void LimitWatch::advance_clock(const std::vector<pid_t> &processes) {
  // A grader that was stopped itself must not think that the launch ran all the while.
  constexpr double kLongest = 1.0, kSlowest = 0.25;
  const auto now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - last_look_).count();
  double processor = 0;
  for (const pid_t process : processes)
    processor += processor_seconds(process);
  const double own = std::max(0.0, processor - processor_);
  const MachineTime machine = machine_time();
  const double others = std::max(0.0, machine.busy_seconds - machine_busy_ - own);
  const double share = 1 - others / (elapsed * machine.processors);
  fair_seconds_ += std::min(elapsed, kLongest) * std::clamp(share, kSlowest, 1.0);
  processor_used_ += own;
  last_look_ = now;
  processor_ = std::max(processor_, processor);
  machine_busy_ = machine.busy_seconds;
}

bool LimitWatch::is_time_up() const {
  return started_ && fair_seconds_ - fair_seconds_at_start_ > limits_.seconds;
}

std::optional<std::string> LimitWatch::time_passed() const {
  if (!is_time_up())
    return std::nullopt;
  const double seconds = fair_seconds_ - fair_seconds_at_start_;
  const bool computed = processor_used_ > 0.1 * seconds;
  return fmt::format(
      "Time: not done after {:.3g} s, the limit of this run; it used {:.1f} s of processor time in "
      "all. {}",
      limits_.seconds, processor_used_,
      computed
          ? "Look for a loop that does not end, or for work that grows faster than the data."
          : "It hardly computes: look for a sleep, or for something that is waited for outside "
            "of MPI.");
}

std::optional<std::string> LimitWatch::output_passed() const {
  const auto limit = static_cast<std::size_t>(limits_.output_kilobytes) * 1024;
  if (output_bytes_ <= limit)
    return std::nullopt;
  return fmt::format("Output: {} printed {}, and may print {}. Look for a print inside a loop, or "
                     "for a loop that does not end.",
                     ranks_together(ranks_), amount(output_bytes_), amount(limit));
}

std::optional<std::string> LimitWatch::processes_passed(const std::vector<pid_t> &processes) const {
  if (processes.size() <= static_cast<std::size_t>(limits_.processes))
    return std::nullopt;
  // What has ended and was not waited for yet holds no memory.
  const auto started =
      static_cast<std::size_t>(std::count_if(processes.begin(), processes.end(), [](pid_t process) {
        return !is_launcher(process) && resident_bytes(process) > 0;
      }));
  if (started <= static_cast<std::size_t>(limits_.processes))
    return std::nullopt;
  return fmt::format("Processes: {} processes are running where {} {} started, and there may be "
                     "{}. Look for fork, system or popen: an exercise needs no process of its own.",
                     started, ranks_, ranks_ == 1 ? "was" : "ranks were", limits_.processes);
}

std::optional<std::string> LimitWatch::memory_passed(const std::vector<pid_t> &processes) const {
  const std::uint64_t limit = static_cast<std::uint64_t>(limits_.memory_megabytes) * kMegabyte;
  std::uint64_t at_most = 0, largest = 0;
  for (const pid_t process : processes) {
    const std::uint64_t resident = resident_bytes(process);
    at_most += resident;
    largest = std::max(largest, resident);
  }
  if (at_most <= limit)
    return std::nullopt;
  const std::uint64_t together = memory_together(processes);
  if (together <= limit)
    return std::nullopt;
  return fmt::format(
      "Memory: {} hold {} (the largest process {}), and may hold {}. Look for a container "
      "that grows in a loop, or for the whole array where a rank needs its block.",
      ranks_ > 1 ? ranks_together(ranks_) : "all processes together", amount(together),
      amount(largest), amount(limit));
}

std::optional<std::string> LimitWatch::files_passed(const std::vector<pid_t> &processes) const {
  std::uint64_t in_files = bytes_in_own_tmp(processes), through_calls = 0;
  for (const fs::path &path : written_)
    in_files += size_of_tree(path);
  for (const int descriptor : descriptors_)
    if (struct stat status{}; fstat(descriptor, &status) == 0)
      in_files += static_cast<std::uint64_t>(status.st_size);
  for (const pid_t process : processes)
    if (!is_launcher(process))
      through_calls += written_bytes(process);
  in_files -= std::min(in_files, written_before_);
  const std::uint64_t limit = static_cast<std::uint64_t>(limits_.file_megabytes) * kMegabyte;
  const std::uint64_t written = std::max(in_files, through_calls);
  if (written <= limit)
    return std::nullopt;
  return fmt::format("Files: {} wrote {}, and may write {}. Look for a write inside a loop that "
                     "does not end; what is written is counted wherever it goes.",
                     ranks_together(ranks_), amount(written), amount(limit));
}

std::optional<std::string> limit_of_signal(int signal, const Limits &limits) {
  if (signal == SIGXFSZ)
    return fmt::format("Files: a rank wrote one file of more than {} MB, the limit. Look for a "
                       "write inside a loop that does not end.",
                       limits.file_megabytes);
  if (signal == SIGXCPU)
    return fmt::format("Time: a rank computed for more than {:.3g} s, the limit of this run. Look "
                       "for a loop that does not end.",
                       limits.seconds);
  return std::nullopt;
}

} // namespace brigade::grader

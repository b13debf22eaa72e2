#include "grader/launch/process_usage.hpp"

#include "brigade/supervisor/process_tree.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace brigade::grader {
namespace {

/// The beginning of a file of /proc; empty where it is gone or closed to us.
std::string read_proc(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return "";
  std::array<char, 8192> buffer{};
  const ssize_t got = read(file, buffer.data(), buffer.size());
  close(file);
  return got > 0 ? std::string(buffer.data(), static_cast<std::size_t>(got)) : "";
}

/// The number behind "word:" at the beginning of a line, 0 where there is none.
std::uint64_t number_after(std::string_view text, std::string_view word) {
  while (!text.starts_with(word)) {
    const auto line_end = text.find('\n');
    if (line_end == text.npos)
      return 0;
    text.remove_prefix(line_end + 1);
  }
  const auto digit = text.find_first_of("0123456789", word.size());
  std::uint64_t number = 0;
  if (digit != text.npos)
    std::from_chars(text.data() + digit, text.data() + text.size(), number);
  return number;
}

void add_children(pid_t process, std::vector<pid_t> &found) {
  std::error_code gone;
  const std::filesystem::path tasks = fmt::format("/proc/{}/task", process);
  for (std::filesystem::directory_iterator task(tasks, gone), end; !gone && task != end;
       task.increment(gone)) {
    std::istringstream children(read_proc((task->path() / "children").string()));
    for (pid_t child = 0; children >> child;)
      found.push_back(child);
  }
}

} // namespace

std::vector<pid_t> processes_below() {
  // A kernel without /proc/…/children (or without /proc).
  static const bool is_quick =
      std::filesystem::exists(fmt::format("/proc/{}/task/{}/children", getpid(), getpid()));
  if (!is_quick)
    return descendants();
  std::vector<pid_t> found{getpid()};
  for (std::size_t next = 0; next < found.size(); ++next)
    add_children(found[next], found);
  found.erase(found.begin());
  return found;
}

bool is_launcher(pid_t process) {
  const std::string name = read_proc(fmt::format("/proc/{}/comm", process));
  constexpr std::array<std::string_view, 5> launchers = {"mpiexec", "mpirun", "hydra_", "bwrap",
                                                         "brigade-confine"};
  return std::any_of(launchers.begin(), launchers.end(),
                     [&](std::string_view launcher) { return name.starts_with(launcher); });
}

std::uint64_t resident_bytes(pid_t process) {
  std::istringstream pages(read_proc(fmt::format("/proc/{}/statm", process)));
  std::uint64_t size = 0, resident = 0;
  pages >> size >> resident;
  static const auto page_size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return resident * page_size;
}

std::uint64_t memory_together(const std::vector<pid_t> &processes) {
  std::uint64_t kilobytes = 0, shared_by_guess = 0;
  for (const pid_t process : processes) {
    // Each page divided by the number of processes that map it.
    const std::string parts = read_proc(fmt::format("/proc/{}/smaps_rollup", process));
    if (!parts.empty()) {
      kilobytes += number_after(parts, "Pss_Anon:") + number_after(parts, "Pss_Shmem:") +
                   number_after(parts, "SwapPss:");
      continue;
    }
    const std::string status = read_proc(fmt::format("/proc/{}/status", process));
    kilobytes += number_after(status, "RssAnon:") + number_after(status, "VmSwap:");
    shared_by_guess = std::max(shared_by_guess, number_after(status, "RssShmem:"));
  }
  return (kilobytes + shared_by_guess) * 1024;
}

double processor_seconds(pid_t process) {
  const std::string text = read_proc(fmt::format("/proc/{}/stat", process));
  // "pid (name) state parent …"; the name may hold blanks. utime, stime, cutime and cstime are
  // fields 14 to 17 of all, 12 to 15 behind the name.
  const auto name_end = text.rfind(')');
  if (name_end == text.npos)
    return 0;
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field)
    fields >> skipped;
  double ticks = 0;
  for (int field = 14; field < 18; ++field) {
    double part = 0;
    fields >> part;
    ticks += part;
  }
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::uint64_t written_bytes(pid_t process) {
  return number_after(read_proc(fmt::format("/proc/{}/io", process)), "wchar:");
}

MachineTime machine_time() {
  // "cpu user nice system idle iowait irq softirq steal guest …"; guest is part of user.
  std::istringstream fields(read_proc("/proc/stat"));
  std::string name;
  fields >> name;
  double busy = 0;
  for (int field = 0; field < 8; ++field) {
    double ticks = 0;
    fields >> ticks;
    if (field != 3 && field != 4)
      busy += ticks;
  }
  return {busy / static_cast<double>(sysconf(_SC_CLK_TCK)),
          std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)))};
}

} // namespace brigade::grader

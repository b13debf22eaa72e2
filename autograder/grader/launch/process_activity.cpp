#include "grader/launch/process_activity.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace brigade::grader {
namespace {

/// "tid (name) state …"; the name may hold blanks and parentheses, so look from its end.
char state_of_thread(const std::filesystem::path &folder) {
  std::string text;
  std::getline(std::ifstream(folder / "stat"), text);
  const auto name_end = text.rfind(')');
  return name_end == std::string::npos || name_end + 2 >= text.size() ? '?' : text[name_end + 2];
}

} // namespace

ProcessActivity activity_of(pid_t process) {
  ProcessActivity activity;
  std::error_code unreadable;
  std::filesystem::directory_iterator thread(fmt::format("/proc/{}/task", process), unreadable);
  for (const std::filesystem::directory_iterator end; !unreadable && thread != end;
       thread.increment(unreadable)) {
    const char state = state_of_thread(thread->path());
    if (state == '?' || state == 'Z' || state == 'X')
      continue;
    activity.exists = true;
    // D: waits for a disk, as good as working.
    activity.is_runnable = activity.is_runnable || state == 'R' || state == 'D';
    activity.is_stopped = activity.is_stopped || state == 'T' || state == 't';
    activity.is_stopped_by_signal = activity.is_stopped_by_signal || state == 'T';
    std::uint64_t nanoseconds = 0;
    std::ifstream(thread->path() / "schedstat") >> nanoseconds;
    activity.nanoseconds += nanoseconds;
  }
  return activity;
}

} // namespace brigade::grader

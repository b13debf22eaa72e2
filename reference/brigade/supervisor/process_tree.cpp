#include "brigade/supervisor/process_tree.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>

namespace brigade {
namespace {

struct ProcessStatus {
  pid_t parent;
  bool ended;
};

std::optional<ProcessStatus> read_status(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text, '\0'); // to the end; a process that is gone by now gives nothing
  // "pid (name) state parent …"; the name may hold blanks and parentheses, so look from its end.
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 4 >= text.size())
    return std::nullopt;
  const char state = text[name_end + 2];
  pid_t parent = 0;
  std::from_chars(text.data() + name_end + 4, text.data() + text.size(), parent);
  return ProcessStatus{parent, state == 'Z' || state == 'X'};
}

/// Parent to children, of all processes.
std::multimap<pid_t, pid_t> children_of_all() {
  std::multimap<pid_t, pid_t> children;
  std::error_code unreadable;
  std::filesystem::directory_iterator entry("/proc", unreadable);
  for (const std::filesystem::directory_iterator end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    const std::string name = entry->path().filename();
    pid_t process = 0;
    const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error != std::errc{} || rest != name.data() + name.size())
      continue;
    if (const auto status = read_status(process); status && !status->ended)
      children.emplace(status->parent, process);
  }
  return children;
}

} // namespace

bool is_launcher(pid_t process) {
  std::string name;
  std::getline(std::ifstream(fmt::format("/proc/{}/comm", process)), name);
  return name.starts_with("mpiexec") || name.starts_with("mpirun") || name.starts_with("hydra_") ||
         name == "bwrap";
}

void adopt_orphans() {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

std::vector<pid_t> descendants() {
  const auto children = children_of_all();
  std::vector<pid_t> found{getpid()};
  for (std::size_t next = 0; next < found.size(); ++next) {
    const auto [first, last] = children.equal_range(found[next]);
    for (auto child = first; child != last; ++child)
      found.push_back(child->second);
  }
  found.erase(found.begin());
  return found;
}

std::vector<pid_t> working_descendants() {
  const std::vector<pid_t> all = descendants();
  std::vector<pid_t> working = all;
  std::erase_if(working, is_launcher);
  return working.empty() ? all : working;
}

int end_descendants(pid_t group) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(5);
  std::set<pid_t> killed;
  // A process may fork between our look and our kill, and its child comes to us when it dies: look
  // again.
  for (;;) {
    const std::vector<pid_t> living = descendants();
    for (const pid_t process : living)
      kill(process, SIGKILL);
    killed.insert(living.begin(), living.end());
    if (group > 0)
      kill(-group, SIGKILL);
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (living.empty())
      return static_cast<int>(killed.size());
    if (Clock::now() > deadline)
      throw MachineError(fmt::format("{} processes cannot be ended, the first is {}; see `ps {}`",
                                     living.size(), living.front(), living.front()));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

} // namespace brigade

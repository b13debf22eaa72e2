// brigade-confine [options] -- COMMAND…: becomes COMMAND, with other rights, limits and
// environment. The last step into a sandbox, run inside of it; so it needs nothing but the C
// library. With --process-group or --keep, the step before, and nothing else: with the one it joins
// that group, with the other it stays as the command's parent.
#include "fail.hpp"
#include "keep.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

extern char **environ;

namespace {

struct Options {
  long user = -1;
  long processes = -1;
  long file_megabytes = -1;
  long address_megabytes = -1; ///< of memory that is asked for, used or not
  long processor_seconds = -1;
  bool clean_environment = false;
  bool keeps = false;
  const char *folder = nullptr;
  const char *process_group = nullptr; ///< a pids cgroup's folder
  char **command = nullptr;
};

Options read_options(char **arguments) {
  Options options;
  for (char **at = arguments + 1; *at != nullptr; ++at) {
    const std::string_view name = *at;
    if (name == "--") {
      options.command = at + 1;
      break;
    }
    if (name == "--clean-environment") {
      options.clean_environment = true;
      continue;
    }
    if (name == "--keep") {
      options.keeps = true;
      continue;
    }
    const char *value = *++at;
    if (value == nullptr)
      break;
    if (name == "--user")
      options.user = std::strtol(value, nullptr, 10);
    else if (name == "--processes")
      options.processes = std::strtol(value, nullptr, 10);
    else if (name == "--file-megabytes")
      options.file_megabytes = std::strtol(value, nullptr, 10);
    else if (name == "--address-megabytes")
      options.address_megabytes = std::strtol(value, nullptr, 10);
    else if (name == "--processor-seconds")
      options.processor_seconds = std::strtol(value, nullptr, 10);
    else if (name == "--folder")
      options.folder = value;
    else if (name == "--process-group")
      options.process_group = value;
    else
      break;
  }
  if (options.command == nullptr || *options.command == nullptr) {
    std::fprintf(
        stderr,
        "brigade-confine [--user ID] [--processes N] [--file-megabytes N] "
        "[--address-megabytes N] [--processor-seconds N] [--clean-environment] [--folder DIR] "
        "[--process-group DIR] [--keep] -- COMMAND…\n");
    std::exit(125);
  }
  return options;
}

/// Lower only: where the limit is lower already, it stays. `grace`: by so much the limit that
/// nobody can survive lies above the one that is told by a signal.
template <class Resource> void limit(Resource resource, long value, long grace = 0) {
  if (value < 0)
    return;
  rlimit limits{};
  if (getrlimit(resource, &limits) != 0)
    fail("getrlimit");
  limits.rlim_max = std::min(limits.rlim_max, static_cast<rlim_t>(value + grace));
  limits.rlim_cur = std::min({limits.rlim_cur, limits.rlim_max, static_cast<rlim_t>(value)});
  if (setrlimit(resource, &limits) != 0)
    fail("setrlimit");
}

void become_user(long id) {
  if (id < 0)
    return;
  const auto user = static_cast<uid_t>(id);
  const auto group = static_cast<gid_t>(id);
  if (setgroups(0, nullptr) != 0)
    fail("setgroups");
  if (setgid(group) != 0)
    fail("setgid");
  if (setuid(user) != 0)
    fail("setuid");
  if (setuid(0) == 0) {
    errno = EPERM;
    fail("the former user can be had again");
  }
}

void join(const char *process_group) {
  const int file = open((std::string(process_group) + "/cgroup.procs").c_str(), O_WRONLY);
  if (file < 0 || write(file, "0", 1) != 1)
    fail(process_group);
  close(file);
}

/// What a trial may know of the grader's environment: no keys, no paths of a home.
void clean_environment() {
  constexpr std::array<std::string_view, 6> names = {
      "PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TERM", "TZ"};
  constexpr std::array<std::string_view, 11> beginnings = {"BRIGADE_", "UCX_",   "MPICH_", "MPIR_",
                                                           "HYDRA_",   "FI_",    "HWLOC_", "OMP_",
                                                           "ASAN_",    "UBSAN_", "LSAN_"};
  std::vector<std::string> kept;
  for (char **entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (std::find(names.begin(), names.end(), name) != names.end() ||
        std::any_of(beginnings.begin(), beginnings.end(),
                    [name](std::string_view beginning) { return name.starts_with(beginning); }))
      kept.emplace_back(text);
  }
  clearenv();
  for (const std::string &entry : kept)
    setenv(entry.substr(0, entry.find('=')).c_str(), entry.substr(entry.find('=') + 1).c_str(), 1);
  setenv("HOME", "/tmp", 1);
}

} // namespace

int main(int, char **arguments) {
  const Options options = read_options(arguments);
  if (options.process_group != nullptr || options.keeps) { // the sandbox sets its own limits
    if (options.process_group != nullptr)
      join(options.process_group);
    if (options.keeps)
      keep();
    execvp(options.command[0], options.command);
    fail(options.command[0]);
  }
  limit(RLIMIT_CORE, 0);
  if (options.file_megabytes >= 0)
    limit(RLIMIT_FSIZE, options.file_megabytes << 20);
  if (options.address_megabytes >= 0)
    limit(RLIMIT_AS, options.address_megabytes << 20);
  constexpr long kSecondsToSayIt = 2;
  limit(RLIMIT_CPU, options.processor_seconds, kSecondsToSayIt);
  limit(RLIMIT_NPROC, options.processes);
  become_user(options.user);
#ifdef __linux__
  // Not before: a change of the user takes it away. A process whose parent has ended meanwhile is
  // ended by the sandbox.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
  if (options.folder != nullptr && chdir(options.folder) != 0)
    fail(options.folder);
  if (options.clean_environment)
    clean_environment();
  execvp(options.command[0], options.command);
  fail(options.command[0]);
}

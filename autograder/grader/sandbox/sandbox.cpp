#include "grader/sandbox/sandbox.hpp"

#include "grader/sandbox/bubblewrap.hpp"
#include "grader/sandbox/confine_program.hpp"
#include "grader/sandbox/other_user.hpp"
#include "grader/sandbox/process_group.hpp"

#include "brigade/core/error.hpp"
#include "brigade/supervisor/capture.hpp"
#include "brigade/supervisor/shared_memory.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

bool has_other_user(SandboxLevel level) {
  return level == SandboxLevel::bwrap_other_uid || level == SandboxLevel::other_uid;
}

bool has_bubblewrap(SandboxLevel level) {
  return level == SandboxLevel::bwrap_other_uid || level == SandboxLevel::bwrap;
}

/// RLIMIT_NPROC holds all processes of one user; of root the kernel counts none, and a student has
/// others running.
bool is_counted_by_user(SandboxLevel level) {
  return level != SandboxLevel::none && !(level == SandboxLevel::bwrap && geteuid() == 0);
}

/// The last step, inside.
std::vector<std::string> confined(const std::vector<std::string> &command, SandboxLevel level,
                                  const Limits &limits) {
  std::vector<std::string> words = {confine_program().string()};
  const auto option = [&words](std::string_view name, const auto &value) {
    words.insert(words.end(), {std::string(name), fmt::format("{}", value)});
  };
  // Shared memory counts as a file, and MPI's is large.
  option("--file-megabytes", std::max(256, limits.file_megabytes));
  // Only for the case that the grader itself is gone: the wall clock comes first.
  option("--processor-seconds", static_cast<long>(4 * (limits.seconds + limits.start_seconds)) + 1);
  if (has_other_user(level))
    option("--user", sandbox_user());
  if (is_counted_by_user(level))
    option("--processes", most_tasks(limits));
  if (level != SandboxLevel::none)
    words.emplace_back("--clean-environment");
  if (level != SandboxLevel::none) // where the grader is called may be closed to another user
    option("--folder", "/tmp");
  words.emplace_back("--");
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

/// Why this level is not to be had here; empty where it is.
std::string try_level(SandboxLevel level) {
  if (has_bubblewrap(level) && !is_bubblewrap_installed())
    return "bubblewrap (bwrap) is not installed";
  if (has_other_user(level) && !can_become_other_user())
    return why_no_other_user();
  try {
    const Captured tried = capture(sandboxed(
        {"/bin/sh", "-c", "id -u; cat /proc/self/status >/dev/null"}, level, Limits{}, {}, {}));
    if (tried.status != 0)
      return first_line(tried.err.empty() ? fmt::format("status {}", tried.status) : tried.err);
    if (has_other_user(level) && first_line(tried.out) != fmt::format("{}", sandbox_user()))
      return fmt::format("the user stayed {}", first_line(tried.out));
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

SandboxOffer try_all() {
  SandboxOffer offer;
  std::vector<std::string> reasons;
  for (const SandboxLevel level :
       {SandboxLevel::bwrap_other_uid, SandboxLevel::bwrap, SandboxLevel::other_uid}) {
    const std::string reason = try_level(level);
    if (reason.empty()) {
      offer.level = level;
      break;
    }
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
      reasons.push_back(reason);
  }
  for (const std::string &reason : reasons)
    offer.why_not_stronger += (offer.why_not_stronger.empty() ? "" : "; ") + reason;
  return offer;
}

} // namespace

fs::path confine_program() {
  std::error_code unknown;
  const fs::path self = fs::read_symlink("/proc/self/exe", unknown);
  const fs::path beside = self.parent_path() / "brigade-confine";
  if (unknown || !fs::exists(beside, unknown))
    throw MachineError(fmt::format("{} is not there; `./kitchen build` makes it", beside.string()));
  return beside;
}

const SandboxOffer &strongest_sandbox() {
  static const SandboxOffer offer = try_all();
  return offer;
}

std::string_view to_string(SandboxLevel level) {
  switch (level) {
  case SandboxLevel::bwrap_other_uid:
    return "bubblewrap with another user: no network, no other files, limits held by the kernel";
  case SandboxLevel::bwrap:
    return "bubblewrap with your own user: no network, no other files";
  case SandboxLevel::other_uid:
    return "another user, no bubblewrap: the code could read what every user can, and use the "
           "network";
  case SandboxLevel::none:
    break;
  }
  return "none: the code ran with your own rights";
}

int most_tasks(const Limits &limits) {
  constexpr int kThreadsOfRanks = 64;
  return limits.processes + kThreadsOfRanks;
}

std::string sandbox_in_words(SandboxLevel level) {
  return fmt::format("{}; {}", to_string(level),
                     why_no_process_group().empty() ? "the kernel counts its processes (cgroup)"
                     : is_counted_by_user(level)    ? "the kernel counts its processes (rlimit)"
                                                    : "the grader alone counts its processes");
}

std::vector<std::string> sandboxed(const std::vector<std::string> &command, SandboxLevel level,
                                   const Limits &limits, const std::vector<fs::path> &readable,
                                   const std::vector<fs::path> &writable) {
  std::vector<std::string> inner = confined(command, level, limits);
  if (has_bubblewrap(level)) {
    std::vector<fs::path> seen = readable;
    seen.push_back(confine_program());
    inner = in_bubblewrap(inner, has_other_user(level), limits, seen, writable);
  }
  return has_other_user(level) ? with_users_to_choose_from(inner) : inner;
}

std::vector<std::string> with_a_keeper(const std::vector<std::string> &command) {
  std::vector<std::string> words = {confine_program().string(), "--keep", "--"};
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

std::vector<std::string> held_compiler(SandboxLevel level, int processor_seconds,
                                       int memory_megabytes, int file_megabytes,
                                       const std::vector<fs::path> &readable,
                                       const std::vector<fs::path> &writable) {
  const std::vector<std::string> inner = {
      confine_program().string(),           "--processor-seconds",
      fmt::format("{}", processor_seconds), "--address-megabytes",
      fmt::format("{}", memory_megabytes),  "--file-megabytes",
      fmt::format("{}", file_megabytes),    "--"};
  if (!has_bubblewrap(level))
    return inner;
  std::vector<fs::path> seen = readable;
  seen.push_back(confine_program());
  Limits limits;
  limits.file_megabytes = 4 * file_megabytes; // of its temporary files together
  const bool keeps_users = geteuid() == 0 && has_other_user(level);
  return in_bubblewrap(inner, keeps_users, limits, seen, writable);
}

void hand_over(std::span<const fs::path> paths, SandboxLevel level) {
  if (!has_other_user(level))
    return;
  for (const fs::path &path : paths) {
    if (geteuid() == 0 && chown(path.c_str(), sandbox_user(), sandbox_user()) == 0)
      continue;
    if (chmod(path.c_str(), fs::is_directory(path) ? 0777 : 0666) != 0)
      throw MachineError(fmt::format("{} cannot be handed over to another user", path.string()));
  }
}

void sweep_after(SandboxLevel level) {
  if (level == SandboxLevel::other_uid && geteuid() == 0)
    for (const char *folder : {"/dev/shm", "/tmp", "/var/tmp"})
      sweep_files_of(sandbox_user(), folder);
}

bool others_can_reach(const fs::path &file) {
  std::error_code gone;
  const auto allowed = [&gone](const fs::path &path, fs::perms right) {
    return (fs::status(path, gone).permissions() & right) != fs::perms::none && !gone;
  };
  const fs::path absolute = fs::absolute(file);
  if (!allowed(absolute, fs::perms::others_read))
    return false;
  for (fs::path folder = absolute.parent_path();; folder = folder.parent_path()) {
    if (!allowed(folder, fs::perms::others_exec))
      return false;
    if (folder == folder.root_path())
      return true;
  }
}

} // namespace brigade::grader

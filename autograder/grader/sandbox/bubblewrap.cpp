#include "grader/sandbox/bubblewrap.hpp"

#include "grader/sandbox/other_user.hpp"

#include "brigade/supervisor/installed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

void append(std::vector<std::string> &words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

/// Programs and libraries. Of /etc only what the loader, mpiexec and the C library look up: no
/// accounts, no keys, no names of hosts.
void show_system(std::vector<std::string> &words) {
  append(words, {"--ro-bind", "/usr", "/usr"});
  for (const fs::path folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::error_code none;
    if (fs::is_symlink(folder, none))
      append(words, {"--symlink", fs::read_symlink(folder, none).string(), folder.string()});
    else if (fs::is_directory(folder, none))
      append(words, {"--ro-bind", folder.string(), folder.string()});
  }
  // Where MPI or the compiler's libraries may lie on clusters and on systems without /usr/lib.
  for (const std::string folder : {"/opt", "/nix/store", "/gnu/store"})
    append(words, {"--ro-bind-try", folder, folder});
  for (const std::string file : {"alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d",
                                 "localtime", "nsswitch.conf", "mpich", "ucx"})
    append(words, {"--ro-bind-try", "/etc/" + file, "/etc/" + file});
  append(words, {"--proc", "/proc", "--dev", "/dev", "--ro-bind", "/sys", "/sys"});
}

/// Bubblewrap itself makes missing folders above a file, closed to other users.
void open_folders_above(std::vector<std::string> &words, const fs::path &path) {
  fs::path folder = path.root_path();
  for (const fs::path &name : path.parent_path().relative_path()) {
    folder /= name;
    append(words, {"--perms", "0755", "--dir", folder.string()});
  }
}

void show(std::vector<std::string> &words, const std::string &how,
          const std::vector<fs::path> &paths) {
  for (const fs::path &path : paths) {
    open_folders_above(words, path);
    append(words, {how, path.string(), path.string()});
  }
}

} // namespace

bool is_bubblewrap_installed() { return is_installed("bwrap"); }

std::vector<std::string> in_bubblewrap(const std::vector<std::string> &command, bool keep_users,
                                       const Limits &limits, const std::vector<fs::path> &readable,
                                       const std::vector<fs::path> &writable) {
  std::vector<std::string> words = {
      "bwrap",         "--unshare-pid",        "--unshare-net",     "--unshare-ipc",
      "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent", "--new-session"};
  if (!keep_users) {
    const std::string user = fmt::format("{}", sandbox_user());
    append(words, {"--unshare-user", "--uid", user, "--gid", user});
  }
  show_system(words);
  // A little more than the limit, so that who fills it is told of the limit.
  const auto bytes = (static_cast<long>(std::max(limits.file_megabytes, 16)) + 16) << 20;
  const auto shared_bytes = 256L << 20;
  append(words, {"--perms", "1777", "--size", fmt::format("{}", bytes), "--tmpfs", "/tmp"});
  append(words,
         {"--perms", "1777", "--size", fmt::format("{}", shared_bytes), "--tmpfs", "/dev/shm"});
  show(words, "--ro-bind", readable);
  show(words, "--bind", writable);
  // The rest is bubblewrap's own tmpfs, which would take files without a limit.
  append(words, {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp", "--"});
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

} // namespace brigade::grader

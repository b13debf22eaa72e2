#include "grader/launch/temporary_folder.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <set>
#include <system_error>
#include <vector>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// A file in the folder that its process holds locked as long as it lives, whichever way it ends.
constexpr const char *kInUse = "brigade-temporary-folder-in-use";

bool is_own(int file) {
  struct stat about{};
  return fstat(file, &about) == 0 && about.st_uid == geteuid();
}

/// Removes the folder if it has the file, and nobody holds that.
void remove_if_left(const fs::path &path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0)
    return;
  const int file =
      is_own(folder) ? openat(folder, kInUse, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
  if (file >= 0) {
    std::error_code error; // what cannot be removed harms nobody
    if (is_own(file) && flock(file, LOCK_EX | LOCK_NB) == 0)
      fs::remove_all(path, error);
    close(file);
  }
  close(folder);
}

} // namespace

TemporaryFolder::TemporaryFolder(const std::string &name, const fs::path &parent) {
  static std::set<fs::path> looked_at;
  std::error_code error;
  fs::create_directories(parent, error);
  if (looked_at.insert(parent).second)
    remove_left_folders(parent);
  std::string path = (parent / (name + "-XXXXXX")).string();
  if (mkdtemp(path.data()) == nullptr)
    throw MachineError(fmt::format("no folder can be made, {}: {}", path, std::strerror(errno)));
  path_ = path;
  // Locked before it has its name, so that nobody finds it free in between. Where the file system
  // knows no locks, the folder is left where the process is killed.
  const fs::path made = path_ / "being-made";
  if (lock_.emplace(made).is_held())
    fs::rename(made, path_ / kInUse, error);
  else
    fs::remove(made, error);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code none;
  fs::remove_all(path_, none);
}

void remove_left_folders(const fs::path &parent) {
  std::error_code error;
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().filename().string().starts_with("brigade-"))
      folders.push_back(entry->path());
  for (const fs::path &folder : folders)
    remove_if_left(folder);
}

} // namespace brigade::grader

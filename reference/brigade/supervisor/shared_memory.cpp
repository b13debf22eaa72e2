#include "brigade/supervisor/shared_memory.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <system_error>

namespace brigade {
namespace fs = std::filesystem;
namespace {

/// Inodes of one file system: /dev/shm is one of its own.
using Inodes = std::set<ino_t>;

std::optional<struct stat> status_of(const fs::path &path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0)
    return std::nullopt;
  return status;
}

bool is_number(const std::string &text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char letter) { return std::isdigit(letter); });
}

void add_open_files(const fs::path &process, Inodes &used) {
  std::error_code gone;
  for (fs::directory_iterator entry(process / "fd", gone), end; !gone && entry != end;
       entry.increment(gone)) {
    struct stat status {};
    if (stat(entry->path().c_str(), &status) == 0)
      used.insert(status.st_ino);
  }
}

void add_mapped_files(const fs::path &process, Inodes &used) {
  std::ifstream maps(process / "maps");
  std::string range, rights, offset, device, rest;
  ino_t inode = 0;
  while (maps >> range >> rights >> offset >> device >> inode && std::getline(maps, rest))
    used.insert(inode);
}

/// Inodes open or mapped anywhere. Inodes of other file systems are among them; that can only save
/// a file.
Inodes inodes_in_use() {
  Inodes used;
  std::error_code gone;
  for (fs::directory_iterator entry("/proc", gone), end; !gone && entry != end;
       entry.increment(gone)) {
    if (!is_number(entry->path().filename()))
      continue;
    // In this order: who makes such a file maps it before it closes it.
    add_open_files(entry->path(), used);
    add_mapped_files(entry->path(), used);
  }
  return used;
}

std::vector<fs::path> own_job_memory(const fs::path &folder) {
  std::vector<fs::path> found;
  std::error_code gone;
  for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end;
       entry.increment(gone)) {
    const auto status = status_of(entry->path());
    if (status && S_ISREG(status->st_mode) && status->st_uid == geteuid() &&
        is_job_memory(entry->path().filename().string()))
      found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace

bool is_job_memory(std::string_view file_name) {
  constexpr std::array<std::string_view, 3> prefixes = {"ucx_shm_posix_", "mpich_shar_tmp",
                                                        "mpich_shm_"};
  return std::any_of(prefixes.begin(), prefixes.end(), [file_name](std::string_view prefix) {
    return file_name.starts_with(prefix);
  });
}

std::vector<fs::path> orphaned_memory(const fs::path &folder) {
  // First the files, then their users: a file made in between is not in the list.
  std::vector<fs::path> files = own_job_memory(folder);
  if (files.empty())
    return files;
  const Inodes used = inodes_in_use();
  if (used.empty())
    return {}; // no /proc: nobody can tell who uses them
  std::erase_if(files, [&used](const fs::path &file) {
    const auto status = status_of(file);
    return !status || used.contains(status->st_ino);
  });
  return files;
}

MemorySweep::MemorySweep(fs::path folder)
    : folder_(std::move(folder)), before_(own_job_memory(folder_)) {}

std::vector<fs::path> MemorySweep::sweep() const {
  std::vector<fs::path> deleted;
  for (const fs::path &file : orphaned_memory(folder_)) {
    std::error_code gone;
    if (!std::binary_search(before_.begin(), before_.end(), file) && fs::remove(file, gone))
      deleted.push_back(file);
  }
  return deleted;
}

} // namespace brigade

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

/// Those that a process has open or mapped.
void add_files_of(const fs::path &process, Inodes &used) {
  // In this order: who makes such a file maps it before it closes it.
  add_open_files(process, used);
  add_mapped_files(process, used);
}

/// Inodes open or mapped anywhere. Inodes of other file systems are among them; that can only save
/// a file.
Inodes inodes_in_use() {
  Inodes used;
  std::error_code gone;
  for (fs::directory_iterator entry("/proc", gone), end; !gone && entry != end;
       entry.increment(gone))
    if (is_number(entry->path().filename()))
      add_files_of(entry->path(), used);
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
  constexpr std::array<std::string_view, 4> prefixes = {"ucx_shm_posix_", "mpich_shar_tmp",
                                                        "mpich_shm_", "brigade-"};
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

MemorySweep::MemorySweep(fs::path folder) : folder_(std::move(folder)) {}

void MemorySweep::note_users(std::span<const pid_t> processes) {
  Inodes used;
  for (const pid_t process : processes)
    add_files_of(fs::path("/proc") / std::to_string(process), used);
  for (const fs::path &file : own_job_memory(folder_))
    if (const auto status = status_of(file); status && used.contains(status->st_ino))
      of_this_job_.insert(file);
}

std::vector<fs::path> MemorySweep::sweep() const {
  if (of_this_job_.empty())
    return {};
  std::vector<fs::path> deleted;
  for (const fs::path &file : orphaned_memory(folder_)) {
    std::error_code gone;
    if (of_this_job_.contains(file) && fs::remove(file, gone))
      deleted.push_back(file);
  }
  return deleted;
}

std::vector<fs::path> sweep_files_of(uid_t user, const fs::path &folder) {
  std::vector<fs::path> left, deleted;
  std::error_code gone;
  for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end;
       entry.increment(gone))
    if (const auto status = status_of(entry->path()); status && status->st_uid == user)
      left.push_back(entry->path());
  for (const fs::path &path : left) {
    std::error_code kept;
    fs::remove_all(path, kept); // does not follow links
    if (!kept)
      deleted.push_back(path);
  }
  std::sort(deleted.begin(), deleted.end());
  return deleted;
}

} // namespace brigade

#include "grader/launch/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace brigade::grader {

FileLock::FileLock(const std::filesystem::path &file)
    : file_(open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666)) {
  if (file_ < 0)
    return;
  is_held_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
  is_held_by_another_ = !is_held_ && errno == EWOULDBLOCK;
}

FileLock::~FileLock() {
  if (file_ >= 0)
    close(file_);
}

} // namespace brigade::grader

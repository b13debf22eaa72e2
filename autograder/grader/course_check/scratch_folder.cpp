#include "grader/course_check/scratch_folder.hpp"

#include <fmt/format.h>

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>
#include <vector>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// Whether `text` is the number of a process that lives no more. Of a number that another process
/// has taken over since, nothing can be told.
bool is_of_the_dead(std::string_view text) {
  pid_t process = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), process);
  return error == std::errc{} && end == text.data() + text.size() && process > 0 &&
         ::kill(process, 0) != 0 && errno == ESRCH;
}

void remove_left_behind(const fs::path &parent, const std::string &prefix) {
  std::error_code error;
  std::vector<fs::path> left;
  for (const fs::directory_entry &entry : fs::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename();
    if (name.starts_with(prefix) && is_of_the_dead(std::string_view(name).substr(prefix.size())))
      left.push_back(entry.path());
  }
  for (const fs::path &folder : left)
    fs::remove_all(folder, error); // what cannot be removed harms nobody
}

} // namespace

ScratchFolder::ScratchFolder(const fs::path &parent, const std::string &name)
    : path_(parent / fmt::format("{}-{}", name, ::getpid())) {
  remove_left_behind(parent, name + "-");
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

} // namespace brigade::grader

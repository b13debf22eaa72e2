#include "grader/launch/sanitizer_pages.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <system_error>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongest = std::size_t{1} << 20;

std::string text_of(const fs::path &file) {
  // What blocks when it is opened is no page.
  const int opened = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0)
    return "";
  std::string text;
  struct stat status {};
  if (fstat(opened, &status) == 0 && S_ISREG(status.st_mode)) {
    std::array<char, 65536> buffer;
    while (text.size() < kLongest) {
      const ssize_t got = read(opened, buffer.data(), buffer.size());
      if (got == 0 || (got < 0 && errno != EINTR))
        break;
      if (got > 0)
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }
  close(opened);
  return text;
}

int rank_of(const std::string &name, const std::vector<int> &processes) {
  for (std::size_t rank = 0; rank < processes.size(); ++rank)
    if (processes[rank] > 0 && name == fmt::format("{}.{}", kSanitizerPage, processes[rank]))
      return static_cast<int>(rank);
  return -1;
}

} // namespace

std::vector<SanitizerPage> read_sanitizer_pages(const fs::path &folder,
                                                const std::vector<int> &processes) {
  std::vector<std::string> names;
  std::error_code none;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, none))
    if (std::string name = entry.path().filename().string(); name.starts_with(kSanitizerPage))
      names.push_back(std::move(name));
  std::ranges::sort(names);
  std::vector<SanitizerPage> pages;
  for (const std::string &name : names)
    pages.push_back({rank_of(name, processes), text_of(folder / name)});
  std::ranges::stable_sort(pages, {}, [](const SanitizerPage &page) {
    return page.rank < 0 ? std::numeric_limits<int>::max() : page.rank;
  });
  return pages;
}

} // namespace brigade::grader

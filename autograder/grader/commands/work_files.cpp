#include "grader/commands/work_files.hpp"

#include "brigade/core/atomic_file.hpp"

#include <fmt/format.h>

#include <fstream>

namespace brigade::grader {

namespace fs = std::filesystem;

HintsSeen::HintsSeen(fs::path file) : file_(std::move(file)) {
  std::ifstream stream(file_);
  std::string id;
  std::size_t count = 0;
  while (stream >> id >> count)
    counts_[id] = count;
}

std::size_t HintsSeen::count(const std::string &id) const {
  const auto found = counts_.find(id);
  return found == counts_.end() ? 0 : found->second;
}

void HintsSeen::set(const std::string &id, std::size_t count) {
  counts_[id] = count;
  std::string text;
  for (const auto &[key, value] : counts_)
    text += fmt::format("{} {}\n", key, value);
  fs::create_directories(file_.parent_path());
  write_file(file_.string(), text);
}

std::optional<fs::path> set_aside(const fs::path &file) {
  if (!fs::exists(file))
    return std::nullopt;
  for (int i = 1;; ++i) {
    const fs::path kept = fmt::format("{}.{}", file.string(), i);
    if (!fs::exists(kept)) {
      fs::rename(file, kept);
      return kept;
    }
  }
}

} // namespace brigade::grader

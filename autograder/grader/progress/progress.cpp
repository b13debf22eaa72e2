#include "grader/progress/progress.hpp"

#include "brigade/core/atomic_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace brigade::grader {

Progress load_progress(const std::filesystem::path &file) {
  Progress progress;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string id, state;
    ProgressEntry entry;
    // A line that somebody damaged is passed over: it costs one exercise to be graded again.
    if (line.starts_with('#') || !(words >> id >> entry.points >> entry.of >> state))
      continue;
    entry.passed = state == "passed";
    progress.entries[id] = entry;
  }
  return progress;
}

void save_progress(const std::filesystem::path &file, const Progress &progress) {
  std::string text = "# exercise, points, of, state; written by ./kitchen grade\n";
  for (const auto &[id, entry] : progress.entries)
    text +=
        fmt::format("{} {} {} {}\n", id, entry.points, entry.of, entry.passed ? "passed" : "open");
  std::filesystem::create_directories(file.parent_path());
  write_file(file.string(), text);
}

} // namespace brigade::grader

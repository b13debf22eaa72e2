#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace brigade::grader {

/// What the student has reached, in work/progress.txt: a line "id points of passed|open" each,
/// sorted by id, written atomically. Ids that this course does not know are kept. A grader fault
/// never lowers what stands there.
struct ProgressEntry {
  double points = 0, of = 0;
  bool passed = false;
};
struct Progress {
  std::map<std::string, ProgressEntry> entries;
};
Progress load_progress(const std::filesystem::path &file);
void save_progress(const std::filesystem::path &file, const Progress &progress);

} // namespace brigade::grader

#include "grader/batch/fingerprint.hpp"

#include "brigade/core/read_file.hpp"

#include <algorithm>
#include <vector>

namespace brigade::grader {
namespace fs = std::filesystem;

void add_path(const fs::path &path, Fingerprint &fingerprint) {
  if (fs::is_directory(path)) {
    std::vector<fs::path> entries;
    for (const fs::directory_entry &entry : fs::directory_iterator(path))
      entries.push_back(entry.path());
    std::ranges::sort(entries);
    for (const fs::path &entry : entries) {
      fingerprint.add(entry.filename().string());
      add_path(entry, fingerprint);
    }
  } else if (fs::exists(path)) {
    fingerprint.add(read_file(path));
  }
}

} // namespace brigade::grader

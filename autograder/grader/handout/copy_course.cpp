#include "grader/handout/copy_course.hpp"

#include "grader/report/course_version.hpp"

#include "brigade/core/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

/// What a course has in its root. A list of what it has not would forget something one day.
const std::set<std::string> kOfTheCourse{"autograder",
                                         "bench",
                                         "chapters",
                                         "cmake",
                                         "docs",
                                         "exercises",
                                         "reference",
                                         "CHANGELOG.md",
                                         "CONTRIBUTING.md",
                                         "LICENSE",
                                         "README.md",
                                         "kitchen",
                                         ".gitignore",
                                         ".clang-format",
                                         ".clang-tidy",
                                         "CMakeLists.txt",
                                         "CMakePresets.json"};

/// A file for --hidden.
bool holds_hidden_checks(const fs::path &file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("[[check]]"))
      return true;
  return false;
}

/// What an editor or Python leaves behind: "solution.cpp~", ".trial.cpp.swp", "__pycache__".
bool is_left_behind(const std::string &name) {
  return name.ends_with('~') || name.ends_with(".swp") || name.ends_with(".swo") ||
         name.ends_with(".orig") || name.ends_with(".rej") || name.ends_with(".bak") ||
         name.starts_with(".#") || name.starts_with('#') || name == "__pycache__" ||
         name == ".DS_Store";
}

bool belongs_to_course(const fs::directory_entry &entry, const fs::path &inside) {
  if (!kOfTheCourse.contains(inside.begin()->string()) ||
      is_left_behind(inside.filename().string()))
    return false;
  return !(entry.is_regular_file() && inside.extension() == ".toml" &&
           inside != "autograder/hidden.example.toml" && holds_hidden_checks(entry.path()));
}

} // namespace

void copy_course(const fs::path &root, const fs::path &target,
                 const std::function<bool(const fs::path &)> &is_left_out) {
  for (auto entry = fs::recursive_directory_iterator(root);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::path inside = entry->path().lexically_relative(root);
    const bool left_out = !belongs_to_course(*entry, inside) || is_left_out(inside);
    if (entry->is_directory()) {
      if (left_out)
        entry.disable_recursion_pending();
      else
        fs::create_directories(target / inside);
    } else if (!left_out && entry->is_regular_file()) {
      fs::copy_file(entry->path(), target / inside);
    }
  }
  if (const std::string commit = course_commit(root);
      !commit.empty() && fs::exists(target / "cmake"))
    write_file((target / "cmake/commit.txt").string(), fmt::format("{}\n", commit));
}

} // namespace brigade::grader

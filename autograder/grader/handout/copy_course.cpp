#include "grader/handout/copy_course.hpp"

#include <set>
#include <string>

namespace brigade::grader {
namespace fs = std::filesystem;

void copy_course(const fs::path &root, const fs::path &target,
                 const std::function<bool(const fs::path &)> &is_left_out) {
  static const std::set<std::string> kNotTheCourse{"build", "work", ".git", ".cache",
                                                   "compile_commands.json"};
  for (auto entry = fs::recursive_directory_iterator(root);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::path inside = entry->path().lexically_relative(root);
    const bool left_out = kNotTheCourse.contains(inside.generic_string()) || is_left_out(inside);
    if (entry->is_directory()) {
      if (left_out)
        entry.disable_recursion_pending();
      else
        fs::create_directories(target / inside);
    } else if (!left_out && entry->is_regular_file()) {
      fs::copy_file(entry->path(), target / inside);
    }
  }
}

} // namespace brigade::grader

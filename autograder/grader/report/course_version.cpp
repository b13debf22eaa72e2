#include "grader/report/course_version.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/supervisor/capture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

/// What git says; where it cannot be asked, nothing.
std::string said_by_git(const fs::path &root) {
  try {
    return capture({"git", "-C", root.string(), "rev-parse", "--short=10", "HEAD"}).out;
  } catch (const Error &) {
    return "";
  }
}

} // namespace

std::string course_commit(const fs::path &root) {
  std::error_code unknown;
  std::optional<std::string> text = read_file_if_any((root / "cmake/commit.txt").string());
  if (!text && fs::exists(root / ".git", unknown)) // not in the repository of something else
    text = said_by_git(root);
  std::string commit = text.value_or("");
  commit.resize(std::min(commit.find('\n'), commit.size()));
  return commit.find_first_not_of("0123456789abcdef") == std::string::npos ? commit : "";
}

std::string course_version(const fs::path &root) {
  const std::string commit = course_commit(root);
  return commit.empty() ? std::string(project_version())
                        : fmt::format("{}+{}", project_version(), commit);
}

} // namespace brigade::grader

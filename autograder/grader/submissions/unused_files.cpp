#include "grader/submissions/unused_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <numeric>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostNamed = 5;

std::string lower_name(const std::string &path) {
  std::string name = fs::path(path).filename().string();
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

/// How many letters must be put in, taken away or changed (Levenshtein).
std::size_t edit_distance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t k = 0; k < b.size(); ++k) {
      const std::size_t changed = diagonal + (a[i] == b[k] ? 0 : 1);
      diagonal = row[k + 1];
      row[k + 1] = std::min({row[k] + 1, row[k + 1] + 1, changed});
    }
  }
  return row.back();
}

/// How far a file's name is from the one that is wanted; what stands behind the whole name
/// (".txt"), or another ending of the same stem, is one step.
std::size_t distance(const std::string &path, const std::string &wanted) {
  const std::string name = lower_name(path), want = lower_name(wanted);
  const bool is_longer = name.size() > want.size() && name.starts_with(want);
  if (is_longer || (name != want && fs::path(name).stem() == fs::path(want).stem()))
    return 1;
  return edit_distance(name, want);
}

/// A second copy of a file that another was taken for; that is told where it is chosen.
bool is_second_copy(const SubmittedFile &file, const std::vector<std::string> &missing,
                    const std::vector<const Exercise *> &exercises) {
  const std::string name = fs::path(file.path).filename().string();
  return std::ranges::none_of(
             missing, [&](const std::string &path) { return path.ends_with("/" + name); }) &&
         std::ranges::any_of(exercises, [&](const Exercise *exercise) {
           return std::ranges::count(exercise->files, name) > 0;
         });
}

bool lies_in_an_exercise(const SubmittedFile &file,
                         const std::vector<const Exercise *> &exercises) {
  const std::string name = fs::path(file.path).filename().string();
  return std::ranges::any_of(exercises, [&](const Exercise *exercise) {
    std::error_code unknown; // of a name that no file system takes
    return std::ranges::count(exercise->files, name) == 0 &&
           fs::exists(exercise->folder / name, unknown);
  });
}

} // namespace

std::vector<std::string> notes_on_unused(const Submission &submission,
                                         const std::vector<const SubmittedFile *> &used,
                                         const std::vector<std::string> &missing,
                                         const std::vector<const Exercise *> &exercises) {
  std::vector<std::string> notes;
  if (missing.empty())
    return notes;
  std::vector<std::string> unused;
  for (const SubmittedFile &file : submission.files)
    if (std::ranges::find(used, &file) == used.end() && !lies_in_an_exercise(file, exercises) &&
        !is_second_copy(file, missing, exercises))
      unused.push_back(file.path);
  for (const std::string &wanted : missing) {
    const auto nearest = std::ranges::min_element(
        unused, {}, [&](const std::string &path) { return distance(path, wanted); });
    if (nearest == unused.end() || distance(*nearest, wanted) > 2)
      continue;
    notes.push_back(fmt::format(
        "{} was handed in and not used; if it is {}, hand it in by that name", *nearest, wanted));
    unused.erase(nearest);
  }
  if (unused.empty())
    return notes;
  const std::size_t more = unused.size() - std::min(unused.size(), kMostNamed);
  unused.resize(unused.size() - more);
  notes.push_back(fmt::format("not used, since no exercise has a file of that name: {}{}",
                              fmt::join(unused, ", "),
                              more ? fmt::format(" and {} more", more) : ""));
  return notes;
}

} // namespace brigade::grader

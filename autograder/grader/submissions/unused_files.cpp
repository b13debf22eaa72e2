#include "grader/submissions/unused_files.hpp"

#include "brigade/core/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

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

/// How far a file's name is from the one that is wanted. Copies have more around it or another
/// ending ("ring (1).cpp", "Copy of ring.cpp", "ring.cpp.txt", "ring.cc"): one step.
std::size_t distance(const std::string &path, const std::string &wanted) {
  const std::string name = lower_name(path), want = lower_name(wanted);
  const bool holds_it = name.find(fs::path(want).stem().string()) != std::string::npos;
  return name != want && holds_it ? 1 : edit_distance(name, want);
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

/// Of an exercise that was not chosen.
bool is_of_another(const SubmittedFile &file, const std::vector<const Exercise *> &exercises,
                   const Course &course) {
  const std::string name = fs::path(file.path).filename().string();
  const auto has_it = [&name](const Exercise &exercise) {
    return std::ranges::count(exercise.files, name) > 0;
  };
  return std::ranges::any_of(course.exercises, has_it) &&
         std::ranges::none_of(exercises,
                              [&](const Exercise *exercise) { return has_it(*exercise); });
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
                                         const std::vector<const Exercise *> &exercises,
                                         const Course &course) {
  std::vector<std::string> notes;
  if (missing.empty())
    return notes;
  std::vector<std::string> unused;
  for (const SubmittedFile &file : submission.files)
    if (std::ranges::find(used, &file) == used.end() && !lies_in_an_exercise(file, exercises) &&
        !is_second_copy(file, missing, exercises) && !is_of_another(file, exercises, course))
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

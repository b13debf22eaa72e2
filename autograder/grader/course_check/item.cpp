#include "grader/course_check/item.hpp"

#include "grader/course_check/expectation.hpp"
#include "grader/sandbox/sandbox.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> entries_of(const fs::path &folder) {
  std::vector<fs::path> entries;
  if (fs::is_directory(folder))
    for (const fs::directory_entry &entry : fs::directory_iterator(folder))
      entries.push_back(entry.path());
  std::ranges::sort(entries);
  return entries;
}

void check_museum(const Course &course, const fs::path &museum) {
  for (const fs::path &folder : entries_of(museum))
    if (fs::is_directory(folder) && std::ranges::find(course.exercises, folder.filename().string(),
                                                      &Exercise::id) == course.exercises.end())
      throw InputError(fmt::format("{}: there is no exercise of this id", folder.string()));
}

/// A file of the museum stands for the exercise's first file; a folder holds files of the
/// exercise's names.
void lay(const fs::path &source, const Exercise &exercise, const fs::path &folder) {
  for (const std::string &name : exercise.files)
    fs::copy_file(exercise.folder / name, folder / name, fs::copy_options::overwrite_existing);
  if (fs::is_directory(source))
    fs::copy(source, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  else
    fs::copy_file(source, folder / exercise.files.front(), fs::copy_options::overwrite_existing);
}

/// The solution as a student would have it: solution.cpp in the place of the exercise's file; for
/// answers the first of the right sheets.
std::optional<fs::path> solution_of(const Exercise &exercise, const fs::path &root) {
  if (exercise.kind == ExerciseKind::answers) {
    const std::vector<fs::path> sheets = entries_of(root / "autograder/right" / exercise.id);
    return sheets.empty() ? std::nullopt : std::optional(sheets.front());
  }
  const fs::path solution = exercise.folder / "solution.cpp";
  return fs::exists(solution) ? std::optional(solution) : std::nullopt;
}

fs::path root_of(const Exercise &exercise) {
  return exercise.folder.parent_path().parent_path().parent_path();
}

std::string summary_of(const ExerciseResult &result) {
  std::string text = fmt::format("the verdict is '{}', {:g} of {:g} points", to_string(result.kind),
                                 result.points, result.of);
  if (!result.findings.empty())
    text += ": " + result.findings.front().sentence;
  else if (result.compile_failure)
    text += ": " + result.compile_failure->sentence;
  return text;
}

ItemResult judged(const Item &item, const ExerciseResult &result) {
  ItemResult verdict;
  verdict.seconds = result.seconds;
  const bool has_all = result.kind == VerdictKind::pass && result.points == result.of;
  switch (item.kind) {
  case ItemKind::stub: {
    const std::string expected =
        item.exercise->starts_as.empty() ? "not started" : item.exercise->starts_as;
    verdict.is_right = to_string(result.kind) == expected &&
                       (result.points == 0 || !item.exercise->starts_as.empty());
    break;
  }
  case ItemKind::solution:
  case ItemKind::right:
    verdict.is_right = has_all;
    break;
  case ItemKind::mistake: {
    const auto wrong = difference(read_expectation(item.source), result);
    verdict.is_right = !wrong;
    if (wrong)
      verdict.problem = *wrong + "; " + summary_of(result);
    return verdict;
  }
  }
  if (!verdict.is_right)
    verdict.problem = summary_of(result);
  return verdict;
}

} // namespace

std::string_view to_string(ItemKind kind) {
  switch (kind) {
  case ItemKind::stub:
    return "stub";
  case ItemKind::solution:
    return "solution";
  case ItemKind::mistake:
    return "mistake";
  case ItemKind::right:
    return "right";
  }
  return "?";
}

std::string Item::name() const {
  std::string name = fmt::format("{} {}", to_string(kind), exercise->id);
  if (!source.empty())
    name += "/" + source.stem().string();
  return name;
}

std::vector<Item> items_of(const Course &course, const std::string &word) {
  const fs::path mistakes = course.root / "autograder/mistakes",
                 right = course.root / "autograder/right";
  check_museum(course, mistakes);
  check_museum(course, right);
  std::vector<Item> items;
  for (const Exercise *exercise : course.select(word)) {
    items.push_back({ItemKind::stub, exercise, {}});
    items.push_back({ItemKind::solution, exercise, {}});
    for (const fs::path &source : entries_of(mistakes / exercise->id))
      items.push_back({ItemKind::mistake, exercise, source});
    const std::optional<fs::path> solution = solution_of(*exercise, course.root);
    for (const fs::path &source : entries_of(right / exercise->id))
      if (source != solution) // of answers one of these is the solution; it counts once
        items.push_back({ItemKind::right, exercise, source});
  }
  return items;
}

ItemResult try_item(const Item &item, const fs::path &scratch) {
  const Exercise &exercise = *item.exercise;
  GradeOptions options;
  std::optional<fs::path> source = item.source;
  if (item.kind == ItemKind::solution)
    source = solution_of(exercise, root_of(exercise));
  ItemResult left_out;
  left_out.is_left_out = true;
  if (!source)
    return left_out;
  if (item.kind == ItemKind::mistake && read_expectation(item.source).needs_sandbox) {
    options.sandbox = strongest_sandbox().level;
    if (options.sandbox == SandboxLevel::none)
      return left_out;
  }
  fs::remove_all(scratch);
  fs::create_directories(scratch / "files");
  if (item.kind == ItemKind::stub) {
    options.run_unchanged = true;
    for (const std::string &name : exercise.files)
      fs::copy_file(exercise.folder / name, scratch / "files" / name);
  } else {
    lay(*source, exercise, scratch / "files");
  }
  const ExerciseResult result = grade(exercise, scratch / "files", scratch / "program", options);
  fs::remove_all(scratch);
  return judged(item, result);
}

} // namespace brigade::grader

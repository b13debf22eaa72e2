#include "grader/commands/session.hpp"

#include "grader/commands/compile_commands.hpp"

#include "brigade/core/error.hpp"
#include "grader/workshop/kept_folder.hpp"

#include <fmt/format.h>

namespace brigade::grader {

namespace fs = std::filesystem;

const fs::path &Session::root() {
  if (course_root.empty())
    course_root = project_root();
  return course_root;
}

const Course &Session::course() {
  if (!course_) {
    course_ = load_course(root());
    course_root = course_->root;
    if (course_->exercises.empty())
      throw InputError(
          fmt::format("there are no exercises in {}", (root() / "exercises").string()));
  }
  return *course_;
}

fs::path Session::scratch_of(const Exercise &exercise, Preset preset) {
  if (!work_root.empty())
    return work_root.parent_path() / "programs" / exercise.id;
  const fs::path tree = project_root();
  return kept_folder(exercises_folder(tree, preset), tree, exercise) / "work";
}

const Exercise *Session::chosen(const std::string &word) {
  if (!word.empty())
    return &course().find(word);
  const Progress progress = load_progress(progress_file());
  for (const Exercise &exercise : course().exercises) {
    const auto entry = progress.entries.find(exercise.id);
    if (entry == progress.entries.end() || !entry->second.passed)
      return &exercise;
  }
  return nullptr;
}

std::optional<fs::path> Session::solution_of(const Exercise &exercise) {
  for (const char *name : {"solution.cpp", "solution.toml"})
    if (fs::exists(exercise.folder / name))
      return exercise.folder / name;
  return std::nullopt;
}

fs::path Session::need_work_copy(const Exercise &exercise) {
  const fs::path folder = work_of(exercise);
  bool copied = false;
  for (const std::string &name : exercise.files)
    if (!fs::exists(folder / name)) {
      fs::create_directories(folder);
      fs::copy_file(exercise.folder / name, folder / name);
      // A handout may be read-only; what the student edits is not.
      fs::permissions(folder / name, fs::perms::owner_write, fs::perm_options::add);
      copied = true;
    }
  if (copied && work_root.empty())
    write_compile_commands(course(), project_root());
  return folder;
}

} // namespace brigade::grader

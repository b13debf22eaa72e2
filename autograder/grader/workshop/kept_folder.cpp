#include "grader/workshop/kept_folder.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/fingerprint.hpp"
#include "brigade/core/read_file.hpp"

#include <fmt/format.h>

#include <system_error>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char *kPathOfCourse = "course"; ///< a file with it

void remove_those_of_lost_courses(const fs::path &courses) {
  std::error_code problem;
  for (const auto &entry : fs::directory_iterator(courses, problem))
    if (const auto course = read_file_if_any(entry.path() / kPathOfCourse);
        course && fs::status(*course, problem).type() == fs::file_type::not_found)
      fs::remove_all(entry.path(), problem);
}

/// That of <course>/exercises/<chapter>/<name>; an exercise that lies elsewhere is its own.
fs::path course_of(const fs::path &exercise) {
  const fs::path exercises = exercise.parent_path().parent_path();
  return exercises.filename() == "exercises" ? exercises.parent_path() : exercise;
}

} // namespace

fs::path kept_folder(const fs::path &kept, const fs::path &root, const Exercise &exercise) {
  const fs::path course = course_of(fs::weakly_canonical(exercise.folder));
  if (course == fs::weakly_canonical(root))
    return kept / exercise.id;
  const fs::path courses = kept / "courses";
  const fs::path folder =
      courses / fmt::format("{}-{:016x}", course.filename().string(), fnv1a(course.string()));
  if (!fs::exists(folder / kPathOfCourse)) {
    remove_those_of_lost_courses(courses);
    fs::create_directories(folder);
    write_file((folder / kPathOfCourse).string(), course.string());
  }
  return folder / exercise.id;
}

} // namespace brigade::grader

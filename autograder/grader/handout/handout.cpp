#include "grader/handout/handout.hpp"

#include "grader/answers/packed_key.hpp"
#include "grader/handout/copy_course.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

/// Not in one whose library is binary: what tests and measures the library, the trainers' sources,
/// and the kernels once more, written plainly for the tests.
const std::set<std::string> kLeftOutOfBinary{"reference/tests",
                                             "reference/apps/train",
                                             "reference/apps/train_by_hand",
                                             "reference/apps/training",
                                             "reference/brigade/runtime/kernels/plain.hpp",
                                             "bench"};

/// Sources of a layer, but for the generator of the wrappers, which is built again.
bool is_library_source(const fs::path &inside) {
  const std::string path = inside.generic_string();
  return path.starts_with("reference/brigade/") && inside.extension() == ".cpp" &&
         path.find("/generate/") == std::string::npos;
}

/// "solution.cpp", and "my_solution.cpp" that somebody has put beside it.
bool is_solution(const fs::path &inside) {
  return inside.generic_string().starts_with("exercises/") &&
         inside.filename().string().find("solution") != std::string::npos;
}

/// What computes, draws or prints what a chapter says, with the solutions and the museum.
bool is_proof_of_chapter(const fs::path &inside) {
  static const std::set<std::string> kProofs{"numbers.cpp", "pictures.cpp", "outputs.txt",
                                             "verdict_of.sh"};
  return *inside.begin() == "chapters" && kProofs.contains(inside.filename().string());
}

/// Does a handout go without this file or folder?
bool is_left_out(const fs::path &inside, bool binary) {
  static const std::set<std::string> kNever{"autograder/mistakes", "autograder/right",
                                            "autograder/tests"};
  return kNever.contains(inside.generic_string()) || is_solution(inside) ||
         is_proof_of_chapter(inside) ||
         (binary &&
          (kLeftOutOfBinary.contains(inside.generic_string()) || is_library_source(inside)));
}

void copy_into(const fs::path &file, const fs::path &folder) {
  if (!fs::exists(file))
    throw Error(
        fmt::format("the build for the handout has no {}; build it first (./kitchen handout does)",
                    file.string()));
  fs::create_directories(folder);
  fs::copy_file(file, folder / file.filename());
}

/// Every layer that has sources has an archive.
void add_binary_reference(const fs::path &root, const fs::path &build, const fs::path &target) {
  for (const fs::directory_entry &layer : fs::directory_iterator(root / "reference/brigade")) {
    const std::string name = layer.path().filename().string();
    const fs::recursive_directory_iterator files(layer);
    if (std::any_of(begin(files), end(files), [&root](const fs::directory_entry &file) {
          return is_library_source(file.path().lexically_relative(root));
        }))
      copy_into(build / "reference/brigade" / name / fmt::format("libbrigade_{}.a", name),
                target / "reference/lib");
  }
  for (const char *trainer : {"brigade-train", "brigade-train-by-hand"})
    copy_into(build / "bin" / trainer, target / "reference/bin");
}

} // namespace

void make_handout(const Course &course, const HandoutOptions &options,
                  const std::function<fs::path(const Exercise &)> &solution_object) {
  if (fs::exists(options.out) && !(fs::is_directory(options.out) && fs::is_empty(options.out)))
    throw InputError(
        fmt::format("{} is there already and not empty; name a new folder", options.out.string()));
  fs::path beside = fs::absolute(options.out);
  if (beside.filename().empty())
    beside = beside.parent_path();
  beside += ".being-written";
  fs::remove_all(beside);
  if (fs::absolute(beside).string().starts_with(course.root.string() + "/"))
    throw InputError(fmt::format(
        "{} lies inside the course, so the handout would hold itself; name a folder outside of {}",
        options.out.string(), course.root.string()));
  fs::create_directories(beside);
  try {
    copy_course(course.root, beside, [&options](const fs::path &inside) {
      return is_left_out(inside, options.binary_reference);
    });
    if (options.binary_reference)
      add_binary_reference(course.root, options.archives, beside);
    for (const Exercise &exercise : course.exercises) {
      const fs::path folder = beside / fs::relative(exercise.folder, course.root);
      if (fs::exists(exercise.folder / "solution.cpp"))
        fs::copy_file(solution_object(exercise), folder / "solution.o");
      if (fs::exists(exercise.folder / "solution.toml"))
        pack_key(exercise.folder / "solution.toml", folder / "solution.key");
    }
    fs::remove(options.out);
    fs::rename(beside, options.out);
  } catch (...) {
    fs::remove_all(beside);
    throw;
  }
}

} // namespace brigade::grader

#include "brigade/core/error.hpp"
#include "brigade/core/nearest.hpp"
#include "grader/manifest/exercise.hpp"
#include "grader/manifest/manifest_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>
#include <utility>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// "04.3a" comes after "04.3" and before "04.10".
std::tuple<int, int, std::string> order_of(const std::string &number) {
  int chapter = 0;
  int position = 0;
  const auto *end = number.data() + number.size();
  auto [rest, error] = std::from_chars(number.data(), end, chapter);
  if (rest != end)
    rest = std::from_chars(rest + 1, end, position).ptr;
  return {chapter, position, std::string(rest, end)};
}

/// "2", "02", "mesh" and "02-mesh" are the chapter 02-mesh.
bool names_chapter(const std::string &word, const Exercise &exercise) {
  if (word == exercise.chapter || word == exercise.topic)
    return true;
  const std::string number = exercise.chapter.substr(0, exercise.chapter.find('-'));
  const auto significant = number.find_first_not_of('0');
  return word == number || (significant != std::string::npos && word == number.substr(significant));
}

bool names_exercise(const std::string &word, const Exercise &exercise) {
  return word == exercise.id || word == exercise.number || "0" + word == exercise.number;
}

/// "01.1" and "mesh" of "01.1, mesh".
std::vector<std::string> parts_of(const std::string &words) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    std::string part = words.substr(begin, end - begin);
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
    parts.push_back(std::move(part));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::string> ids_of(const Course &course) {
  std::vector<std::string> ids;
  for (const Exercise &exercise : course.exercises)
    ids.push_back(exercise.id);
  return ids;
}

[[noreturn]] void fail_unknown(const Course &course, const std::string &word) {
  std::vector<std::string> known = ids_of(course);
  for (const Exercise &exercise : course.exercises)
    if (std::find(known.begin(), known.end(), exercise.topic) == known.end())
      known.push_back(exercise.topic);
  throw InputError(fmt::format("there is no exercise or chapter '{}'{}; ./kitchen list names all",
                               word, did_you_mean(word, known)));
}

void check_unique(const std::vector<Exercise> &exercises, const fs::path &root) {
  for (std::size_t i = 1; i < exercises.size(); ++i)
    if (exercises[i].number == exercises[i - 1].number)
      throw InputError(
          fmt::format("{}:1: the number {} is taken by {}",
                      fs::relative(exercises[i].folder / "exercise.toml", root).string(),
                      exercises[i].number, exercises[i - 1].id));
  std::vector<const Exercise *> by_id;
  for (const Exercise &exercise : exercises)
    by_id.push_back(&exercise);
  std::sort(by_id.begin(), by_id.end(), [](auto *a, auto *b) { return a->id < b->id; });
  const auto twice = std::adjacent_find(by_id.begin(), by_id.end(),
                                        [](auto *a, auto *b) { return a->id == b->id; });
  if (twice != by_id.end())
    throw InputError(
        fmt::format("{}:1: the id {} is taken by {}",
                    fs::relative((*(twice + 1))->folder / "exercise.toml", root).string(),
                    (*twice)->id, fs::relative((*twice)->folder, root).string()));
}

} // namespace

double Exercise::max_points() const {
  double sum = 0;
  for (const TestPoints &test : points)
    sum += test.points;
  return sum;
}

const Exercise &Course::find(const std::string &word) const {
  std::vector<const Exercise *> found;
  for (const Exercise &exercise : exercises) {
    if (names_exercise(word, exercise))
      return exercise;
    if (word == exercise.name)
      found.push_back(&exercise);
  }
  if (found.empty())
    fail_unknown(*this, word);
  if (found.size() > 1)
    throw InputError(fmt::format("'{}' may be {} or {}", word, found[0]->id, found[1]->id));
  return *found.front();
}

std::vector<const Exercise *> Course::select(const std::string &words) const {
  std::set<const Exercise *> chosen; // all lie in one vector: in the order of the course
  for (const std::string &word : parts_of(words)) {
    bool is_chapter = false;
    for (const Exercise &exercise : exercises)
      if (words.empty() || names_chapter(word, exercise)) {
        chosen.insert(&exercise);
        is_chapter = true;
      }
    if (!is_chapter)
      chosen.insert(&find(word));
  }
  return {chosen.begin(), chosen.end()};
}

Course load_course(const fs::path &root) {
  Course course{fs::absolute(root).lexically_normal(), {}};
  std::error_code missing;
  std::vector<fs::path> files;
  for (const auto &chapter : fs::directory_iterator(course.root / "exercises", missing))
    if (chapter.is_directory())
      for (const auto &folder : fs::directory_iterator(chapter.path()))
        if (fs::exists(folder.path() / "exercise.toml"))
          files.push_back(folder.path() / "exercise.toml");
  std::sort(files.begin(), files.end()); // so that of several faults always the same one is named
  for (const fs::path &file : files)
    course.exercises.push_back(read_manifest(file, fs::relative(file, course.root).string()));
  std::stable_sort(
      course.exercises.begin(), course.exercises.end(),
      [](const Exercise &a, const Exercise &b) { return order_of(a.number) < order_of(b.number); });
  check_unique(course.exercises, course.root);
  return course;
}

} // namespace brigade::grader

#include "grader/manifest/manifest_file.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <set>

namespace brigade::grader {
namespace {

const std::vector<std::string> kKeys = {
    "id",     "number", "title", "kind",      "minutes",   "ranks",
    "sizes",  "files",  "uses",  "forbidden", "bonus",     "mandatory",
    "points", "phase",  "hint",  "limits",    "starts_as", "needs_sends_checked"};
const std::vector<std::string> kLimits = {"seconds",          "start_seconds",  "memory_megabytes",
                                          "output_kilobytes", "file_megabytes", "processes"};
const std::vector<std::string> kKinds = {"ranks", "pure", "repair", "answers"};
const std::vector<std::string> kStarts = {"wrong",   "wrong communication", "hung",
                                          "crashed", "over the limit",      "does not compile"};

/// One table of the file, with words for what is wrong in it.
class Table {
public:
  Table(const toml::table &table, std::string shown, std::string name)
      : table_(table), shown_(std::move(shown)), name_(std::move(name)) {}

  [[noreturn]] void fail(const toml::node *at, const std::string &what) const {
    throw InputError(
        fmt::format("{}:{}: {}", shown_, (at ? at->source() : table_.source()).begin.line, what));
  }

  void allow_only(const std::vector<std::string> &known) const {
    for (const auto &[key, value] : table_)
      if (std::find(known.begin(), known.end(), key.str()) == known.end())
        throw InputError(fmt::format("{}:{}: unknown key '{}'{}", shown_, key.source().begin.line,
                                     key.str(), did_you_mean(key.str(), known)));
  }

  const toml::node *find(std::string_view key) const { return table_.get(key); }

  const toml::node &require(std::string_view key) const {
    const toml::node *node = find(key);
    if (node == nullptr)
      throw InputError(fmt::format("{}:{}: '{}' is missing{}", shown_,
                                   std::max(1u, table_.source().begin.line), key, name_));
    return *node;
  }

  std::string text(std::string_view key) const {
    const toml::node &node = require(key);
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty())
      fail(&node, fmt::format("'{}' must be text in quotes", key));
    return *value;
  }

  template <class T> void number(std::string_view key, T &into) const {
    const toml::node *node = find(key);
    if (node == nullptr)
      return;
    const auto value = node->value<double>();
    if (!value || *value <= 0 || (std::is_integral_v<T> && !node->is_integer()))
      fail(node, fmt::format("'{}' must be a {} above 0", key,
                             std::is_integral_v<T> ? "whole number" : "number"));
    into = static_cast<T>(*value);
  }

  void flag(std::string_view key, bool &into) const {
    const toml::node *node = find(key);
    if (node == nullptr)
      return;
    const auto value = node->value_exact<bool>();
    if (!value)
      fail(node, fmt::format("'{}' must be true or false", key));
    into = *value;
  }

  std::vector<std::string> texts(std::string_view key) const {
    std::vector<std::string> values;
    for_each(key, "a list of texts", [&](const toml::node &entry) {
      const auto value = entry.value_exact<std::string>();
      if (value && !value->empty())
        values.push_back(*value);
      return value && !value->empty();
    });
    return values;
  }

  std::vector<int> counts(std::string_view key) const {
    std::vector<int> values;
    for_each(key, "a list of whole numbers from 1 to 4096", [&](const toml::node &entry) {
      const auto value = entry.value_exact<std::int64_t>();
      if (!value || *value < 1 || *value > 4096)
        return false;
      if (std::find(values.begin(), values.end(), *value) != values.end())
        fail(&entry, fmt::format("{} stands in '{}' twice", *value, key));
      values.push_back(static_cast<int>(*value));
      return true;
    });
    if (find(key) != nullptr && values.empty())
      fail(find(key), fmt::format("'{}' is empty", key));
    return values;
  }

  /// The tables of [[key]].
  std::vector<Table> tables(std::string_view key) const {
    std::vector<Table> found;
    for_each(key, fmt::format("written as [[{}]]", key), [&](const toml::node &entry) {
      if (entry.is_table())
        found.emplace_back(*entry.as_table(), shown_, fmt::format(" in [[{}]]", key));
      return entry.is_table();
    });
    return found;
  }

  /// The table [key], or nothing.
  std::vector<Table> table(std::string_view key) const {
    const toml::node *node = find(key);
    if (node == nullptr)
      return {};
    if (!node->is_table())
      fail(node, fmt::format("'{}' must be a table: [{}]", key, key));
    return {Table(*node->as_table(), shown_, fmt::format(" in [{}]", key))};
  }

  const toml::table &raw() const { return table_; }

private:
  template <class F> void for_each(std::string_view key, const std::string &what, F &&take) const {
    const toml::node *node = find(key);
    if (node == nullptr)
      return;
    if (!node->is_array())
      fail(node, fmt::format("'{}' must be {}", key, what));
    for (const toml::node &entry : *node->as_array())
      if (!take(entry))
        fail(&entry, fmt::format("'{}' must be {}", key, what));
  }

  const toml::table &table_;
  std::string shown_;
  std::string name_;
};

ExerciseKind read_kind(const Table &file) {
  const std::string kind = file.text("kind");
  const auto found = std::find(kKinds.begin(), kKinds.end(), kind);
  if (found == kKinds.end())
    file.fail(file.find("kind"),
              fmt::format("there is no kind '{}'; there are {}", kind, fmt::join(kKinds, ", ")));
  return static_cast<ExerciseKind>(found - kKinds.begin());
}

/// ranks or sizes, as the kind wants them.
void read_sizes(const Table &file, Exercise &exercise) {
  exercise.ranks = file.counts("ranks");
  exercise.sizes = file.counts("sizes");
  const toml::node *ranks = file.find("ranks");
  const toml::node *sizes = file.find("sizes");
  if (ranks != nullptr && sizes != nullptr)
    file.fail(sizes, "'ranks' and 'sizes' exclude each other");
  if (exercise.kind == ExerciseKind::ranks)
    file.require("ranks");
  if (exercise.kind == ExerciseKind::pure)
    file.require("sizes");
  if (exercise.kind == ExerciseKind::repair && ranks == nullptr && sizes == nullptr)
    file.fail(file.find("kind"), "a repair exercise needs 'ranks' or 'sizes'");
}

void read_files(const Table &file, Exercise &exercise) {
  file.require("files");
  exercise.files = file.texts("files");
  if (exercise.files.empty())
    file.fail(file.find("files"), "'files' names no file for the student");
  const std::set<std::string> taken = {"exercise.toml", "exercise.hpp", "trial.cpp", "solution.cpp",
                                       "judge.cpp"};
  for (const std::string &name : exercise.files)
    if (name.find('/') != std::string::npos || name.starts_with('.') || taken.contains(name))
      file.fail(file.find("files"),
                fmt::format("'{}' cannot be a student's file: give a plain name that is not the "
                            "exercise's own",
                            name));
}

void read_points(const Table &file, Exercise &exercise) {
  file.require("points");
  for (const Table &points : file.table("points"))
    for (const auto &[key, value] : points.raw()) {
      const auto worth = value.value<double>();
      if (!worth || *worth <= 0)
        file.fail(&value, fmt::format("the points of '{}' must be a number above 0", key.str()));
      exercise.points.push_back({std::string(key.str()), *worth, false});
    }
  if (exercise.points.empty())
    file.fail(file.find("points"), "[points] names no TEST");
  // A toml table is sorted by name; the file's order is the order of the TESTs.
  const toml::table &table = *file.find("points")->as_table();
  std::stable_sort(exercise.points.begin(), exercise.points.end(),
                   [&table](const TestPoints &a, const TestPoints &b) {
                     const auto begin = [&table](const TestPoints &points) {
                       return table.get(points.test)->source().begin;
                     };
                     return begin(a) < begin(b);
                   });
  std::vector<std::string> names;
  for (const TestPoints &points : exercise.points)
    names.push_back(points.test);
  for (const std::string &name : file.texts("mandatory")) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      file.fail(file.find("mandatory"),
                fmt::format("'{}' is no TEST of [points]{}", name, did_you_mean(name, names)));
    exercise.points[static_cast<std::size_t>(found - names.begin())].mandatory = true;
  }
}

void read_phases(const Table &file, Exercise &exercise) {
  for (const Table &phase : file.tables("phase")) {
    phase.allow_only({"test", "ranks"});
    Phase read{phase.text("test"), 0};
    phase.require("ranks");
    phase.number("ranks", read.ranks);
    if (!exercise.runs_on_ranks())
      phase.fail(nullptr, "phases are for exercises on ranks");
    exercise.phases.push_back(read);
  }
}

void read_limits(const Table &file, Exercise &exercise) {
  // Where nothing waits for other ranks, a function that is not done soon never will be.
  constexpr double kSecondsWithoutRanks = 5;
  if (!exercise.runs_on_ranks())
    exercise.limits.seconds = kSecondsWithoutRanks;
  for (const Table &limits : file.table("limits")) {
    limits.allow_only(kLimits);
    limits.number("seconds", exercise.limits.seconds);
    limits.number("start_seconds", exercise.limits.start_seconds);
    limits.number("memory_megabytes", exercise.limits.memory_megabytes);
    limits.number("output_kilobytes", exercise.limits.output_kilobytes);
    limits.number("file_megabytes", exercise.limits.file_megabytes);
    limits.number("processes", exercise.limits.processes);
  }
}

/// Chapter "07-by-hand" holds number 07.x and ids "by-hand.x".
void check_place(const Table &file, Exercise &exercise) {
  const auto dash = exercise.chapter.find('-');
  if (dash == std::string::npos || dash == 0 || dash + 1 == exercise.chapter.size())
    file.fail(nullptr, fmt::format("the folder above, '{}', is no chapter such as 07-by-hand",
                                   exercise.chapter));
  exercise.topic = exercise.chapter.substr(dash + 1);
  if (const std::string id = exercise.topic + "." + exercise.name; exercise.id != id)
    file.fail(file.find("id"),
              fmt::format("the id of this folder is '{}', not '{}'", id, exercise.id));
  const std::string chapter = exercise.chapter.substr(0, dash) + ".";
  if (!exercise.number.starts_with(chapter) || exercise.number.size() == chapter.size())
    file.fail(file.find("number"),
              fmt::format("a number of this chapter begins with '{}', not '{}'", chapter,
                          exercise.number));
}

} // namespace

Exercise read_manifest(const std::filesystem::path &path, const std::string &shown) {
  toml::table parsed;
  try {
    parsed = toml::parse_file(path.string());
  } catch (const toml::parse_error &error) {
    throw InputError(fmt::format("{}:{}: {}", shown, std::max(1u, error.source().begin.line),
                                 error.description()));
  }
  const Table file(parsed, shown, "");
  file.allow_only(kKeys);
  Exercise exercise;
  exercise.folder = path.parent_path();
  exercise.name = exercise.folder.filename();
  exercise.chapter = exercise.folder.parent_path().filename();
  exercise.id = file.text("id");
  exercise.number = file.text("number");
  exercise.title = file.text("title");
  exercise.kind = read_kind(file);
  file.require("minutes");
  file.number("minutes", exercise.minutes);
  check_place(file, exercise);
  read_sizes(file, exercise);
  read_files(file, exercise);
  exercise.uses = file.texts("uses");
  exercise.forbidden = file.texts("forbidden");
  file.flag("needs_sends_checked", exercise.needs_sends_checked);
  file.flag("bonus", exercise.bonus);
  if (file.find("starts_as") != nullptr) {
    exercise.starts_as = file.text("starts_as");
    if (std::find(kStarts.begin(), kStarts.end(), exercise.starts_as) == kStarts.end())
      file.fail(file.find("starts_as"),
                fmt::format("an exercise cannot start as '{}'; it can as {}", exercise.starts_as,
                            fmt::join(kStarts, ", ")));
  }
  read_points(file, exercise);
  read_phases(file, exercise);
  read_limits(file, exercise);
  for (const Table &hint : file.tables("hint")) {
    hint.allow_only({"text"});
    exercise.hints.push_back(hint.text("text"));
  }
  return exercise;
}

} // namespace brigade::grader

#include "grader/hidden/hidden_checks.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

namespace brigade::grader {
namespace {

template <class T>
std::vector<T> numbers(const toml::table &table, const char *key, std::int64_t least,
                       const std::string &where) {
  std::vector<T> list;
  if (!table.contains(key))
    return list;
  const toml::array *array = table[key].as_array();
  if (!array)
    throw InputError(fmt::format("{}: {} must be a list of numbers", where, key));
  for (const toml::node &node : *array) {
    const auto number = node.value<std::int64_t>();
    if (!number || *number < least)
      throw InputError(fmt::format("{}: {} must hold whole numbers from {} up", where, key, least));
    list.push_back(static_cast<T>(*number));
  }
  return list;
}

} // namespace

std::vector<HiddenCheck> load_hidden_checks(const std::filesystem::path &file) {
  if (!std::filesystem::exists(file) || std::filesystem::is_directory(file))
    throw InputError(
        fmt::format("{} is not there, or no file: autograder/hidden.example.toml shows "
                    "what a file of hidden checks holds",
                    file.string()));
  toml::table table;
  try {
    table = toml::parse_file(file.string());
  } catch (const toml::parse_error &error) {
    throw InputError(
        fmt::format("{}:{}: {}", file.string(), error.source().begin.line, error.description()));
  }
  std::vector<HiddenCheck> checks;
  const toml::array *entries = table["check"].as_array();
  if (!entries)
    throw InputError(fmt::format("{} has no [[check]]; autograder/hidden.example.toml shows one",
                                 file.string()));
  for (const toml::node &node : *entries) {
    const toml::table *entry = node.as_table();
    const std::string where = fmt::format("{}:{}", file.string(), node.source().begin.line);
    if (!entry)
      throw InputError(fmt::format("{}: a check must be a table", where));
    for (const auto &[key, value] : *entry)
      if (key != "exercise" && key != "about" && key != "seeds" && key != "sizes")
        throw InputError(fmt::format(
            "{}: a check has no `{}` (it has exercise, about, seeds, sizes)", where, key.str()));
    HiddenCheck check;
    check.exercise = (*entry)["exercise"].value_or(std::string());
    check.about = (*entry)["about"].value_or(std::string());
    check.seeds = numbers<std::uint64_t>(*entry, "seeds", 0, where);
    check.sizes = numbers<int>(*entry, "sizes", 1, where);
    if (check.exercise.empty() || check.about.empty() || check.seeds.empty())
      throw InputError(fmt::format("{}: a check needs exercise, about and seeds", where));
    checks.push_back(std::move(check));
  }
  return checks;
}

std::vector<HiddenCheck> hidden_checks_of(const std::vector<HiddenCheck> &checks,
                                          const Exercise &exercise) {
  std::vector<HiddenCheck> own;
  for (const HiddenCheck &check : checks)
    if (check.exercise == exercise.id || check.exercise == exercise.topic + ".*" ||
        check.exercise == "*")
      own.push_back(check);
  return own;
}

} // namespace brigade::grader

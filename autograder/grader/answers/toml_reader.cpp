#include "grader/answers/toml_reader.hpp"

#include "grader/answers/packed_key.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {

toml::table TomlReader::parse(const std::filesystem::path &file) {
  try {
    return toml::parse(unpack_key(file), file.string());
  } catch (const toml::parse_error &error) {
    throw InputError(fmt::format("{}:{}: {}", file.string(), error.source().begin.line,
                                 std::string(error.description())));
  }
}

void TomlReader::fail(const std::string &message) const {
  throw InputError(
      fmt::format("{}:{}: {} {}", file_.string(), table_.source().begin.line, what_, message));
}

const toml::node &TomlReader::node(std::string_view key) const {
  const toml::node *found = table_.get(key);
  if (!found)
    fail(fmt::format("has no `{}`", key));
  return *found;
}

std::string TomlReader::text(std::string_view key) const {
  const auto value = node(key).value_exact<std::string>();
  if (!value || value->empty())
    fail(fmt::format("wants a text behind `{}`", key));
  return *value;
}

double TomlReader::number(std::string_view key) const {
  const toml::node &found = node(key);
  if (!found.is_number())
    fail(fmt::format("wants a number behind `{}`", key));
  return *found.value<double>();
}

std::vector<std::string> TomlReader::texts(std::string_view key) const {
  const toml::array *list = node(key).as_array();
  if (!list)
    return {text(key)};
  std::vector<std::string> texts;
  for (const toml::node &element : *list) {
    const auto value = element.value_exact<std::string>();
    if (!value || value->empty())
      fail(fmt::format("wants texts in the list behind `{}`", key));
    texts.push_back(*value);
  }
  return texts;
}

TomlReader TomlReader::table(std::string_view key) const {
  const toml::table *found = node(key).as_table();
  if (!found)
    fail(fmt::format("wants a table behind `{}`", key));
  return {file_, *found, fmt::format("{} {}", what_, key)};
}

std::vector<TomlReader> TomlReader::tables(std::string_view key) const {
  std::vector<TomlReader> tables;
  if (!has(key))
    return tables;
  const toml::array *list = node(key).as_array();
  if (!list)
    fail(fmt::format("wants a list behind `{}`", key));
  for (const toml::node &element : *list) {
    const toml::table *found = element.as_table();
    if (!found)
      fail(fmt::format("wants tables in the list behind `{}`", key));
    tables.emplace_back(file_, *found, fmt::format("{} {}", key, tables.size() + 1));
  }
  return tables;
}

std::vector<std::string> TomlReader::keys() const {
  std::vector<std::string> keys;
  for (const auto &[key, value] : table_)
    keys.emplace_back(key.str());
  return keys;
}

void TomlReader::allow_only(std::initializer_list<std::string_view> known) const {
  for (const std::string &key : keys())
    if (std::find(known.begin(), known.end(), key) == known.end())
      fail(fmt::format("has an unknown key `{}`; it may have {}", key,
                       fmt::join(known.begin(), known.end(), ", ")));
}

} // namespace brigade::grader

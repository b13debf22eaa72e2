#include "brigade/gspmd/sharding_table.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/nearest.hpp"
#include "brigade/core/utf8.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/text/in_quotes.hpp"
#include "brigade/ir/value_names.hpp"
#include "brigade/ir/verify.hpp"
#include "brigade/sharding/check_unreduced.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>

namespace brigade {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr const char *kExpected = "expected a line such as 'params.*.w: [axis, -]'";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos
             ? ""
             : text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// A name, in which * and ? may stand, also at its beginning; of a block's value, with @ before it.
bool is_pattern(std::string_view text) {
  std::string name(text.starts_with('@') ? text.substr(1) : text);
  std::ranges::replace_if(
      name, [](char c) { return c == '*' || c == '?'; }, '_');
  return !name.empty() && name_length(name) == name.size();
}

// Where the text goes wrong behind a *, that one takes a character more.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t in_pattern = 0, in_name = 0, star = std::string_view::npos, behind_star = 0;
  while (in_name < name.size()) {
    const char c = in_pattern < pattern.size() ? pattern[in_pattern] : '\0';
    if (c == '*') {
      star = in_pattern++;
      behind_star = in_name;
    } else if (c == '?') {
      ++in_pattern;
      in_name += std::max<std::size_t>(1, character_length(name.substr(in_name)));
    } else if (c == name[in_name]) {
      ++in_pattern;
      ++in_name;
    } else if (star != std::string_view::npos) {
      in_pattern = star + 1;
      in_name = ++behind_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

bool matches_name(std::string_view pattern, std::string_view name) {
  return pattern.starts_with('@') == name.starts_with('@') && matches(pattern, name);
}

/// A value that a table can name.
struct NamedValue {
  std::string name;
  Block *block = nullptr;
  ValueId id;
};

std::vector<NamedValue> named_values(Program &program) {
  std::vector<NamedValue> found;
  for (Block &block : program.blocks) {
    const bool is_main = &block == &program.main();
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (const std::string &name = block.values[i].name; !name.empty())
        found.push_back({is_main ? name : fmt::format("@{}.{}", block.name, name), &block,
                         ValueId{static_cast<std::int32_t>(i)}});
  }
  return found;
}

std::string names_there_are(std::string_view pattern, const std::vector<NamedValue> &values) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> names;
  for (const NamedValue &value : values)
    names.push_back(value.name);
  if (names.empty())
    return "the program names none";
  return fmt::format("there are {}{}{}",
                     fmt::join(std::span(names).first(std::min(kMost, names.size())), ", "),
                     names.size() > kMost ? ", …" : "", did_you_mean(pattern, names));
}

void annotate(const NamedValue &value, const TensorSharding &sharding) {
  value.block->value(value.id).sharding = sharding;
  for (Instruction &instruction : value.block->instructions)
    if (auto *constraint = std::get_if<ConstraintAttributes>(&instruction.attributes);
        constraint && instruction.results.at(0) == value.id)
      constraint->sharding = sharding;
}

} // namespace

ShardingTable parse_sharding_table(std::string_view text, const std::string &file) {
  ShardingTable table{file, {}};
  std::map<std::string, int> first_lines;
  int number = 0;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF"; // as some editors write it
  if (text.starts_with(kByteOrderMark))
    text.remove_prefix(kByteOrderMark.size());
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view whole = text.substr(begin, end - begin);
    const std::string_view line = whole.substr(0, whole.find('#'));
    begin = end + 1;
    ++number;
    if (trimmed(line).empty())
      continue;
    const std::size_t colon = line.find(':');
    const std::string names(trimmed(line.substr(0, colon)));
    if (colon == std::string_view::npos)
      throw InputError(fmt::format("{}:{}: {}, got {}", file, number, kExpected, in_quotes(names)));
    if (!is_pattern(names))
      throw InputError(
          fmt::format("{}:{}: expected a name before the ':', in which * may stand for "
                      "any characters and ? for one, got {}",
                      file, number, in_quotes(names)));
    const auto [first, is_new] = first_lines.emplace(names, number);
    if (!is_new)
      throw InputError(fmt::format("{}:{}: line {} is for '{}' already, and the first line that "
                                   "matches holds; keep one of them",
                                   file, number, first->second, names));
    // What stands before it is left blank, so that errors count lines and columns of the file.
    const std::string sharding = std::string(static_cast<std::size_t>(number - 1), '\n') +
                                 std::string(colon + 1, ' ') + std::string(line.substr(colon + 1));
    table.lines.push_back({names, parse_tensor_sharding(sharding, file), number});
  }
  return table;
}

std::string to_string(const ShardingTable &table) {
  std::string text;
  for (const ShardingLine &line : table.lines)
    text += fmt::format("{}: {}\n", line.names, to_string(line.sharding));
  return text;
}

Program with_shardings(const Program &program, const ShardingTable &table) {
  if (!program.mesh)
    throw InputError(
        fmt::format("{}: the program has no mesh, whose axes the table names; say which "
                    "devices there are: mesh {{x: 4, y: 2}}",
                    table.file));
  Program annotated = program;
  const std::vector<NamedValue> values = named_values(annotated);
  std::vector<bool> is_annotated(values.size(), false);
  for (const ShardingLine &line : table.lines) {
    const auto fail = [&](const std::string &what) {
      throw InputError(fmt::format("{}:{}{}", table.file,
                                   line.line > 0 ? fmt::format("{}: ", line.line) : " ", what));
    };
    bool matched = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!matches_name(line.names, values[i].name))
        continue;
      matched = true;
      if (is_annotated[i])
        continue;
      TensorSharding sharding = line.sharding;
      try {
        const TensorType &type = values[i].block->type(values[i].id);
        check_and_normalise(sharding, *program.mesh, type.rank(), values[i].name);
        check_unreduced(sharding, type.dtype, values[i].name);
      } catch (const InputError &error) {
        fail(error.what());
      }
      annotate(values[i], sharding);
      is_annotated[i] = true;
    }
    if (!matched)
      fail(fmt::format("'{}' matches no parameter or named value; {}", line.names,
                       names_there_are(line.names, values)));
  }
  verify(annotated);
  return annotated;
}

} // namespace brigade

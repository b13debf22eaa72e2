#include "brigade/ir/value_names.hpp"

#include "brigade/core/utf8.hpp"

#include <fmt/format.h>

namespace brigade {

std::size_t name_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    const char c = text[length];
    const bool is_digit_or_dot = (c >= '0' && c <= '9') || c == '.';
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                           static_cast<unsigned char>(c) > 127;
    const std::size_t bytes = character_length(text.substr(length));
    if (bytes == 0 || !(is_letter || (is_digit_or_dot && length > 0)))
      break;
    length += bytes;
  }
  return length;
}

bool is_value_name(std::string_view text) {
  return !text.empty() && name_length(text) == text.size() && text != "return";
}

std::vector<std::string> value_names(const Block &block) {
  std::vector<std::string> names;
  names.reserve(block.values.size());
  for (const Value &value : block.values)
    names.push_back(value.name);
  std::size_t place = 0;
  const auto number = [&](ValueId id) {
    if (id.index < 0 || static_cast<std::size_t>(id.index) >= names.size())
      return;
    std::string &name = names[static_cast<std::size_t>(id.index)];
    if (name.empty())
      name = fmt::format("%{}", place);
    ++place;
  };
  for (const ValueId parameter : block.parameters)
    number(parameter);
  for (const Instruction &instruction : block.instructions)
    for (const ValueId result : instruction.results)
      number(result);
  return names;
}

} // namespace brigade

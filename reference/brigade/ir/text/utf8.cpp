#include "brigade/ir/text/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade {

std::size_t character_length(std::string_view text) {
  if (text.empty())
    return 0;
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80)
    return 1;
  // A first byte below 0xc2 would begin a longer form than needed, above 0xf4 a number too large.
  const std::size_t length = first < 0xc2   ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || text.size() < length)
    return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool allowed = first == 0xe0   ? second >= 0xa0
                       : first == 0xed ? second < 0xa0 // no halves of pairs
                       : first == 0xf0 ? second >= 0x90
                       : first == 0xf4 ? second < 0x90
                                       : true;
  const bool continued = std::ranges::all_of(text.substr(1, length - 1), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
  });
  return allowed && continued ? length : 0;
}

std::string in_quotes(std::string_view text) {
  constexpr int kMost = 40;
  std::string shown;
  for (int count = 0; !text.empty(); ++count) {
    if (count == kMost)
      return fmt::format("'{}…'", shown);
    const std::size_t length = character_length(text);
    const auto first = static_cast<unsigned char>(text.front());
    if (text.front() == '\n')
      shown += "\\n";
    else if (text.front() == '\t')
      shown += "\\t";
    else if (length == 0 || first < 0x20 || first == 0x7f)
      shown += fmt::format("\\x{:02x}", first);
    else
      shown += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return fmt::format("'{}'", shown);
}

} // namespace brigade

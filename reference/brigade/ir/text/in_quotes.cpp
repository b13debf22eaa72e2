#include "brigade/ir/text/in_quotes.hpp"

#include "brigade/core/utf8.hpp"

#include <fmt/format.h>

namespace brigade {

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

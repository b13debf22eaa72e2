#include "brigade/core/utf8.hpp"

#include <algorithm>
#include <functional>

namespace brigade {

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, std::not_fn(is_inside_character)));
}

std::size_t bytes_of_characters(std::string_view text, std::size_t count) {
  std::size_t bytes = 0;
  for (; bytes < text.size(); ++bytes)
    if (!is_inside_character(text[bytes]) && count-- == 0)
      break;
  return bytes;
}

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
  const bool continued = std::ranges::all_of(text.substr(1, length - 1), is_inside_character);
  return allowed && continued ? length : 0;
}

} // namespace brigade

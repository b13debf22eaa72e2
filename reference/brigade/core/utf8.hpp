#pragma once

#include <cstddef>
#include <string_view>

// Text in UTF-8, a character of which may take several bytes.
namespace brigade {

/// Does this byte go on with a character that another has begun?
inline bool is_inside_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// Characters that the text takes: a terminal shows each in one column.
std::size_t count_characters(std::string_view text);

/// Bytes of the first `count` characters; of all where there are no more.
std::size_t bytes_of_characters(std::string_view text, std::size_t count);

/// Bytes of the character that the text begins with; 0 where it is empty, or does not begin with
/// one in UTF-8.
std::size_t character_length(std::string_view text);

} // namespace brigade

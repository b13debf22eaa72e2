#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace brigade {

/// Bytes of the character that the text begins with; 0 where it is empty, or does not begin with
/// one in UTF-8.
std::size_t character_length(std::string_view text);

/// The text in quotes, on one line: at most 40 characters, with "\n", "\t" and "\xff" for what does
/// not show.
std::string in_quotes(std::string_view text);

} // namespace brigade

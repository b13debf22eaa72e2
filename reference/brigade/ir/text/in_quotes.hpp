#pragma once

#include <string>
#include <string_view>

namespace brigade {

/// The text in quotes, on one line: at most 40 characters, with "\n", "\t" and "\xff" for what does
/// not show.
std::string in_quotes(std::string_view text);

} // namespace brigade

#pragma once

#include <string_view>

namespace brigade {

/// Writes a text to standard output, at once. Throws Error with the reason where that cannot be
/// done (a full disk).
void write_out(std::string_view text);

} // namespace brigade

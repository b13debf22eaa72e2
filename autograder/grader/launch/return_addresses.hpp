#pragma once

#include "grader/launch/source_lines.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// The student's lines of return addresses, as the ranks write them on the board; innermost first.
std::vector<SourceLine> lines_of_returns(SourceLines &lines,
                                         std::span<const std::uint64_t> return_addresses);

/// "ring.cpp:31"
std::string to_string(const SourceLine &line);

/// `text` with "ring.cpp:31" in place of each "{+0x12ab}", or "a line outside your code".
std::string with_places(SourceLines &lines, std::string_view text);

} // namespace brigade::grader

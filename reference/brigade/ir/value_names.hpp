#pragma once

#include "brigade/ir/program.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Bytes of the name that the text begins with; 0 where it begins with none. Names of values and
/// blocks are words of letters, digits, _ and dots that begin with a letter or _; letters of every
/// alphabet (in UTF-8).
std::size_t name_length(std::string_view text);

/// Is the whole text a name that a value may have? `return` is none.
bool is_value_name(std::string_view text);

/// How a text calls each value of a block, by index: by its name or, where it has none, "%4" by its
/// place among all values, parameters first, in the order of their definition. One without name or
/// definition, which is an error elsewhere, stays "".
std::vector<std::string> value_names(const Block &block);

} // namespace brigade

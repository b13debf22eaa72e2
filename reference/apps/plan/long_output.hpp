#pragma once

#include "options.hpp"

#include <optional>
#include <string>

namespace brigade::plan {

/// For a plan whose text is so long that nobody reads it from its begin: a line that says where in
/// it the tables stand, and what would make it shorter.
std::optional<std::string> long_output(const std::string &text, const Options &options);

} // namespace brigade::plan

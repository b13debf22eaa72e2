#pragma once

#include "brigade/ir/program.hpp"

#include <string>
#include <string_view>

namespace brigade {

/// Reads the text form, and verifies the program. Each instruction's source line is its line in the
/// text, in the file `name`. Throws InputError "mlp.txt:3:17: expected …, got …" at the first thing
/// that is wrong.
Program parse_program(std::string_view text, const std::string &name = "program");

} // namespace brigade

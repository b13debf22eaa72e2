#pragma once

#include "brigade/ir/program.hpp"

#include <string>
#include <string_view>

namespace brigade {

/// From which lines a program's instructions are, as text beside its text form, which has none of
/// them: for each instruction of each block a line "LINE COLUMN FILE", with "\n" and "\\"
/// for a line's end and a backslash in the name of the file.
std::string source_lines(const Program &program);

/// The program, as read from its text form, with the lines that source_lines() gave. Throws
/// InputError where it has more or fewer instructions than these.
Program with_source_lines(Program program, std::string_view lines);

} // namespace brigade

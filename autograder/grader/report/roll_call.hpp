#pragma once

#include "grader/report/terminal_page.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// The roll call as a table: a heading, then a row for each rank: number, what it does, on which
/// communicator, what it waits for, at which line.
std::vector<std::vector<std::string>> roll_call_rows(const HangReport &hang);
/// The same on a terminal, one line below the other where it is narrow.
void add_roll_call(TerminalPage &page, const HangReport &hang);
/// "ring.cpp:31 in ring_all_reduce"
std::string name_line(const SourceLine &line);

} // namespace brigade::grader

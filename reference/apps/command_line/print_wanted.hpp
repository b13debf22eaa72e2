#pragma once

#include <CLI/CLI.hpp>

namespace brigade {

/// Writes to standard output what --help or --version asked for. @return what the program exits
/// with: 0, or what stands for an Error where it cannot be written (a full disk), which is said.
int print_wanted(const CLI::App &app, const CLI::Success &wanted);

} // namespace brigade

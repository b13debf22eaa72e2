#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace brigade {

/// What is wrong with the command line that `app` refused, in one line; of an option that there is
/// not, also those of nearly its name: "there is no option --shardng (did you mean
/// '--sharding'?)".
std::string words_of(const CLI::ParseError &wrong, const CLI::App &app);

} // namespace brigade

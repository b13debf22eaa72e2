#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace brigade::bench {

/// Runs a program of this project on `ranks` ranks, with `option` FILE added to its arguments, and
/// returns what it wrote to that file. Ends everything that it started after `seconds`. Throws
/// Error, with what the program printed, if it fails.
nlohmann::json run_job(const std::string &program, int ranks, std::vector<std::string> arguments,
                       const std::string &option = "--json", double seconds = 120);

/// A folder for files of this run, removed at the end.
const std::string &scratch_folder();

} // namespace brigade::bench

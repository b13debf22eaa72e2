#pragma once

#include "random_plans/random_plan.hpp"

#include <functional>
#include <optional>
#include <string>

namespace brigade::testing {

struct SearchOptions {
  std::uint64_t first = 0;
  std::uint64_t programs = 200;
  std::optional<double> seconds = {}; ///< then stop, however many programs that were
  std::optional<int> devices = {};    ///< none: meshes of several sizes
  bool simple = false;                ///< on ranks: by execute_blocks alone, not by Executable
  /// On ranks: collectives between nodes of so many ranks are started, and awaited later.
  std::optional<int> started = {};
};

/// Reads --first, --programs, --seconds and, where `with_devices`, --devices, else --simple and
/// --started. Ends the process where the command line is wrong, or asks for help.
SearchOptions read_search_options(int argc, char **argv, bool with_devices);

/// Where a search runs, and what it says.
struct SearchPlace {
  RunPlan run;
  std::function<bool(bool goes_on)> agree; ///< on ranks: what rank 0 says
  std::function<void(const std::string &)> say;
  std::string command; ///< that repeats a seed, but for --first and --programs
};

/// Tries seeds until one fails, which it makes smaller and prints, or all are done. @return whether
/// all were right.
bool search(const SearchOptions &options, const SearchPlace &place);

} // namespace brigade::testing

#pragma once

#include "options.hpp"

#include "brigade/gspmd/plan.hpp"

#include <optional>
#include <string>

namespace brigade::plan {

/// For a plan by which every device holds and computes all of the program: a line that says so, and
/// what would cut it. None where a value is cut, where there is one device only, and where --auto
/// has found that nothing is cheaper.
std::optional<std::string> nothing_cut(const Plan &plan, const Options &options);

} // namespace brigade::plan

#pragma once

#include "brigade/gspmd/plan.hpp"

#include <string>

namespace brigade {

/// The program of every device (or, where it is not partitioned, the one with shardings) as a graph
/// in the language of Graphviz: parameters and results are boxes, collectives are filled and say
/// what they send and how long that takes, edges say how the values lie.
std::string to_dot(const Plan &plan);

} // namespace brigade

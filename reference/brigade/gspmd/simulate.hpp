#pragma once

#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <span>
#include <vector>

namespace brigade {

/// Runs a partitioned program for all devices of its mesh in one process, in step: what ranks would
/// do, without ranks. Arguments and results are whole arrays. Throws Error where devices that hold
/// copies of a block do not agree on it, which a right plan never makes.
std::vector<Literal> simulate(const Program &partitioned, std::span<const Literal> arguments);

} // namespace brigade

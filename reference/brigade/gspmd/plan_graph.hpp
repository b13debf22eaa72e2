#pragma once

#include "brigade/gspmd/plan.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// A box of a drawn plan: a parameter, an instruction or a result.
struct PlanNode {
  enum class Kind { parameter, operation, collective, result };
  Kind kind = Kind::operation;
  std::vector<std::string> lines; ///< "h = relu", "f32[8, 64]"; of a collective what it sends
  std::optional<ValueId> value;   ///< what it makes; the first of several; none for a result
  std::vector<std::size_t> from;  ///< the nodes whose values it takes, by operand
  std::vector<ValueId> operands;  ///< these values
};

/// The program of every device or, where it is not partitioned, the one with shardings, as a graph:
/// parameters, then instructions, then results.
struct PlanGraph {
  Program program; ///< written out, if it calls blocks
  std::vector<PlanNode> nodes;
};

PlanGraph plan_graph(const Plan &plan);

} // namespace brigade

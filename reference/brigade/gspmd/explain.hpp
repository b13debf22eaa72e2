#pragma once

#include "brigade/gspmd/full_replication.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/gspmd/plan_tables.hpp"

#include <string>
#include <vector>

namespace brigade {

/// A value of the program with shardings, and why it lies so.
struct ExplainedValue {
  std::string name; ///< as the printed program calls it, "h", "%7"; in a block "@layer.h"
  TensorSharding sharding;
  std::string source; ///< of the instruction that makes it; "" for a parameter
  std::string reason; ///< "x from a (dot, i)", "annotated", "constraint at mlp.txt:5:3", …
};

/// A collective, and the rule by which the value that it moves came to lie as it does.
struct ExplainedCollective {
  CollectiveUse use;
  std::string
      rule; ///< "h lies as [x, -]: x from a (dot, i)"; "" where no value of the program moves
};

/// A plan with its reasons. Without the pass `partition` there are values alone.
struct Explanation {
  Plan plan;
  std::vector<ExplainedValue> values; ///< of each block of the sharded program, in their order
  std::vector<ExplainedCollective> collectives; ///< in the partitioned program's order
  std::vector<FullReplication> replications;
  PlanCost cost;
  PlanMemory memory;
};

/// Tells of a plan why each value lies as it does and why each collective is there. Propagates
/// again, and plans again to find annotations that would avoid a full replication.
Explanation explain(Plan plan);

struct TextOptions {
  bool colours = false; ///< of a terminal: collectives stand out
  bool programs = true; ///< with shardings, and of every device; else what follows them alone
};

/// For people: the program with shardings and their reasons, the program of every device, its
/// collectives, what is replicated, modelled times and memory.
std::string to_string(const Explanation &explanation, const TextOptions &options = {});

} // namespace brigade

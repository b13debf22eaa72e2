#include "brigade/core/error.hpp"
#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/explain.hpp"
#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/ir/print.hpp"
#include "random_plans/random_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

// What is said of the plans of random programs.
namespace brigade::testing {
namespace {

/// None where the planner refuses the program's annotations.
std::optional<Plan> planned(std::uint64_t seed) {
  const PlanTrial trial = random_plan(seed);
  try {
    return make_plan(trial.program, trial.profile);
  } catch (const InputError &) {
    return std::nullopt;
  }
}

TEST(ExplainRandom, CausesNameValuesOfThePrintedProgram) {
  std::size_t gathers = 0, moves = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const std::optional<Plan> plan = planned(seed);
    if (!plan)
      continue;
    const Program partitioned = partition(plan->sharded, plan->profile);
    for (std::size_t b = 0; b < partitioned.blocks.size(); ++b) {
      const Block &block = plan->sharded.blocks[b];
      const std::vector<std::string> names = value_names_in(plan->sharded, b);
      const auto expect_named = [&](const Cause &cause, const TensorType &type) {
        const auto name = std::ranges::find(names, cause.value);
        ASSERT_NE(name, names.end()) << "seed " << seed << ": " << cause.value;
        EXPECT_EQ(to_string(block.values[static_cast<std::size_t>(name - names.begin())].type),
                  to_string(type))
            << "seed " << seed << ": " << cause.value;
      };
      for (const Instruction &instruction : block.instructions)
        if (is_chosen_gather(instruction)) {
          ++gathers;
          EXPECT_EQ(instruction.cause->value,
                    names[static_cast<std::size_t>(instruction.operands[0].index)])
              << "seed " << seed;
        }
      for (const Instruction &instruction : partitioned.blocks[b].instructions)
        if (instruction.cause) {
          ++moves;
          expect_named(*instruction.cause, partitioned.blocks[b].type(instruction.operands[0]));
        }
    }
  }
  EXPECT_GT(gathers, 0u);
  EXPECT_GT(moves, 150u);
}

TEST(ExplainRandom, WhatIsWholeHasAReasonAndAnAdvice) {
  std::size_t told = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::optional<Plan> plan = planned(seed);
    if (!plan)
      continue;
    const Explanation explanation = explain(std::move(*plan));
    for (const FullReplication &each : explanation.replications) {
      ++told;
      EXPECT_NE(each.reason, "") << "seed " << seed << ": " << each.value << " for "
                                 << each.operation << " at " << each.source;
      EXPECT_NE(each.advice, "") << "seed " << seed << ": " << each.value << " for "
                                 << each.operation << " at " << each.source;
    }
  }
  EXPECT_GT(told, 10u);
}

} // namespace
} // namespace brigade::testing

#include "corpus.hpp"
#include "gspmd/all_layouts.hpp"
#include "plan_cost.hpp"

#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/layout.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "gspmd/whole_arrays.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

// The choice on programs that are small enough to look at.
namespace brigade::testing {
namespace {

bool is_annotated(const Program &program, std::size_t value) {
  if (program.main().values[value].sharding)
    return true;
  return std::ranges::any_of(program.main().instructions, [&](const Instruction &instruction) {
    return instruction.operation == Operation::constraint &&
           instruction.results[0].index == static_cast<std::int32_t>(value);
  });
}

/// Tries all layouts of all values from `value` on: the least cost.
class Exhaustive {
public:
  Exhaustive(const Program &annotated, Program sharded)
      : annotated_(annotated), sharded_(std::move(sharded)) {}

  double least() {
    try_from(0);
    return least_;
  }
  std::size_t tried() const { return tried_; }

private:
  void try_from(std::size_t value) {
    Block &block = sharded_.main();
    if (value == block.values.size()) {
      ++tried_;
      for (std::size_t i = 0; i < block.results.size(); ++i)
        if (!annotated_.main().results[i].sharding) {
          TensorSharding whole = *block.value(block.results[i].value).sharding;
          whole.unreduced.clear();
          whole.reduction = ReduceOp::sum;
          block.results[i].sharding = whole;
        }
      if (const auto cost = plan_cost(sharded_))
        least_ = std::min(least_, *cost);
      return;
    }
    if (is_annotated(annotated_, value))
      return try_from(value + 1);
    const bool is_parameter = std::ranges::any_of(
        block.parameters, [&](ValueId id) { return id.index == static_cast<std::int32_t>(value); });
    for (Layout layout : layouts_of_rank(block.values[value].type.rank())) {
      if (is_parameter && !layout.unreduced.empty())
        continue;
      block.values[value].sharding = sharding_of(layout, *sharded_.mesh);
      try_from(value + 1);
    }
  }

  // Every axis cuts one dimension, or leaves sums or maxima, or is not used.
  std::vector<Layout> layouts_of_rank(std::size_t rank) const {
    std::vector<Layout> all = all_layouts(rank, *sharded_.mesh, ReduceOp::sum);
    for (Layout layout : all_layouts(rank, *sharded_.mesh, ReduceOp::max))
      if (!layout.unreduced.empty())
        all.push_back(std::move(layout));
    return all;
  }

  const Program &annotated_;
  Program sharded_;
  double least_ = 1e30;
  std::size_t tried_ = 0;
};

class SmallGraph : public ::testing::TestWithParam<SmallProgram> {};

TEST_P(SmallGraph, IsPlannedAsWellAsByTryingAllLayouts) {
  const Program program = parse_program(GetParam().text);
  ASSERT_LE(program.main().instructions.size(), 6u);
  const Program propagated = propagate(program);
  const Program chosen = choose(program, propagated, uniform_profile());
  Exhaustive exhaustive(program, propagated);
  const double least = exhaustive.least();
  EXPECT_GE(exhaustive.tried(), 3u);
  EXPECT_LE(plan_cost(chosen).value(), least * (1 + 1e-9)) << to_string(chosen);
}

INSTANTIATE_TEST_SUITE_P(Of, SmallGraph, ::testing::ValuesIn(small_graphs()),
                         [](const auto &test) { return std::string(test.param.name); });

class Improvable : public ::testing::TestWithParam<SmallProgram> {};

TEST_P(Improvable, IsStrictlyCheaperThanWhatWasPropagated) {
  const Program program = parse_program(GetParam().text);
  const Program propagated = propagate(program);
  const Choice choice = choose_with_reasons(program, propagated, uniform_profile());
  const double cost = plan_cost(choice.program).value();
  EXPECT_LT(cost, 0.999 * plan_cost(propagated).value()) << to_string(choice.program);
  EXPECT_DOUBLE_EQ(choice.seconds, cost);
  EXPECT_DOUBLE_EQ(choice.propagated_seconds, plan_cost(propagated).value());
}

TEST_P(Improvable, GivesTheSameValues) {
  const Program program = parse_program(GetParam().text);
  const std::vector<Literal> arguments = whole_arguments(program);
  if (std::ranges::any_of(arguments, [](const Literal &each) { return each.size() > 100'000; }))
    GTEST_SKIP() << "too large to interpret; random programs are run elsewhere";
  const Program chosen = choose(program, propagate(program), uniform_profile());
  const std::vector<Literal> expected = interpret(program, arguments);
  const std::vector<Literal> got =
      simulate(clean_up(partition(chosen, uniform_profile()), uniform_profile()), arguments);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expect_close(got[i], expected[i]);
}

TEST_P(Improvable, SaysWhichValuesLeftAndTheirOldShardings) {
  const Program program = parse_program(GetParam().text);
  const Program propagated = propagate(program);
  const Choice choice = choose_with_reasons(program, propagated, uniform_profile());
  std::size_t moved = 0;
  const std::vector<ValueId> values = propagated_values(choice.program.main());
  ASSERT_EQ(values.size(), propagated.main().values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ValueId id = values[i];
    const auto departure = std::ranges::find(choice.departures, id, &Departure::value);
    if (propagated.main().values[i].sharding == choice.program.main().value(id).sharding) {
      EXPECT_EQ(departure, choice.departures.end()) << i;
      continue;
    }
    ++moved;
    ASSERT_NE(departure, choice.departures.end()) << i;
    EXPECT_EQ(departure->propagated, propagated.main().values[i].sharding.value());
    EXPECT_GE(departure->seconds_saved, 0);
  }
  EXPECT_EQ(choice.departures.size(), moved);
  EXPECT_GT(moved, 0u);
}

INSTANTIATE_TEST_SUITE_P(Of, Improvable, ::testing::ValuesIn(improvable_programs()),
                         [](const auto &test) { return std::string(test.param.name); });

} // namespace
} // namespace brigade::testing

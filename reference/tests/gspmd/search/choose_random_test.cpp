#include "plan_cost.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/gathered_program.hpp"
#include "brigade/gspmd/live_bytes.hpp"
#include "brigade/gspmd/order_for_overlap.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/sharded_program.hpp"
#include "brigade/gspmd/sharding_descent.hpp"
#include "brigade/gspmd/sharding_starts.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/print.hpp"
#include "programs/choices.hpp"
#include "programs/random_program.hpp"
#include "programs/transformer.hpp"
#include "random_plans/random_plan.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

// The choice on random programs, and on a transformer.
namespace brigade::testing {
namespace {

constexpr double kRounding = 1 + 1e-9;

struct Planned {
  PlanTrial trial;
  Program propagated;
  Choice choice;
};

/// None where propagation or partitioning refuses the program's annotations.
std::optional<Planned> planned(std::uint64_t seed) {
  Planned all{random_plan(seed), {}, {{}}};
  all.propagated = propagate(all.trial.program);
  if (!plan_cost(all.propagated, all.trial.profile))
    return std::nullopt;
  all.choice = choose_with_reasons(all.trial.program, all.propagated, all.trial.profile);
  return all;
}

/// Values where they are said to be; and with gathers of what sums are made of, if that may pay.
std::vector<Program> programs_with(ShardedProgram &sharded, const Homes &homes) {
  sharded.restore(homes);
  sharded.total_seconds();
  std::vector<Program> programs{sharded.program()};
  if (const auto gathering = program_with_gathers(sharded))
    programs.push_back(gathering->program);
  return programs;
}

TEST(ChooseRandom, IsNeverDearerThanPropagationGreedOrASingleStrategy) {
  int programs = 0, cheaper = 0, rivals = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const auto all = planned(seed);
    if (!all)
      continue;
    const MachineProfile &profile = all->trial.profile;
    const double chosen = plan_cost(all->choice.program, profile).value();
    const double propagated = plan_cost(all->propagated, profile).value();
    EXPECT_LE(chosen, propagated * kRounding) << "seed " << seed;
    ++programs;
    cheaper += chosen < 0.999 * propagated;
    StrategyPrices prices(*all->propagated.mesh, profile);
    ShardedProgram sharded(all->trial.program, all->propagated, prices);
    std::vector<Homes> others = single_strategies(sharded, sharded.joined().block);
    others.push_back(greedy_homes(sharded));
    for (const Homes &homes : others)
      for (const Program &rival : programs_with(sharded, homes))
        if (const auto cost = plan_cost(rival, profile)) {
          ++rivals;
          EXPECT_LE(chosen, *cost * kRounding) << "seed " << seed;
        }
  }
  EXPECT_GE(programs, 125);
  EXPECT_GE(rivals, 3 * programs);
  EXPECT_GE(cheaper, programs / 4);
}

/// Each parameter brought whole to every device first, and all that nobody annotated computed there.
Program gathered_first(const Program &annotated, const Program &propagated) {
  Program program = propagated;
  Block &block = program.main();
  const auto whole = [&](ValueId id) {
    return sharding_of(replicated_layout(block.type(id).rank()), *program.mesh);
  };
  const std::vector<ValueId> parameters = block.parameters;
  std::vector<Instruction> gathers;
  for (const ValueId parameter : parameters) {
    const ValueId gathered{static_cast<std::int32_t>(block.values.size())};
    block.values.push_back({block.type(parameter), "", whole(parameter)});
    for (Instruction &instruction : block.instructions)
      std::ranges::replace(instruction.operands, parameter, gathered);
    for (Result &result : block.results)
      if (result.value == parameter)
        result.value = gathered;
    gathers.push_back({Operation::constraint,
                       {parameter},
                       {gathered},
                       ConstraintAttributes{whole(parameter)}});
  }
  for (const Instruction &instruction : block.instructions)
    for (const ValueId result : instruction.results)
      if (instruction.operation != Operation::constraint &&
          !annotated.main().value(result).sharding)
        block.value(result).sharding = whole(result);
  block.instructions.insert(block.instructions.begin(), gathers.begin(), gathers.end());
  return program;
}

TEST(ChooseRandom, IsNeverDearerThanToGatherEachParameterFirst) {
  int rivals = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    if (random_plan(seed).program.blocks.size() > 1)
      continue;
    const auto all = planned(seed);
    if (!all)
      continue;
    const MachineProfile &profile = all->trial.profile;
    if (const auto cost = plan_cost(gathered_first(all->trial.program, all->propagated), profile)) {
      ++rivals;
      EXPECT_LE(plan_cost(all->choice.program, profile).value(), *cost * kRounding)
          << "seed " << seed;
    }
  }
  EXPECT_GE(rivals, 100);
}

// That parameters may be cut, too, only adds to what is tried.
TEST(ChooseRandom, IsNeverDearerWhereItMayCutParameters) {
  int programs = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const PlanTrial trial = random_plan(seed);
    const auto seconds = [&](bool cuts_parameters) {
      const Plan plan =
          make_plan(trial.program, trial.profile, {.cut_parameters = cuts_parameters});
      return cost_of(*plan.partitioned, trial.profile).total_seconds();
    };
    try {
      EXPECT_LE(seconds(true), seconds(false) * kRounding) << "seed " << seed;
      ++programs;
    } catch (const InputError &) { // it shall leave partial results where nothing does
    }
  }
  EXPECT_GE(programs, 125);
}

/// Descents from many places: from the best so far with some values put anywhere, and from values
/// that all lie anywhere.
double long_search(const Planned &all, std::uint64_t seed) {
  StrategyPrices prices(*all.propagated.mesh, all.trial.profile);
  ShardedProgram sharded(all.trial.program, all.propagated, prices);
  Choices choices(seed);
  Homes best = sharded.homes();
  double least = plan_cost(all.propagated, all.trial.profile).value();
  for (int round = 0; round < 60; ++round) {
    sharded.restore(best);
    const double share = round % 2 == 0 ? 0.1 : 1;
    for (std::size_t value = 0; value < sharded.value_count(); ++value)
      if (!sharded.is_fixed(value) && choices.chance(share))
        if (const auto candidates = sharded.candidates(value); !candidates.empty())
          sharded.move(value, choices.one_of(candidates));
    descend(sharded);
    for (const Program &program : programs_with(sharded, Homes(sharded.homes())))
      if (const auto cost = plan_cost(program, all.trial.profile); cost && *cost < least) {
        least = *cost;
        best = sharded.homes();
      }
  }
  return least;
}

TEST(ChooseRandom, IsWithinFivePercentOfWhatALongSearchFinds) {
  constexpr std::size_t kMostInstructions = 30; // in larger programs a long search may find more
  int programs = 0;
  for (std::uint64_t seed = 1000; seed < 1400 && programs < 35; ++seed) {
    if (instruction_count(random_plan(seed).program) > kMostInstructions)
      continue;
    const auto all = planned(seed);
    if (!all)
      continue;
    ++programs;
    const double least = long_search(*all, seed);
    EXPECT_LE(plan_cost(all->choice.program, all->trial.profile).value(), 1.05 * least)
        << "seed " << seed << "\n"
        << to_string(all->trial.program, {.types = true});
  }
  EXPECT_EQ(programs, 35);
}

TEST(ChooseRandom, GivesTheSameTextEachTime) {
  for (std::uint64_t seed = 2000; seed < 2020; ++seed) {
    if (const auto first = planned(seed)) {
      EXPECT_EQ(to_string(first->choice.program), to_string(planned(seed)->choice.program))
          << "seed " << seed;
    }
  }
}

// Above a thousand instructions rivals are only cleaned up where they have a chance.
TEST(ChooseRandom, OfALargeProgramIsNeverDearerThanASingleStrategy) {
  RandomProgramOptions options;
  options.operations = 1300;
  options.blocks = 0;
  options.mesh = Mesh(DeviceGrid({4, 2}), {"x", "y"});
  const Program program = inline_calls(random_program(3, options));
  ASSERT_GT(program.main().instructions.size(), 1000u);
  const Program propagated = propagate(program);
  const double chosen =
      plan_cost(choose(program, propagated, uniform_profile()), uniform_profile()).value();
  const MachineProfile profile = uniform_profile();
  StrategyPrices prices(*propagated.mesh, profile);
  ShardedProgram sharded(program, propagated, prices);
  std::vector<Homes> rivals = single_strategies(sharded, propagated.main());
  rivals.push_back(greedy_homes(sharded));
  EXPECT_GE(rivals.size(), 4u);
  EXPECT_LE(chosen, plan_cost(propagated, profile).value() * kRounding);
  for (const Homes &homes : rivals) {
    sharded.restore(homes);
    if (const auto cost = plan_cost(sharded.program(), profile)) {
      EXPECT_LE(chosen, *cost * kRounding);
    }
  }
}

TEST(CleanUpRandom, LetsMemoryGrowByATenthInAll) {
  int grown = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed)
    if (const auto all = planned(seed)) {
      const Program moved = clean_up_moves(partition(all->choice.program, all->trial.profile),
                                           all->trial.profile, {});
      const Program after =
          clean_up(partition(all->choice.program, all->trial.profile), all->trial.profile);
      EXPECT_LE(live_bytes(after), kMostGrowthOfMemory * live_bytes(moved)) << "seed " << seed;
      grown += live_bytes(after) > live_bytes(moved);
    }
  EXPECT_GT(grown, 0);
}

const Mesh kMesh(DeviceGrid({4, 2}), {"data", "model"});

TEST(ChooseTransformer, IsFarCheaperThanWhatIsNotCut) {
  const Program step = transformer_step({.layers = 1}, Optimizer::sgd, kMesh);
  const Program propagated = propagate(step);
  const Program chosen = choose(step, propagated, uniform_profile());
  // Eight devices, and most of the time is computing.
  EXPECT_LT(plan_cost(chosen).value(), plan_cost(propagated).value() / 5);
}

TEST(ChooseTransformer, IsCheaperThanByHandAndTheSameEachTime) {
  const Program step =
      with_data_and_tensor_parallelism(transformer_step({.layers = 1}, Optimizer::adam, kMesh));
  const Program propagated = propagate(step);
  const Program chosen = choose(step, propagated, uniform_profile());
  EXPECT_LT(plan_cost(chosen).value(), plan_cost(propagated).value());
  EXPECT_EQ(to_string(chosen), to_string(choose(step, propagated, uniform_profile())));
}

} // namespace
} // namespace brigade::testing

#include "brigade/gspmd/choose.hpp"

#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/sharded_block.hpp"
#include "brigade/gspmd/sharding_descent.hpp"
#include "brigade/gspmd/sharding_starts.hpp"
#include "brigade/ir/inline_calls.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace brigade {

namespace {

constexpr std::size_t kSmall = 64; ///< instructions: so few allow many descents
constexpr std::size_t kDescents = 3, kDescentsOfSmall = 8;
// To partition and clean up a large program takes a while. There, what is not thought to be within
// this of the best is left out: no clean-up has saved three quarters of what moves.
constexpr std::size_t kLarge = 1000;
constexpr double kLeastOfMoves = 0.25;

/// Keeps the cheapest program, by what it costs partitioned and cleaned up.
class Contest {
public:
  Contest(ShardedBlock &block, const MachineProfile &profile, const ChoiceLimits &limits)
      : block_(block), profile_(profile), limits_(limits) {}

  /// @return what this program costs
  double enter(const Homes &homes, const Program &program) {
    const Program partitioned =
        clean_up(partition(program, block_.prices()), profile_, limits_.cleanup);
    const double seconds = cost_of(partitioned, profile_).total_seconds();
    const double bytes = limits_.memory_bytes > 0 ? peak_bytes(partitioned) : 0;
    const double excess = std::max(bytes - limits_.memory_bytes, 0.0);
    if (homes_.empty() || excess < excess_ || (excess == excess_ && seconds < seconds_)) {
      homes_ = homes;
      seconds_ = seconds;
      excess_ = excess;
    }
    return seconds;
  }

  /// The same, where it is possible and has a chance: no clean-up makes less to compute.
  void enter(const Homes &homes) {
    block_.restore(homes);
    const double seconds = block_.total_seconds(), compute = block_.compute_seconds();
    if (seconds >= StrategyPrices::kImpossible)
      return;
    const double least =
        block_.sites().size() > kLarge ? compute + kLeastOfMoves * (seconds - compute) : compute;
    if (excess_ > 0 || least < seconds_)
      enter(homes, block_.program());
  }

  const Homes &homes() const { return homes_; }
  double seconds() const { return seconds_; }
  bool fits() const { return excess_ == 0; }

private:
  ShardedBlock &block_;
  const MachineProfile &profile_;
  const ChoiceLimits &limits_;
  Homes homes_;
  double seconds_ = 0, excess_ = 0;
};

/// Homes with what they are thought to cost.
struct Start {
  Homes homes;
  double seconds = 0;
};

// The descents from the best of the starts, and from the first.
void descend_from(std::vector<Start> starts, ShardedBlock &block, Contest &contest) {
  std::stable_sort(starts.begin() + 1, starts.end(),
                   [](const Start &a, const Start &b) { return a.seconds < b.seconds; });
  const std::size_t most = block.sites().size() <= kSmall ? kDescentsOfSmall : kDescents;
  std::vector<Homes> ends;
  for (std::size_t i = 0; i < std::min(starts.size(), most); ++i) {
    block.restore(starts[i].homes);
    descend(block);
    if (std::ranges::find(ends, block.homes()) != ends.end())
      continue;
    ends.push_back(block.homes());
    contest.enter(ends.back());
  }
}

std::vector<Departure> departures(ShardedBlock &block, const Homes &propagated,
                                  const Program &program) {
  std::vector<Departure> all;
  block.total_seconds();
  for (std::size_t value = 0; value < propagated.size(); ++value) {
    const LayoutId home = block.home(value);
    if (home == propagated[value])
      continue;
    const std::span<const std::size_t> alone(&value, 1);
    const double here = block.seconds_around(alone);
    block.move(value, propagated[value]);
    const double there = block.seconds_around(alone);
    block.move(value, home);
    all.push_back({{static_cast<std::int32_t>(value)},
                   program.main().values[value].sharding.value(),
                   there < StrategyPrices::kImpossible ? std::max(there - here, 0.0) : 0});
  }
  return all;
}

} // namespace

Choice choose_with_reasons(const Program &annotated, const Program &propagated,
                           const MachineProfile &profile, const ChoiceLimits &limits) {
  StrategyPrices prices(*propagated.mesh, profile);
  ShardedBlock block(inline_calls(annotated), propagated, prices);
  const Homes as_propagated = block.homes();
  Contest contest(block, profile, limits);
  Choice choice{propagated, {}, contest.enter(as_propagated, propagated), 0};
  std::vector<Start> starts;
  const auto add = [&](Homes homes) {
    block.restore(homes);
    starts.push_back({std::move(homes), block.total_seconds()});
  };
  add(as_propagated);
  add(greedy_homes(block));
  for (Homes &homes : single_strategies(block, propagated.main()))
    add(std::move(homes));
  const std::size_t simple = starts.size();
  for (Homes &homes : paired_strategies(block, propagated.main()))
    add(std::move(homes));
  descend_from(starts, block, contest);
  for (std::size_t i = 1; i < simple; ++i)
    contest.enter(starts[i].homes);
  // The dearer memory is, the less of the parameters each device holds.
  for (double charge = 1e-3; !contest.fits() && charge < 1e3; charge *= 10) {
    block.charge_parameters(charge * choice.propagated_seconds / limits.memory_bytes);
    for (Start &start : starts) {
      block.restore(start.homes);
      start.seconds = block.total_seconds();
    }
    descend_from(starts, block, contest);
  }
  block.charge_parameters(0);
  choice.seconds = contest.seconds();
  if (contest.homes() == as_propagated)
    return choice;
  block.restore(contest.homes());
  choice.departures = departures(block, as_propagated, propagated);
  choice.program = block.program();
  return choice;
}

Program choose(const Program &annotated, const Program &propagated, const MachineProfile &profile) {
  return choose_with_reasons(annotated, propagated, profile).program;
}

} // namespace brigade

#include "brigade/gspmd/choose.hpp"

#include "brigade/core/random.hpp"
#include "brigade/gspmd/bucket_collectives.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/gathered_program.hpp"
#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/sharded_program.hpp"
#include "brigade/gspmd/sharding_descent.hpp"
#include "brigade/gspmd/sharding_starts.hpp"
#include "brigade/ir/renumber.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace brigade {

namespace {

constexpr std::size_t kSmall = 64; ///< sites: so few allow many descents
constexpr std::size_t kDescents = 3;
// Of small programs; and of those with calls, and where parameters may be cut too, where descents
// end in more different places.
constexpr std::size_t kManyDescents = 8;
constexpr int kRoundsAround = 12;
constexpr double kSharesThatMove[] = {0.1, 0.3};
// To find the buckets of a large program takes a while. There, they are found for what the best
// buckets could make the cheapest.
constexpr std::size_t kLarge = 1000;
constexpr double kWorthLeaving = 5e-3; ///< of the time: for less a plan stays as it was propagated
constexpr double kRounding = 1e-9;     ///< what a sum in another order may differ by
constexpr double kPriceOfATie = 1e-4; ///< of the time, for all parameters: too little to count else

double parameter_bytes(const Program &program) {
  double bytes = 0;
  for (const ValueId id : program.main().parameters) {
    const Value &value = program.main().value(id);
    bytes += largest_block_bytes(value.type, value.sharding.value(), *program.mesh);
  }
  return bytes;
}

/// Homes with what they cost, or are thought to.
struct Start {
  Homes homes;
  double seconds = 0;
  std::vector<std::size_t> gathered_once = {};
};

/// Keeps the cheapest program, by what it costs partitioned and cleaned up.
class Contest {
public:
  Contest(ShardedProgram &sharded, const MachineProfile &profile, const ChoiceLimits &limits)
      : sharded_(sharded), profile_(profile), limits_(limits), classes_(sharded.classes()),
        is_large_(sharded.joined().block.instructions.size() > kLarge) {}

  /// @return what this program costs; if that is more than the best, of a large program less
  double enter(const Homes &homes, const Program &program) {
    return enter(homes, program, classes_, {});
  }

  /// The same of values with these homes; of a small program also of what gathers the operands of
  /// its sums where that seems cheaper, and what is gathered once, and the least of what was
  /// entered with these homes. Infinite where it is impossible.
  double enter(const Homes &homes) {
    const std::vector<std::size_t> &once = sharded_.gathered_once();
    double seconds = std::numeric_limits<double>::infinity();
    bool is_known = false; // without what gathers
    for (const Start &other : entered_)
      if (other.homes == homes) {
        is_known = true;
        seconds = std::min(seconds, other.seconds);
        if (other.gathered_once == once)
          return seconds;
      }
    sharded_.restore(homes);
    if (sharded_.total_seconds() < StrategyPrices::kImpossible) {
      if (const double least = sharded_.compute_seconds(); has_no_chance(least)) {
        seconds = least;
      } else {
        const auto gathering = is_large() ? std::nullopt : program_with_gathers(sharded_);
        if (!is_known)
          seconds = enter(homes, sharded_.program());
        if (gathering)
          seconds = std::min(seconds, enter(homes, gathering->program, gathering->classes, once));
      }
    }
    entered_.push_back({homes, seconds, once});
    return seconds;
  }

  /// The best, with sums left to those who call the blocks that make them.
  void enter_reduced_by_callers(const Homes &best) {
    sharded_.restore(best);
    enter(homes_reduced_by_callers(sharded_));
  }

  /// Of a large program only the best is entered with its sums gathered too, when all are in.
  void enter_gathered_best() {
    if (!is_large())
      return;
    sharded_.restore(homes_);
    if (sharded_.total_seconds() >= StrategyPrices::kImpossible)
      return;
    if (const auto gathering = program_with_gathers(sharded_))
      enter(Homes(homes_), gathering->program, gathering->classes, {});
  }

  const Homes &homes() const { return homes_; }
  /// The first that took as little time, whatever it holds of parameters.
  const Homes &cheapest() const { return cheapest_; }
  /// Of the best (sharded_program.hpp).
  const std::vector<std::size_t> &gathered_once() const { return gathered_once_; }
  const Program &program() const { return program_; }
  double seconds() const { return seconds_; }
  bool fits() const { return excess_ == 0; }
  bool is_large() const { return is_large_; }

private:
  /// A large program that takes at least so long.
  bool has_no_chance(double seconds) const {
    return is_large() && !homes_.empty() && fits() && seconds > seconds_ * (1 + kRounding);
  }

  double enter(const Homes &homes, const Program &program, const OperationClasses &classes,
               const std::vector<std::size_t> &gathered_once) {
    const Program partitioned = partition(program, sharded_.prices(), classes);
    const Program moved = clean_up_moves(partitioned, profile_, limits_.cleanup);
    if (is_large())
      if (const double least = least_seconds_in_buckets(moved, profile_); has_no_chance(least))
        return least;
    const double seconds =
        cost_of(join_moves(moved, profile_, limits_.cleanup), profile_).total_seconds();
    const double bytes =
        limits_.memory_bytes > 0
            ? memory_of(clean_up(partitioned, profile_, limits_.cleanup), profile_).total_bytes()
            : 0;
    const double excess = std::max(bytes - limits_.memory_bytes, 0.0);
    const double held = limits_.cut_parameters ? parameter_bytes(partitioned) : 0;
    const bool is_cheaper = homes_.empty() || excess < excess_ ||
                            (excess == excess_ && seconds < seconds_ - kRounding * seconds_);
    if (is_cheaper)
      cheapest_ = homes;
    if (is_cheaper ||
        (excess == excess_ && seconds <= seconds_ + kRounding * seconds_ && held < held_)) {
      homes_ = homes;
      gathered_once_ = gathered_once;
      program_ = program;
      seconds_ = seconds;
      excess_ = excess;
      held_ = held;
    }
    return seconds;
  }

  ShardedProgram &sharded_;
  const MachineProfile &profile_;
  const ChoiceLimits &limits_;
  const OperationClasses classes_;
  const bool is_large_;
  std::vector<Start> entered_;
  Homes homes_, cheapest_;
  std::vector<std::size_t> gathered_once_;
  Program program_;
  double seconds_ = 0, excess_ = 0, held_ = 0;
};

std::size_t descent_count(const ShardedProgram &sharded, const ChoiceLimits &limits) {
  const bool has_calls = sharded.joined().results.size() > 1;
  return sharded.sites().size() <= kSmall || has_calls || limits.cut_parameters ? kManyDescents
                                                                                : kDescents;
}

// So many descents from the best of the starts, and from the first. To clean up a large program
// takes a while: what ends no lower than the descent before it is left out there.
void descend_from(std::vector<Start> starts, std::size_t most, ShardedProgram &sharded,
                  Contest &contest) {
  std::stable_sort(starts.begin() + 1, starts.end(),
                   [](const Start &a, const Start &b) { return a.seconds < b.seconds; });
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(starts.size(), most); ++i) {
    sharded.restore(starts[i].homes);
    descend(sharded);
    const double seconds = sharded.total_seconds();
    if (contest.is_large() && seconds >= least * (1 - kRounding))
      continue;
    least = std::min(least, seconds);
    contest.enter(Homes(sharded.homes()));
  }
}

// A small program also tries what lies around the best: some values are put somewhere else, at
// random but the same each time, and descend again.
void look_around(ShardedProgram &sharded, Contest &contest) {
  const RandomStream random(0);
  std::uint64_t next = 0;
  for (int round = 0; round < kRoundsAround; ++round) {
    sharded.restore(contest.cheapest());
    const double share = kSharesThatMove[round % 2];
    for (std::size_t value = 0; value < sharded.value_count(); ++value)
      if (!sharded.is_fixed(value) && random.uniform(next++) < share)
        if (const auto candidates = sharded.candidates(value); !candidates.empty())
          sharded.move(value, candidates[static_cast<std::size_t>(random.integer(
                                  next++, static_cast<std::int64_t>(candidates.size())))]);
    descend(sharded);
    contest.enter(Homes(sharded.homes()));
  }
}

// Annotated values that several operations use, gathered once: all of them, with all else whole,
// and with what then is the cheapest; in a small program also each by itself, where that makes it
// cheaper. @return what the first of these costs
double gather_once(const Homes &whole, bool is_small, ShardedProgram &sharded, Contest &contest) {
  const std::vector<std::size_t> shared = sharded.shared_in_parts();
  if (shared.empty() || contest.is_large())
    return std::numeric_limits<double>::infinity();
  const auto descend_from = [&](const Homes &homes) {
    sharded.restore(homes);
    descend(sharded);
    contest.enter(Homes(sharded.homes()));
  };
  sharded.set_gathered_once(shared);
  const double seconds = contest.enter(whole);
  descend_from(whole);
  descend_from(contest.cheapest());
  if (is_small && shared.size() > 1)
    for (const std::size_t value : shared) {
      std::vector<std::size_t> once = contest.gathered_once();
      if (std::erase(once, value) == 0)
        once.insert(std::ranges::lower_bound(once, value), value);
      sharded.set_gathered_once(std::move(once));
      descend_from(contest.cheapest());
    }
  sharded.set_gathered_once(contest.gathered_once());
  return seconds;
}

void price_again(std::vector<Start> &starts, ShardedProgram &sharded) {
  for (Start &start : starts) {
    sharded.restore(start.homes);
    start.seconds = sharded.total_seconds();
  }
}

std::vector<Departure> departures(ShardedProgram &sharded, const Homes &propagated,
                                  const Program &program) {
  std::vector<Departure> all;
  sharded.total_seconds();
  const auto look_at = [&](std::size_t in_block, std::size_t value, ValueId id) {
    const LayoutId home = sharded.home(value);
    if (home == propagated[value])
      return;
    const std::span<const std::size_t> alone(&value, 1);
    const double here = sharded.seconds_around(alone);
    sharded.move(value, propagated[value]);
    const double there = sharded.seconds_around(alone);
    sharded.move(value, home);
    all.push_back({id, program.blocks[in_block].value(id).sharding.value(),
                   there < StrategyPrices::kImpossible
                       ? std::max(there - here, 0.0) / sharded.alike(value)
                       : 0,
                   in_block});
  };
  for (std::size_t b = 0; b < program.blocks.size(); ++b)
    for (std::size_t i = 0; i < program.blocks[b].values.size(); ++i) {
      const ValueId id{static_cast<std::int32_t>(i)};
      look_at(b, sharded.like(sharded.joined().index(b, id)), id);
    }
  return all;
}

} // namespace

Choice choose_with_reasons(const Program &annotated, const Program &propagated,
                           const MachineProfile &profile, const ChoiceLimits &limits) {
  StrategyPrices prices(*propagated.mesh, profile);
  ShardedProgram sharded(annotated, propagated, prices);
  const Homes as_propagated = sharded.homes();
  Contest contest(sharded, profile, limits);
  Choice choice{propagated, {}, contest.enter(as_propagated, propagated), 0};
  const bool is_small = sharded.sites().size() <= kSmall;
  const double bytes = limits.cut_parameters ? parameter_bytes(propagated) : 0;
  const auto charge_for_ties = [&] {
    if (bytes > 0)
      sharded.charge_parameters(kPriceOfATie * choice.propagated_seconds / bytes);
  };
  if (!is_small)
    charge_for_ties();
  std::vector<Start> starts;
  const auto add = [&](Homes homes) {
    sharded.restore(homes);
    starts.push_back({std::move(homes), sharded.total_seconds()});
    sharded.restore(as_propagated);
  };
  add(as_propagated);
  add(greedy_homes(sharded));
  if (Homes homes = homes_without_size_1(sharded); homes != as_propagated)
    add(std::move(homes));
  const std::size_t whole = starts.size();
  for (Homes &homes : single_strategies(sharded, sharded.joined().block))
    add(std::move(homes));
  const std::size_t simple = starts.size();
  for (Homes &homes : paired_strategies(sharded, sharded.joined().block))
    add(std::move(homes));
  const std::size_t descents = descent_count(sharded, limits);
  descend_from(starts, descents, sharded, contest);
  double least_simple = choice.propagated_seconds;
  for (std::size_t i = 1; i < simple; ++i)
    least_simple = std::min(least_simple, contest.enter(starts[i].homes));
  if (is_small)
    look_around(sharded, contest);
  least_simple =
      std::min(least_simple, gather_once(starts[whole].homes, is_small, sharded, contest));
  // So far a small program was searched as where no parameter may be cut. What more is tried makes
  // it no dearer. To search a large one twice takes too long.
  if (is_small && bytes > 0) {
    contest.enter_reduced_by_callers(Homes(contest.cheapest()));
    charge_for_ties();
    price_again(starts, sharded);
    descend_from(starts, descents, sharded, contest);
  }
  // The dearer memory is, the less of the parameters each device holds; whole copies take more.
  if (!contest.fits())
    sharded.set_gathered_once({});
  for (double charge = 1e-3; !contest.fits() && charge < 1e3; charge *= 10) {
    sharded.charge_parameters(charge * choice.propagated_seconds / limits.memory_bytes);
    price_again(starts, sharded);
    descend_from(starts, descents, sharded, contest);
  }
  sharded.charge_parameters(0);
  sharded.set_gathered_once(contest.gathered_once());
  contest.enter_reduced_by_callers(Homes(contest.homes()));
  contest.enter_gathered_best();
  choice.seconds = contest.seconds();
  const bool is_worth_it = limits.memory_bytes > 0 || limits.cut_parameters ||
                           least_simple < (1 - kRounding) * choice.propagated_seconds ||
                           choice.seconds < (1 - kWorthLeaving) * choice.propagated_seconds;
  if (contest.program() == propagated || !is_worth_it) {
    choice.seconds = choice.propagated_seconds;
    return choice;
  }
  sharded.restore(contest.homes());
  choice.departures = departures(sharded, as_propagated, propagated);
  choice.program = contest.program();
  // Constraints that gather have values between those of the propagated program.
  std::vector<std::vector<ValueId>> now;
  for (Block &of_choice : choice.program.blocks) {
    of_choice = renumber(std::move(of_choice));
    now.push_back(propagated_values(of_choice));
  }
  for (Departure &departure : choice.departures)
    departure.value = now[departure.block][static_cast<std::size_t>(departure.value.index)];
  return choice;
}

std::vector<ValueId> propagated_values(const Block &chosen) {
  std::vector<ValueId> values = chosen.parameters;
  for (const Instruction &instruction : chosen.instructions)
    if (!is_chosen_gather(instruction))
      values.insert(values.end(), instruction.results.begin(), instruction.results.end());
  return values;
}

bool is_chosen_gather(const Instruction &instruction) {
  return instruction.operation == Operation::constraint && instruction.cause.has_value();
}

Program choose(const Program &annotated, const Program &propagated, const MachineProfile &profile) {
  return choose_with_reasons(annotated, propagated, profile).program;
}

} // namespace brigade

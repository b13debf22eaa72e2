#include "brigade/gspmd/sharding_descent.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace brigade {

namespace {

constexpr int kMostSweeps = 8;
constexpr int kSweepsWithChains = 2;
constexpr int kMostTriesOfAChain = 24;   ///< in a sweep
constexpr std::size_t kMostPartial = 16; ///< values that are left partial together
constexpr std::size_t kMostAsked = 4;    ///< values of those that calls join, where they might lie
constexpr double kLess = 1 - 1e-9;       ///< what sums in another order may differ by is no gain

class Descent {
public:
  explicit Descent(ShardedProgram &sharded)
      : sharded_(sharded), is_due_(sharded.value_count(), true), chains_(sharded.value_count()),
        reached_(sharded.value_count(), 0) {
    std::iota(chains_.begin(), chains_.end(), std::size_t{0});
    for (const ShardedProgram::Site &site : sharded.sites())
      if (site.is_chained)
        for (const std::vector<std::size_t> *values : {&site.operands, &site.results})
          for (const std::size_t value : *values)
            if (!sharded.is_fixed(value) && !sharded.is_fixed(site.results[0]))
              chains_[chain(value)] = chain(site.results[0]);
  }

  double run() {
    double least = sharded_.total_seconds();
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      const std::vector<LayoutId> homes = sharded_.homes();
      if (!this->sweep(sweep))
        break;
      const double seconds = sharded_.total_seconds();
      if (!(seconds < least * kLess)) {
        sharded_.restore(homes);
        least = sharded_.total_seconds();
        break;
      }
      least = seconds;
    }
    return least;
  }

private:
  bool sweep(int number) {
    std::vector<bool> due = std::exchange(is_due_, std::vector<bool>(is_due_.size(), false));
    bool improved = false;
    if (number < kSweepsWithChains) {
      tries_.assign(is_due_.size(), 0);
      for (std::size_t value = 0; value < due.size(); ++value)
        if (due[value] && !sharded_.is_fixed(value)) {
          if (heads_a_chain(value))
            improved = move_chain(value) || improved;
          if (!sharded_.producers(value).empty())
            improved = leave_partial(value) || improved;
        }
    }
    if (number < kSweepsWithChains)
      improved = move_across_calls(due) || improved;
    for (std::size_t i = 0; i < due.size(); ++i) {
      const std::size_t value = number % 2 == 0 ? i : due.size() - 1 - i;
      if (due[value] || is_due_[value])
        improved = move_alone(value) || improved;
    }
    for (std::size_t site = 0; site < sharded_.sites().size(); ++site)
      if (touches(site, due) || touches(site, is_due_))
        improved = move_together(site) || improved;
    return improved;
  }

  bool touches(std::size_t site, const std::vector<bool> &due) const {
    const auto is_due = [&](std::size_t value) { return bool(due[value]); };
    return std::ranges::any_of(sharded_.sites()[site].operands, is_due) ||
           std::ranges::any_of(sharded_.sites()[site].results, is_due);
  }

  std::size_t chain(std::size_t value) {
    while (chains_[value] != value)
      value = chains_[value] = chains_[chains_[value]];
    return value;
  }

  bool heads_a_chain(std::size_t value) const {
    const auto is_chained = [&](std::size_t site) { return sharded_.sites()[site].is_chained; };
    // What a call is given stays where it is annotated.
    const auto follows = [&](std::size_t producer) {
      const ShardedProgram::Site &site = sharded_.sites()[producer];
      return site.is_chained && !(site.is_boundary() && sharded_.is_fixed(site.operands[0]));
    };
    return std::ranges::none_of(sharded_.producers(value), follows) &&
           std::ranges::any_of(sharded_.users(value), is_chained);
  }

  // What lies next to these values may now do better elsewhere.
  void accept(std::span<const std::size_t> values) {
    sharded_.settle();
    const auto mark_around = [&](std::size_t site) {
      for (const std::size_t value : sharded_.sites()[site].operands)
        is_due_[value] = true;
      for (const std::size_t value : sharded_.sites()[site].results)
        is_due_[value] = true;
    };
    for (const std::size_t value : values) {
      is_due_[value] = true;
      for (const std::size_t producer : sharded_.producers(value))
        mark_around(producer);
      for (const std::size_t user : sharded_.users(value))
        mark_around(user);
    }
  }

  bool move_alone(std::size_t value) {
    if (sharded_.is_fixed(value))
      return false;
    const std::span<const std::size_t> alone(&value, 1);
    const LayoutId before = sharded_.home(value);
    LayoutId best = before;
    double least = sharded_.seconds_around(alone);
    for (const LayoutId candidate : sharded_.candidates(value)) {
      sharded_.move(value, candidate);
      if (const double seconds = sharded_.seconds_around(alone); seconds < least * kLess) {
        least = seconds;
        best = candidate;
      }
      sharded_.move(value, before);
    }
    if (best == before)
      return false;
    sharded_.move(value, best);
    sharded_.seconds_around(alone);
    accept(alone);
    return true;
  }

  struct Move {
    std::vector<std::size_t> values;
    std::vector<LayoutId> homes;
  };

  // Makes the move if it is worth it.
  bool try_move(const Move &move) {
    const double before = sharded_.seconds_around(move.values);
    std::vector<LayoutId> homes;
    for (std::size_t i = 0; i < move.values.size(); ++i) {
      homes.push_back(sharded_.home(move.values[i]));
      sharded_.move(move.values[i], move.homes[i]);
    }
    if (sharded_.seconds_around(move.values) < before * kLess) {
      accept(move.values);
      return true;
    }
    for (std::size_t i = 0; i < move.values.size(); ++i)
      sharded_.move(move.values[i], homes[i]);
    return false;
  }

  // Lets the operands of an instruction, and then its results, lie as they come. Two partial
  // results are worth adding only where both stay partial, which no move of one value finds.
  bool move_together(std::size_t at) {
    const ShardedProgram::Site &site = sharded_.sites()[at];
    if (site.is_move)
      return false;
    Move move;
    std::vector<LayoutId> before;
    const auto let_lie_as_it_comes = [&](std::size_t value) {
      const std::span<const std::size_t> producers = sharded_.producers(value);
      if (producers.empty() || sharded_.is_fixed(value) || sharded_.sites()[producers[0]].is_move ||
          std::ranges::find(move.values, value) != move.values.end())
        return;
      const std::vector<std::size_t> &results = sharded_.sites()[producers[0]].results;
      const auto place =
          static_cast<std::size_t>(std::ranges::find(results, value) - results.begin());
      const std::vector<LayoutId> &lies = sharded_.ways(producers[0]).as_it_comes;
      if (lies.empty())
        return;
      move.values.push_back(value);
      move.homes.push_back(lies[place]);
      before.push_back(sharded_.home(value));
      sharded_.move(value, lies[place]);
    };
    for (const std::size_t value : site.operands)
      let_lie_as_it_comes(value);
    for (const std::size_t value : site.results)
      let_lie_as_it_comes(value);
    for (std::size_t i = 0; i < move.values.size(); ++i)
      sharded_.move(move.values[i], before[i]);
    return move.values.size() > 1 && before != move.homes && try_move(move);
  }

  // Moves the value, and lets what follows from it by elementwise and shape operations, there and
  // back, lie as it does.
  bool move_chain(std::size_t head) {
    bool moved = false;
    for (const LayoutId candidate : sharded_.candidates(head)) {
      if (is_partial(candidate))
        continue;
      if (++tries_[chain(head)] > kMostTriesOfAChain)
        break;
      const Move move = follow(head, candidate);
      moved = (move.values.size() > 1 && try_move(move)) || moved;
    }
    return moved;
  }

  // What the boundaries of calls join should lie alike, and no move of one value finds where: each
  // such set moves together to where one of its values might, and with what is made of it.
  bool move_across_calls(const std::vector<bool> &due) {
    bool moved = false;
    std::vector<bool> is_joined(due.size(), false);
    for (const ShardedProgram::Site &site : sharded_.sites()) {
      if (!site.is_boundary() || is_joined[site.results[0]])
        continue;
      const std::vector<std::size_t> joined =
          sharded_.joined_by_calls(site.results[0], sharded_.value_count());
      for (const std::size_t value : joined)
        is_joined[value] = true;
      if (std::ranges::any_of(joined, [&](std::size_t value) { return bool(due[value]); }))
        moved = move_joined(joined) || moved;
    }
    return moved;
  }

  bool move_joined(const std::vector<std::size_t> &joined) {
    std::vector<LayoutId> candidates;
    for (std::size_t i = 0; i < std::min(joined.size(), kMostAsked); ++i)
      if (!sharded_.is_fixed(joined[i]))
        for (const LayoutId candidate : sharded_.candidates(joined[i]))
          if (std::ranges::find(candidates, candidate) == candidates.end())
            candidates.push_back(candidate);
    bool moved = false;
    for (const LayoutId candidate : candidates) {
      Move move;
      for (const std::size_t value : joined)
        if (!sharded_.is_fixed(value) && sharded_.home(value) != candidate &&
            !(is_partial(candidate) &&
              (sharded_.joined().is_argument[value] || sharded_.producers(value).empty()))) {
          move.values.push_back(value);
          move.homes.push_back(candidate);
        }
      if (move.values.size() < 2)
        continue;
      if (try_move(move)) {
        moved = true;
        continue;
      }
      const std::size_t joined_alone = move.values.size();
      move = with_what_is_made_of_it(std::move(move));
      moved = (move.values.size() > joined_alone && try_move(move)) || moved;
    }
    return moved;
  }

  // What follows by elementwise and shape operations, in the blocks where the values are.
  Move with_what_is_made_of_it(Move move) {
    for (const std::size_t value : move.values)
      reached_[value] = 1;
    for (std::size_t next = 0; next < move.values.size(); ++next)
      for (const std::size_t user : sharded_.users(move.values[next])) {
        const ShardedProgram::Site &site = sharded_.sites()[user];
        if (!site.is_chained || site.is_boundary())
          continue;
        const auto from = static_cast<std::size_t>(
            std::ranges::find(site.operands, move.values[next]) - site.operands.begin());
        for (std::size_t i = 0; i < site.results.size(); ++i)
          reach(move, site, from, move.homes[next], site.operands.size() + i);
      }
    for (const std::size_t value : move.values)
      reached_[value] = 0;
    return move;
  }

  // Leaves the value partial, and what is made of it, as far as that comes out partial.
  bool leave_partial(std::size_t head) {
    bool moved = false;
    for (const LayoutId candidate : sharded_.candidates(head)) {
      if (!is_partial(candidate))
        continue;
      Move move{{head}, {candidate}};
      std::vector<LayoutId> before{sharded_.home(head)};
      sharded_.move(head, candidate);
      for (std::size_t next = 0; next < move.values.size(); ++next)
        for (const std::size_t user : sharded_.users(move.values[next])) {
          const ShardedProgram::Site &site = sharded_.sites()[user];
          const std::vector<LayoutId> lies = lie_as_they_come(user);
          for (std::size_t i = 0; i < lies.size(); ++i) {
            const std::size_t result = site.results[i];
            if (!is_partial(lies[i]) || sharded_.is_fixed(result) ||
                sharded_.home(result) == lies[i] ||
                std::ranges::find(move.values, result) != move.values.end())
              continue;
            move.values.push_back(result);
            move.homes.push_back(lies[i]);
            before.push_back(sharded_.home(result));
            sharded_.move(result, lies[i]);
          }
          if (move.values.size() >= kMostPartial)
            break;
        }
      for (std::size_t i = 0; i < move.values.size(); ++i)
        sharded_.move(move.values[i], before[i]);
      moved = (move.values.size() > 1 && try_move(move)) || moved;
    }
    return moved;
  }

  // The results of an instruction. What is returned by a call lies as it was computed there.
  std::vector<LayoutId> lie_as_they_come(std::size_t at) {
    const ShardedProgram::Site &site = sharded_.sites()[at];
    if (!site.is_move)
      return sharded_.ways(at).as_it_comes;
    if (site.is_boundary() && !sharded_.joined().is_argument[site.results[0]])
      return {sharded_.home(site.operands[0])};
    return {};
  }

  bool is_partial(LayoutId layout) const {
    return !sharded_.prices().layout(layout).unreduced.empty();
  }

  static std::size_t value_at(const ShardedProgram::Site &site, std::size_t i) {
    return i < site.operands.size() ? site.operands[i] : site.results[i - site.operands.size()];
  }

  // Lets the operand or result at `to` follow that at `from`, which will lie in a layout.
  void reach(Move &move, const ShardedProgram::Site &site, std::size_t from, LayoutId layout,
             std::size_t to) {
    const std::size_t other = value_at(site, to);
    if (sharded_.is_fixed(other) || reached_[other] != 0)
      return;
    const LayoutId home = sharded_.home(other);
    const LayoutId follows = sharded_.prices().projected(site.operation, from, layout, to, home);
    if (follows == home)
      return;
    reached_[other] = 1;
    move.values.push_back(other);
    move.homes.push_back(follows);
  }

  Move follow(std::size_t head, LayoutId layout) {
    Move move{{head}, {layout}};
    std::vector<std::size_t> &values = move.values;
    reached_[head] = 1;
    for (std::size_t next = 0; next < values.size(); ++next) {
      const auto reach_around = [&](std::size_t at) {
        const ShardedProgram::Site &site = sharded_.sites()[at];
        if (!site.is_chained)
          return;
        std::size_t from = 0;
        while (value_at(site, from) != values[next])
          ++from;
        for (std::size_t to = 0; to < site.operands.size() + site.results.size(); ++to)
          reach(move, site, from, move.homes[next], to);
      };
      for (const std::size_t producer : sharded_.producers(values[next]))
        reach_around(producer);
      for (const std::size_t user : sharded_.users(values[next]))
        reach_around(user);
    }
    for (const std::size_t value : values)
      reached_[value] = 0;
    return move;
  }

  ShardedProgram &sharded_;
  std::vector<bool> is_due_; ///< values near which something has changed since they were tried
  std::vector<std::size_t> chains_; ///< sets that elementwise and shape operations join, as trees
  std::vector<int> tries_;          ///< of each chain in this sweep
  std::vector<char> reached_;       ///< 1 for values that follow already
};

} // namespace

double descend(ShardedProgram &sharded) { return Descent(sharded).run(); }

} // namespace brigade

#include "brigade/gspmd/device/order.hpp"

#include "brigade/gspmd/partitioned_block.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

namespace brigade {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
// What a collective of at most so much is made of may lie around for longer.
constexpr std::int64_t kSmallBytes = 4096;

/// How many bytes are in use as units run.
class InUse {
public:
  InUse(const DeviceProgram &program, const Units &units, const std::vector<bool> &counted)
      : roots_(memory_roots(program, units)), readers_(roots_.size(), 0), bytes_(roots_.size(), 0) {
    for (const Unit &unit : units.units) {
      for (const ValueId read : roots_read(unit))
        ++readers_[at(read)];
      for (const ValueId write : unit.writes)
        if (root(write) == write && counted[at(write)])
          bytes_[at(write)] = program.block.type(write).bytes();
    }
    for (const Result &result : program.block.results)
      ++readers_[at(root(result.value))]; // in use to the end
  }

  std::int64_t change(const Unit &unit) const {
    std::int64_t change = 0;
    for (const ValueId write : unit.writes)
      if (root(write) == write)
        change += bytes_[at(write)];
    for (const ValueId read : roots_read(unit))
      if (readers_[at(read)] == 1)
        change -= bytes_[at(read)];
    return change;
  }
  /// Returns what is in use while it runs.
  std::int64_t run(const Unit &unit) {
    std::int64_t made = 0;
    for (const ValueId write : unit.writes)
      if (root(write) == write)
        made += bytes_[at(write)];
    const std::int64_t most = now_ + made;
    now_ += change(unit);
    for (const ValueId read : roots_read(unit))
      --readers_[at(read)];
    return most;
  }

private:
  static std::size_t at(ValueId id) { return static_cast<std::size_t>(id.index); }
  ValueId root(ValueId id) const { return roots_[at(id)]; }
  std::vector<ValueId> roots_read(const Unit &unit) const {
    std::vector<ValueId> roots;
    for (const ValueId read : unit.reads)
      if (std::ranges::find(roots, root(read)) == roots.end())
        roots.push_back(root(read));
    if (unit.kind == UnitKind::alias) // its result is read by others later
      roots.clear();
    return roots;
  }

  std::vector<ValueId> roots_;
  std::vector<int> readers_; // units that have not run; aliases are not among them
  std::vector<std::int64_t> bytes_;
  std::int64_t now_ = 0;
};

struct Order {
  std::vector<std::size_t> units;
  std::int64_t peak = 0;
};

/// Takes the ready unit with the least `rank(unit, in use)` each time.
template <class Rank>
Order listed_by(const Units &units, const std::vector<std::set<std::size_t>> &before,
                const std::vector<std::set<std::size_t>> &behind, InUse in_use, Rank rank) {
  Order order;
  std::vector<std::size_t> waits, ready;
  for (std::size_t unit = 0; unit < units.units.size(); ++unit) {
    waits.push_back(before[unit].size());
    if (waits.back() == 0)
      ready.push_back(unit);
  }
  while (!ready.empty()) {
    const auto next =
        std::ranges::min_element(ready, {}, [&](std::size_t unit) { return rank(unit, in_use); });
    const std::size_t unit = *next;
    ready.erase(next);
    order.units.push_back(unit);
    order.peak = std::max(order.peak, in_use.run(units.units[unit]));
    for (const std::size_t next_unit : behind[unit])
      if (--waits[next_unit] == 0)
        ready.push_back(next_unit);
  }
  return order;
}

} // namespace

std::vector<ValueId> memory_roots(const DeviceProgram &program, const Units &units) {
  std::vector<ValueId> roots;
  for (std::size_t i = 0; i < program.block.values.size(); ++i)
    roots.push_back({static_cast<std::int32_t>(i)});
  for (const Unit &unit : units.units) // in an order in which operands come first
    if (unit.kind == UnitKind::alias) {
      const Instruction &instruction = program.block.instructions[unit.instructions[0]];
      for (std::size_t i = 0; i < instruction.results.size(); ++i)
        roots[static_cast<std::size_t>(instruction.results[i].index)] =
            roots[static_cast<std::size_t>(instruction.operands[i].index)];
    }
  return roots;
}

UnitOrder::UnitOrder(const DeviceProgram &program, const Units &units,
                     const std::vector<bool> &started)
    : program_(program), units_(units), started_(started), before_(units.units.size()),
      behind_(units.units.size()) {
  std::vector<std::size_t> maker(program.block.values.size(), kNone);
  for (std::size_t unit = 0; unit < units.units.size(); ++unit)
    for (const ValueId write : units.units[unit].writes)
      maker[static_cast<std::size_t>(write.index)] = unit;
  std::vector<std::pair<std::size_t, std::size_t>> collectives; // instruction, unit
  for (std::size_t unit = 0; unit < units.units.size(); ++unit) {
    for (const ValueId read : units.units[unit].reads)
      if (const std::size_t first = maker[static_cast<std::size_t>(read.index)]; first != kNone)
        let_precede(first, unit);
    if (const std::size_t instruction = units.units[unit].instructions[0];
        moves_data(program.block.instructions[instruction]))
      collectives.emplace_back(instruction, unit);
  }
  std::ranges::sort(collectives);
  for (std::size_t i = 1; i < collectives.size(); ++i)
    let_precede(collectives[i - 1].second, collectives[i].second);
  for (std::size_t i = collectives.size(); i-- > 1;)
    if (!started[collectives[i - 1].first] && is_small(collectives[i - 1].second))
      let_wait_for_next(collectives[i - 1].second, collectives[i].second, maker);
}

bool UnitOrder::is_small(std::size_t collective) const {
  std::int64_t bytes = 0;
  for (const ValueId read : units_.units[collective].reads)
    bytes += program_.block.type(read).bytes();
  return bytes <= kSmallBytes;
}

void UnitOrder::let_wait_for_next(std::size_t collective, std::size_t next,
                                  const std::vector<std::size_t> &maker) {
  std::vector<std::size_t> makers;
  for (const ValueId read : units_.units[next].reads)
    if (const std::size_t unit = maker[static_cast<std::size_t>(read.index)]; unit != kNone)
      makers.push_back(unit);
  if (std::ranges::all_of(makers, [&](std::size_t unit) { return can_precede(unit, collective); }))
    for (const std::size_t unit : makers)
      let_precede(unit, collective);
}

bool UnitOrder::can_precede(std::size_t before, std::size_t behind) const {
  // Not where a way leads from `behind` to `before`.
  std::vector<bool> seen(units_.units.size(), false);
  std::vector<std::size_t> open{behind};
  seen[behind] = true;
  while (!open.empty()) {
    const std::size_t unit = open.back();
    open.pop_back();
    if (unit == before)
      return false;
    for (const std::size_t next : behind_[unit])
      if (!seen[next]) {
        seen[next] = true;
        open.push_back(next);
      }
  }
  return true;
}

void UnitOrder::let_precede(std::size_t before, std::size_t behind) {
  before_[behind].insert(before);
  behind_[before].insert(behind);
}

std::vector<std::size_t> UnitOrder::listed(const std::vector<bool> &counted) const {
  const InUse in_use(program_, units_, counted);
  const Order by_memory =
      listed_by(units_, before_, behind_, in_use, [&](std::size_t unit, const InUse &now) {
        return std::tuple(now.change(units_.units[unit]), unit);
      });
  const Order as_written = listed_by(units_, before_, behind_, in_use,
                                     [](std::size_t unit, const InUse &) { return unit; });
  const bool overlaps = std::ranges::find(started_, true) != started_.end();
  return overlaps || as_written.peak < by_memory.peak ? as_written.units : by_memory.units;
}

} // namespace brigade

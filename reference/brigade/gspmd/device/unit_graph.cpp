#include "brigade/gspmd/device/unit_graph.hpp"

#include <algorithm>
#include <queue>
#include <set>

namespace brigade {

namespace {
constexpr std::size_t kNone = static_cast<std::size_t>(-1);
}

UnitGraph::UnitGraph(std::size_t instructions, std::size_t values)
    : unit_of_(instructions, kNone), members_(instructions), reads_(instructions),
      results_(instructions), is_end_(instructions, false), readers_(values), maker_(values, kNone),
      seen_(instructions, 0) {}

void UnitGraph::add(std::size_t instruction, const std::vector<ValueId> &results,
                    std::vector<ValueId> reads, bool is_end) {
  unit_of_[instruction] = instruction;
  members_[instruction] = {instruction};
  for (const ValueId result : results)
    maker_[static_cast<std::size_t>(result.index)] = instruction;
  for (const ValueId read : reads)
    readers_[static_cast<std::size_t>(read.index)].push_back(instruction);
  results_[instruction] = results;
  reads_[instruction] = std::move(reads);
  is_end_[instruction] = is_end;
}

const std::vector<std::size_t> &UnitGraph::readers_of(ValueId id) const {
  return readers_[static_cast<std::size_t>(id.index)];
}

std::vector<std::size_t> UnitGraph::users_of(std::size_t instruction) const {
  std::vector<std::size_t> users;
  for (const ValueId result : results_[instruction])
    for (const std::size_t reader : readers_of(result))
      users.push_back(reader);
  std::ranges::sort(users);
  users.erase(std::ranges::unique(users).begin(), users.end());
  return users;
}

bool UnitGraph::can_be_one(std::size_t a, std::size_t b) const {
  return !leads_out_and_into(unit_of_[a], unit_of_[b]) &&
         !leads_out_and_into(unit_of_[b], unit_of_[a]);
}

// Searches backwards from `to`. What `to` reads from `from` itself is no way out, unless it is
// there only when all of `from` is done. Makers come before readers, so units that end before
// `from` begins cannot lead back to it.
bool UnitGraph::leads_out_and_into(std::size_t from, std::size_t to) const {
  ++search_;
  const std::size_t first = members_[from].front();
  std::vector<std::size_t> open;
  const auto visit = [&](std::size_t unit, bool is_start) {
    for (const std::size_t member : members_[unit])
      for (const ValueId read : reads_[member]) {
        const std::size_t maker = maker_[static_cast<std::size_t>(read.index)];
        if (maker == kNone)
          continue;
        const std::size_t before = unit_of_[maker];
        if (before == unit)
          continue;
        if (before == from) {
          if (!is_start || is_end_[maker])
            return true;
          continue;
        }
        if (seen_[before] == search_ || members_[before].back() < first)
          continue;
        seen_[before] = search_;
        open.push_back(before);
      }
    return false;
  };
  if (visit(to, true))
    return true;
  while (!open.empty()) {
    const std::size_t unit = open.back();
    open.pop_back();
    if (visit(unit, false))
      return true;
  }
  return false;
}

void UnitGraph::make_one(std::size_t a, std::size_t b) {
  const std::size_t kept = unit_of_[a], gone = unit_of_[b];
  for (const std::size_t member : members_[gone])
    unit_of_[member] = kept;
  std::vector<std::size_t> both;
  std::ranges::merge(members_[kept], members_[gone], std::back_inserter(both));
  members_[kept] = std::move(both);
  members_[gone].clear();
}

std::vector<std::vector<std::size_t>> UnitGraph::in_order() const {
  const std::size_t count = unit_of_.size();
  std::vector<std::set<std::size_t>> before(count), behind(count);
  for (std::size_t unit = 0; unit < count; ++unit)
    for (const std::size_t member : members_[unit])
      for (const ValueId read : reads_[member])
        if (const std::size_t maker = maker_[static_cast<std::size_t>(read.index)];
            maker != kNone && unit_of_[maker] != unit) {
          before[unit].insert(unit_of_[maker]);
          behind[unit_of_[maker]].insert(unit);
        }
  using Entry = std::pair<std::size_t, std::size_t>; // first instruction, unit
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  std::vector<std::size_t> waits(count);
  for (std::size_t unit = 0; unit < count; ++unit) {
    waits[unit] = before[unit].size();
    if (!members_[unit].empty() && waits[unit] == 0)
      ready.emplace(members_[unit].front(), unit);
  }
  std::vector<std::vector<std::size_t>> order;
  while (!ready.empty()) {
    const std::size_t unit = ready.top().second;
    ready.pop();
    order.push_back(members_[unit]);
    for (const std::size_t next : behind[unit])
      if (--waits[next] == 0)
        ready.emplace(members_[next].front(), next);
  }
  return order;
}

} // namespace brigade

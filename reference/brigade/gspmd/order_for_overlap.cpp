#include "brigade/gspmd/order_for_overlap.hpp"

#include "brigade/gspmd/live_bytes.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/ir/renumber.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace brigade {

namespace {

using Timed = std::vector<TimedInstruction>;

/// Values that are gathered and not used yet: the one that is needed next, and one more.
constexpr std::size_t kMostGathered = 2;
constexpr double kLess = 1 - 1e-9; ///< times that differ by less are equal

std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

/// Which instructions need which.
struct Dependences {
  std::vector<std::vector<std::size_t>>
      operands;                                ///< instructions that make an instruction's operands
  std::vector<std::vector<std::size_t>> users; ///< one entry for each of those

  Dependences(const Timed &program, std::size_t values)
      : operands(program.size()), users(program.size()) {
    std::vector<std::optional<std::size_t>> producer(values);
    for (std::size_t i = 0; i < program.size(); ++i) {
      for (const ValueId operand : program[i].instruction().operands)
        if (const std::optional<std::size_t> maker = producer[index(operand)]) {
          operands[i].push_back(*maker);
          users[*maker].push_back(i);
        }
      for (const ValueId result : program[i].instruction().results)
        producer[index(result)] = i;
    }
  }
};

/// Before each collective only what it needs; what else stood before it comes right behind it, and
/// so waits for one collective at most.
Timed feeding_collectives_first(const Timed &program, std::size_t values) {
  const Dependences needs(program, values);
  Timed order;
  std::vector<bool> issued(program.size(), false);
  const auto issue = [&](std::size_t i) {
    if (!issued[i])
      order.push_back(program[i]);
    issued[i] = true;
  };
  std::size_t behind = 0; // all before it have been issued
  for (std::size_t i = 0; i < program.size(); ++i) {
    if (!moves_data(program[i].instruction()))
      continue;
    std::vector<std::size_t> open{i};
    std::set<std::size_t> needed;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (!issued[at] && needed.insert(at).second)
        open.insert(open.end(), needs.operands[at].begin(), needs.operands[at].end());
    }
    std::ranges::for_each(needed, issue);
    for (; behind < i; ++behind)
      issue(behind);
  }
  for (; behind < program.size(); ++behind)
    issue(behind);
  return order;
}

/// Runs, at each moment, the first instruction in the given order that need not wait.
class ListScheduler {
public:
  ListScheduler(const Timed &program, std::size_t values)
      : program_(program), needs_(program, values), timeline_(values), missing_(program.size()),
        is_unused_(program.size(), false) {
    for (std::size_t i = 0; i < program.size(); ++i)
      if (missing_[i] = needs_.operands[i].size(); missing_[i] == 0)
        waiting_.insert({0, i});
  }

  Timed run() && {
    while (order_.size() < program_.size()) {
      while (!waiting_.empty() && waiting_.begin()->first <= timeline_.now()) {
        ready_of(waiting_.begin()->second).insert(waiting_.begin()->second);
        waiting_.erase(waiting_.begin());
      }
      issue(next());
    }
    return std::move(order_);
  }

private:
  using Queue = std::set<std::size_t>;

  bool is_gather(std::size_t i) const {
    return program_[i].instruction().operation == Operation::all_gather;
  }

  Queue &ready_of(std::size_t i) {
    if (!moves_data(program_[i].instruction()))
      return computing_;
    return is_gather(i) ? gathers_ : moves_;
  }

  std::size_t next() {
    if (!moves_.empty())
      return take(moves_);
    if (!gathers_.empty() && unused_ < kMostGathered)
      return take(gathers_);
    if (!computing_.empty())
      return take(computing_);
    if (waiting_.empty())
      return take(gathers_);
    const std::size_t first = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    return first;
  }

  static std::size_t take(Queue &queue) {
    const std::size_t first = *queue.begin();
    queue.erase(queue.begin());
    return first;
  }

  void issue(std::size_t i) {
    timeline_.run(program_[i]);
    order_.push_back(program_[i]);
    for (const std::size_t maker : needs_.operands[i])
      if (is_unused_[maker]) {
        is_unused_[maker] = false;
        --unused_;
      }
    if (is_gather(i) && !needs_.users[i].empty()) {
      is_unused_[i] = true;
      ++unused_;
    }
    for (const std::size_t user : needs_.users[i])
      if (--missing_[user] == 0)
        waiting_.insert({timeline_.operands_done(program_[user].instruction()), user});
  }

  const Timed &program_;
  const Dependences needs_;
  Timeline timeline_;
  std::vector<std::size_t> missing_;                 ///< operands that nobody has begun to make
  std::set<std::pair<double, std::size_t>> waiting_; ///< from when on it could run, and which
  Queue computing_, moves_, gathers_;                ///< what could run now
  std::vector<bool> is_unused_;                      ///< gathered, and not used yet
  std::size_t unused_ = 0;
  Timed order_;
};

} // namespace

Program with_instructions(const Program &partitioned, const Timed &instructions) {
  Program program = partitioned;
  program.main().instructions.clear();
  for (const TimedInstruction &timed : instructions)
    program.main().instructions.push_back(timed.instruction());
  return program;
}

double most_live_bytes(const Program &partitioned) {
  return kMostGrowthOfMemory * live_bytes(partitioned);
}

Timed order_for_overlap(const Program &partitioned, Timed instructions, double most_bytes) {
  const std::size_t values = partitioned.main().values.size();
  const Timed feeding = feeding_collectives_first(instructions, values);
  const double own = elapsed_seconds(instructions, values);
  double least = own;
  Timed best = instructions;
  for (const Timed &candidate :
       {feeding, ListScheduler(instructions, values).run(), ListScheduler(feeding, values).run()}) {
    const double seconds = elapsed_seconds(candidate, values);
    if (seconds >= least * kLess)
      continue;
    if (live_bytes(partitioned, candidate) > most_bytes)
      continue;
    least = seconds;
    best = candidate;
  }
  return best;
}

Program order_for_overlap(const Program &partitioned, const MachineProfile &profile,
                          double most_bytes) {
  Program program = with_instructions(
      partitioned,
      order_for_overlap(partitioned, timed_instructions(partitioned, profile), most_bytes));
  program.main() = renumber(std::move(program.main()));
  return program;
}

} // namespace brigade

#pragma once

#include "brigade/ir/program.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// Instructions, which read each other's results, and are joined little by little. Joined ones
/// stand for one: nothing may come between them.
class UnitGraph {
public:
  UnitGraph(std::size_t instructions, std::size_t values);
  /// `is_end`: what it makes is there only when all of its unit is done. In ascending order.
  void add(std::size_t instruction, const std::vector<ValueId> &results, std::vector<ValueId> reads,
           bool is_end);

  /// Instructions that read a result of this one, or the value, ascending.
  std::vector<std::size_t> users_of(std::size_t instruction) const;
  const std::vector<std::size_t> &readers_of(ValueId id) const;

  bool are_one(std::size_t a, std::size_t b) const { return unit_of_[a] == unit_of_[b]; }
  std::size_t size_of(std::size_t instruction) const { return members_of(instruction).size(); }
  const std::vector<std::size_t> &members_of(std::size_t instruction) const {
    return members_[unit_of_[instruction]];
  }
  /// Whether no way leads from one of the two units out and into the other.
  bool can_be_one(std::size_t a, std::size_t b) const;
  void make_one(std::size_t a, std::size_t b);

  /// All units, each behind those that it reads from, else in the order of their first
  /// instructions; members ascending.
  std::vector<std::vector<std::size_t>> in_order() const;

private:
  bool leads_out_and_into(std::size_t from, std::size_t to) const;

  std::vector<std::size_t> unit_of_;              // of each instruction
  std::vector<std::vector<std::size_t>> members_; // of each unit, ascending
  std::vector<std::vector<ValueId>> reads_, results_;
  std::vector<bool> is_end_;
  std::vector<std::vector<std::size_t>> readers_; // of each value
  std::vector<std::size_t> maker_;                // of each value; none for parameters
  mutable std::vector<std::size_t> seen_;         // by which search, of each unit
  mutable std::size_t search_ = 0;
};

} // namespace brigade

#pragma once

#include "brigade/gspmd/joined_blocks.hpp"
#include "brigade/gspmd/strategy_prices.hpp"
#include "brigade/ir/program.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace brigade {

/// A program whose values can be laid out anew, with what that costs: each instruction the cheapest
/// way between its operands and results, as partition will choose it. A value is brought once to
/// each form that its users want: the first one pays. A block that is called lies the same in all
/// of its calls, and what it costs counts for each of them: the values are those of the joined
/// blocks. Calls that are alike (alike_calls.hpp) are one site, which counts for each of them, and
/// of their values the first one stands for all.
class ShardedProgram {
public:
  /// A value has a sharding in `propagated`; one that has none in `annotated` (the same program
  /// before propagation) may be moved, and a result with none follows its value.
  ShardedProgram(const Program &annotated, const Program &propagated, StrategyPrices &prices);

  /// An instruction, or calls that are alike: its operands' and results' values, and its class of
  /// cost.
  struct Site {
    std::vector<std::size_t> operands, results;
    std::size_t instruction = 0;    ///< of the joined blocks, the first one
    OperationClassId operation = 0; ///< as partition has it
    double calls = 1;               ///< how often it runs
    bool may_gather_sum = false;    ///< instead of reducing it (strategy.hpp)
    bool is_move = false;           ///< a constraint or a boundary of a call: it computes nothing
    bool is_call_result = false;    ///< what a callee returned becomes the call's result
    bool is_chained = false;  ///< elementwise, another shape, or a boundary of a call: operands and
                              ///< results lie alike
    bool is_dead = false;     ///< nothing that is returned needs it: the clean-up takes it away
    std::size_t barriers = 0; ///< in its block before it: only sites of the same number share what
                              ///< is made
    bool is_boundary() const { return is_move && is_chained; } ///< of a call
  };

  std::size_t value_count() const { return homes_.size(); }
  std::span<const Site> sites() const { return sites_; }
  /// All values, where they come from, and instructions as they were propagated.
  const JoinedBlocks &joined() const { return joined_; }
  /// The sites that make a value: none for a parameter of the program, one for each call for one of
  /// a block, and else the only one.
  std::span<const std::size_t> producers(std::size_t value) const { return producers_[value]; }
  std::span<const std::size_t> users(std::size_t value) const { return users_[value]; }
  /// This value and those that the boundaries of calls join with it, the nearest first.
  std::vector<std::size_t> joined_by_calls(std::size_t value, std::size_t most) const;
  /// The value that stands for this one.
  std::size_t like(std::size_t value) const { return like_[value]; }
  /// How many it stands for, itself among them; 0 where another one does.
  double alike(std::size_t value) const { return alike_[value]; }
  /// Whether it stays where it is: it is annotated, or another one stands for it.
  bool is_fixed(std::size_t value) const { return is_fixed_[value]; }
  TypeId type(std::size_t value) const { return types_[value]; }
  StrategyPrices &prices() const { return prices_; }

  const std::vector<LayoutId> &homes() const { return homes_; }
  LayoutId home(std::size_t value) const { return homes_[value]; }
  void move(std::size_t value, LayoutId home) { homes_[value] = home; }
  /// Puts all values where they were.
  void restore(std::vector<LayoutId> homes) { homes_ = std::move(homes); }

  /// Lets each byte of parameters that a device holds cost so many seconds, besides what they cost.
  void charge_parameters(double seconds_per_byte) {
    seconds_per_parameter_byte_ = seconds_per_byte;
  }

  /// Fixed values that are not whole and that several operations or results use: where one of these
  /// needs all of it, to gather it once may take less time than what the first one would do with
  /// its parts.
  std::vector<std::size_t> shared_in_parts() const;
  /// Lets these of them, and no others, be gathered once for whoever takes them whole: that counts
  /// for itself, and nothing for the users.
  void set_gathered_once(std::vector<std::size_t> values);
  const std::vector<std::size_t> &gathered_once() const { return gathered_once_; }

  /// What the layout becomes where a result of the program is not annotated: whole values.
  LayoutId returned_as(std::size_t value) const;

  /// Layouts that a free value might be moved to: those in which its producer may leave it or its
  /// users may want it, given how their other values lie, and those of its returns and constraints.
  std::vector<LayoutId> candidates(std::size_t value);

  const Ways &ways(std::size_t site);
  /// Modelled seconds of the whole program, in its order. From then on the costs around a value
  /// count with the ways that were the cheapest here.
  double total_seconds();
  /// Of the last total, what is computing; without the sums whose operands it was cheaper to
  /// gather.
  double compute_seconds() const;
  /// What changes with the homes of these values: their producers, their users, and where they are
  /// returned.
  double seconds_around(std::span<const std::size_t> values);
  /// Takes the ways that seconds_around found last.
  void settle();

  /// The propagated program with values where they are now.
  Program program() const;
  /// Of its instructions.
  OperationClasses classes() const;

  /// By the ways of the last total; none of what is only moved.
  const Way *taken(std::size_t site) const { return taken_[site]; }
  /// Whether that way gathers the operand of a sum.
  bool gathers_sum(std::size_t site) const;
  /// Whether this is the form in which the value is gathered once.
  bool is_gathered_once(std::size_t value, LayoutId form) const;

private:
  struct Returned {
    std::vector<std::size_t> results; ///< of the block's
    LayoutId layout;                  ///< where they are annotated
    bool follows;                     ///< their value, where they are not
  };
  void read_values(const Block &given);
  void read_sites();
  void find_the_dead();
  double site_seconds(std::size_t site);
  double returned_seconds(std::size_t value);
  double move_seconds(std::size_t site);
  double charge(std::size_t value) const;
  bool is_parameter(std::size_t value) const { return producers_[value].empty(); }
  double gather_seconds(std::size_t value);
  bool is_made_before(std::size_t value, LayoutId form, std::size_t site) const;
  bool wants(std::size_t site, std::size_t value, LayoutId form) const;

  const Program &propagated_;
  const JoinedBlocks joined_;
  StrategyPrices &prices_;
  std::vector<Site> sites_;
  std::size_t barriers_ = 0; ///< of the main block
  std::vector<std::vector<std::size_t>> producers_, users_;
  std::vector<std::vector<Returned>> returned_;
  std::vector<TypeId> types_;
  std::vector<std::size_t> like_;
  std::vector<double> alike_;
  std::vector<bool> is_fixed_;
  std::vector<LayoutId> homes_;
  double seconds_per_parameter_byte_ = 0;
  std::vector<std::size_t> gathered_once_;
  std::vector<LayoutId> whole_once_; ///< of these values, replicated; of others none
  std::vector<const Way *> taken_; ///< of each site, by the last total or settlement
  std::vector<std::size_t> around_;
  std::vector<const Way *> around_taken_before_;
  std::vector<LayoutId> operand_homes_, result_homes_;
};

} // namespace brigade

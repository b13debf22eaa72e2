#pragma once

#include "brigade/gspmd/strategy.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace brigade {

/// A layout, an element type with a shape, and what instructions have in common that cost the same,
/// as numbers of one StrategyPrices: a program of many layers has few of each.
using LayoutId = std::uint32_t;
using TypeId = std::uint32_t;
using OperationClassId = std::uint32_t;
/// Of the instructions of each block of a program; 0 for a call.
using OperationClasses = std::vector<std::vector<OperationClassId>>;

/// One way to compute an instruction between where its operands lie and where its results shall.
struct Way {
  std::vector<LayoutId> operands, results; ///< as it needs them, and as they come
  std::vector<double> operand_seconds;     ///< to bring each operand there; one value only once
  double compute_seconds = 0;
  double own_seconds = 0; ///< to compute, and to bring the results to their places
  double seconds = 0;     ///< with bringing the operands
  bool gathers_sum = false; ///< strategy.hpp
};

/// All ways between certain layouts.
struct Ways {
  /// The cheapest first, equal ones in a fixed order. Those are left out that would be dearer than
  /// the first even if their operands lay right. Empty where no strategy reaches what is wanted.
  std::vector<Way> ways;
  std::vector<LayoutId>
      as_it_comes; ///< the results of the way that is cheapest if they may stay so
  double seconds_as_it_comes = 0;
  /// Layouts of each operand and result in any strategy, those of cheap ones first.
  std::vector<std::vector<LayoutId>> operand_forms, result_forms;
};

/// What strategies and reshards cost on a mesh, each worked out once. Instructions of the same
/// operation, types and rule share one entry, so the layers of a deep program cost what one costs.
class StrategyPrices {
public:
  StrategyPrices(const Mesh &mesh, const MachineProfile &profile) : reshards_(mesh, profile) {}

  const Mesh &mesh() const { return reshards_.mesh(); }
  const MachineProfile &profile() const { return reshards_.profile(); }

  LayoutId id_of(const Layout &layout);
  const Layout &layout(LayoutId id) const { return *layouts_[id]; }
  TypeId id_of(const TensorType &type);
  /// Of values of the type: all of it on every device.
  LayoutId replicated(TypeId type) { return id_of(replicated_layout(types_[type].rank())); }
  OperationClassId class_of(const Block &block, const Instruction &instruction);
  /// The same class with the ways that strategies() has only where sums may be gathered.
  OperationClassId gathering_sums(OperationClassId id);
  const Rule &rule(OperationClassId id) const { return classes_[id].rule; }

  /// Of an instruction of the class. The reference holds as long as this object.
  const Ways &ways(OperationClassId id, std::span<const LayoutId> operands,
                   std::span<const LayoutId> wanted);

  bool is_possible_reshard(LayoutId from, LayoutId to) const;
  /// Modelled; kImpossible where whole values would have to become partial.
  double reshard_seconds(TypeId type, LayoutId from, LayoutId to);
  const Reshard &reshard(const TensorType &type, LayoutId from, LayoutId to) {
    return reshards_.between(type, layout(from), layout(to));
  }

  /// What a partial value of the type may become by a reduce_scatter over all axes at once: one
  /// layout for each dimension that is long enough. None of a whole value.
  std::vector<LayoutId> scattered(TypeId type, LayoutId partial);

  /// Where the operand or result at `to` follows, if that at `from` (operands are counted first,
  /// then results) lies like this: along the factors that they share. Along others it stays as it
  /// is, as far as the axes are free. `to_layout` where blocks would not survive.
  LayoutId projected(OperationClassId id, std::size_t from, LayoutId from_layout, std::size_t to,
                     LayoutId to_layout);

  static constexpr double kImpossible = 1e30; ///< more than any plan, yet many can be added

private:
  /// An instruction of the class with its types, in a block of its own.
  struct OperationClass {
    Block block;
    Rule rule;
    std::vector<TypeId> operand_types, result_types;
    bool may_gather_sums = false;
    std::optional<OperationClassId> gathering_sums = {};
  };
  Ways work_out(const OperationClass &operation, std::span<const LayoutId> operands,
                std::span<const LayoutId> wanted);

  ReshardPlans reshards_;
  std::map<Layout, LayoutId> layout_ids_;
  std::vector<const Layout *> layouts_;
  std::map<std::vector<std::int64_t>, TypeId> type_ids_;
  std::vector<TensorType> types_;
  std::map<std::vector<std::int64_t>, OperationClassId> class_ids_;
  std::vector<OperationClass> classes_;
  // Looked up by key only; nothing goes through them in their order.
  std::unordered_map<std::u32string, Ways> ways_;
  std::unordered_map<std::u32string, double> reshard_seconds_;
  std::unordered_map<std::u32string, LayoutId> projected_;
  std::u32string key_; ///< kept, so that looking up takes no memory
};

/// The cheapest of the ways, where operands that `is_made(i, form)` says lie in a form already cost
/// nothing to bring there. @return null if there are none
template <class IsMade> const Way *cheapest_way(const Ways &ways, double &seconds, IsMade is_made) {
  const Way *best = nullptr;
  for (const Way &way : ways.ways) {
    double cost = way.seconds;
    for (std::size_t i = 0; i < way.operands.size(); ++i)
      if (way.operand_seconds[i] > 0 && is_made(i, way.operands[i])) {
        cost = way.own_seconds;
        for (std::size_t k = 0; k < way.operands.size(); ++k)
          if (way.operand_seconds[k] > 0 && !is_made(k, way.operands[k]))
            cost += way.operand_seconds[k];
        break;
      }
    if (!best || cost < seconds) {
      best = &way;
      seconds = cost;
    }
  }
  return best;
}

} // namespace brigade

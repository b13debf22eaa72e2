#include "brigade/gspmd/device/units.hpp"

#include "brigade/gspmd/device/unit_graph.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace brigade {

namespace {

// A loop with more than these would have more in use at a time than the first cache holds.
constexpr std::size_t kMostInstructions = 40;

UnitKind kind_of(const DeviceProgram &program, const Instruction &instruction) {
  const TensorType &type = program.block.type(instruction.results[0]);
  switch (instruction.operation) {
  case Operation::reshape:
  case Operation::barrier:
    return UnitKind::alias;
  case Operation::dot:
    return is_floating(type.dtype) ? UnitKind::product : UnitKind::other;
  case Operation::iota:
  case Operation::broadcast:
  case Operation::transpose:
  case Operation::slice:
  case Operation::reverse:
    return UnitKind::loop;
  case Operation::constant:
    return std::get<ConstantAttributes>(instruction.attributes).numbers.size() == 1
               ? UnitKind::loop
               : UnitKind::other;
  default:
    return info(instruction.operation).kind == OperationKind::elementwise ||
                   is_loop_reduction(instruction.operation)
               ? UnitKind::loop
               : UnitKind::other;
  }
}

/// Which instructions must compute their result, and what each then reads.
class Demand {
public:
  Demand(const DeviceProgram &program, const StridedViews &views)
      : program_(program), views_(views), computed_(program.block.instructions.size(), false),
        demanded_(program.block.values.size(), false) {
    const Block &block = program.block;
    for (const Result &result : block.results)
      demand(result.value);
    // Backwards: whoever uses a result comes behind it.
    for (std::size_t i = block.instructions.size(); i-- > 0;) {
      const Instruction &instruction = block.instructions[i];
      // All ranks come to a collective, also one of which this device needs nothing.
      computed_[i] =
          is_demanded(instruction) || info(instruction.operation).kind == OperationKind::collective;
      if (computed_[i])
        for (const ValueId read : reads_of(i))
          demand(read);
    }
  }

  bool is_computed(std::size_t instruction) const { return computed_[instruction]; }

  /// What it reads by strides, it reads at the root.
  std::vector<ValueId> reads_of(std::size_t index) const {
    const Instruction &instruction = program_.block.instructions[index];
    const UnitKind kind = kind_of(program_, instruction);
    std::vector<ValueId> reads;
    if (kind == UnitKind::loop && views_.is_view(instruction.results[0])) {
      add(reads, views_.of(instruction.results[0]).root);
      return reads;
    }
    for (const ValueId operand : instruction.operands)
      if (kind == UnitKind::loop || kind == UnitKind::product)
        add(reads, views_.of(operand).root);
      else
        add_once(reads, operand);
    return reads;
  }

private:
  bool is_demanded(const Instruction &instruction) const {
    return std::ranges::any_of(instruction.results, [&](ValueId id) {
      return static_cast<bool>(demanded_[static_cast<std::size_t>(id.index)]);
    });
  }
  void demand(ValueId id) { demanded_[static_cast<std::size_t>(id.index)] = true; }
  void add(std::vector<ValueId> &reads, ValueId root) const {
    if (!views_.is_made_from_nothing(root))
      add_once(reads, root);
  }
  static void add_once(std::vector<ValueId> &reads, ValueId id) {
    if (std::ranges::find(reads, id) == reads.end())
      reads.push_back(id);
  }

  const DeviceProgram &program_;
  const StridedViews &views_;
  std::vector<bool> computed_, demanded_;
};

class Joining {
public:
  explicit Joining(const DeviceProgram &program)
      : program_(program), block_(program.block), views_(program), demand_(program, views_),
        graph_(block_.instructions.size(), block_.values.size()) {
    std::optional<ValueId> last_collective; // the next one comes behind it
    for (std::size_t i = 0; i < block_.instructions.size(); ++i) {
      if (!demand_.is_computed(i))
        continue;
      const Instruction &instruction = block_.instructions[i];
      std::vector<ValueId> reads = demand_.reads_of(i);
      if (program.is_collective(i)) {
        if (last_collective)
          reads.push_back(*last_collective);
        last_collective = instruction.results[0];
      }
      graph_.add(i, instruction.results, std::move(reads),
                 is_loop_reduction(instruction.operation));
    }
  }

  Units run() && {
    for (std::size_t i = block_.instructions.size(); i-- > 0;)
      if (demand_.is_computed(i) && kind_of(program_, block_.instructions[i]) == UnitKind::loop)
        for (const std::size_t user : graph_.users_of(i))
          join(i, user);
    std::vector<Unit> units;
    for (const std::vector<std::size_t> &members : graph_.in_order())
      units.push_back(unit_of(members));
    return {std::move(units), std::move(views_)};
  }

private:
  void join(std::size_t a, std::size_t b) {
    const Instruction &first = block_.instructions[a], &second = block_.instructions[b];
    if (graph_.are_one(a, b) || kind_of(program_, second) != UnitKind::loop ||
        loop_shape(block_, first) != loop_shape(block_, second) ||
        graph_.size_of(a) + graph_.size_of(b) > kMostInstructions)
      return;
    const std::vector<std::size_t> &here = graph_.members_of(a), &there = graph_.members_of(b);
    if (reads_directly(here, there) && reads_directly(there, here) && graph_.can_be_one(a, b))
      graph_.make_one(a, b);
  }

  /// Whether each value that goes from the first to the second is read element by element: what is
  /// read by other strides has to be there as a whole.
  bool reads_directly(const std::vector<std::size_t> &first,
                      const std::vector<std::size_t> &second) const {
    for (const std::size_t user : second)
      for (const ValueId operand : operands_of(user)) {
        const StridedView &view = views_.of(operand);
        if (views_.is_made_from_nothing(view.root) || !is_made_by(first, view.root))
          continue;
        if (view.root != operand)
          return false;
      }
    return true;
  }

  std::vector<ValueId> operands_of(std::size_t index) const {
    const Instruction &instruction = block_.instructions[index];
    if (views_.is_view(instruction.results[0]))
      return {instruction.results[0]};
    return instruction.operands;
  }

  bool is_made_by(const std::vector<std::size_t> &members, ValueId id) const {
    return std::ranges::any_of(members, [&](std::size_t member) {
      return std::ranges::find(block_.instructions[member].results, id) !=
             block_.instructions[member].results.end();
    });
  }

  Unit unit_of(const std::vector<std::size_t> &members) const {
    Unit unit{kind_of(program_, block_.instructions[members[0]]), members, {}, {}};
    for (const std::size_t member : members) {
      for (const ValueId read : demand_.reads_of(member))
        if (!is_made_by(members, read) && std::ranges::find(unit.reads, read) == unit.reads.end())
          unit.reads.push_back(read);
      for (const ValueId result : block_.instructions[member].results)
        if (unit.kind != UnitKind::loop || is_used_elsewhere(members, result))
          unit.writes.push_back(result);
    }
    return unit;
  }

  bool is_used_elsewhere(const std::vector<std::size_t> &members, ValueId id) const {
    if (std::ranges::any_of(block_.results,
                            [&](const Result &result) { return result.value == id; }))
      return true;
    return std::ranges::any_of(graph_.readers_of(id), [&](std::size_t reader) {
      return !std::ranges::binary_search(members, reader);
    });
  }

  const DeviceProgram &program_;
  const Block &block_;
  StridedViews views_;
  Demand demand_;
  UnitGraph graph_;
};

} // namespace

bool is_loop_reduction(Operation operation) {
  return operation == Operation::sum || operation == Operation::max_reduce ||
         operation == Operation::min_reduce;
}

const Shape &loop_shape(const Block &block, const Instruction &instruction) {
  return block
      .type(is_loop_reduction(instruction.operation) ? instruction.operands[0]
                                                     : instruction.results[0])
      .shape;
}

Units join_into_units(const DeviceProgram &program) { return Joining(program).run(); }

} // namespace brigade

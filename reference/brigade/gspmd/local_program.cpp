#include "brigade/gspmd/local_program.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/cutting_axes.hpp"
#include "brigade/gspmd/factor_axes.hpp"
#include "brigade/gspmd/layout.hpp"
#include "brigade/gspmd/linearity.hpp"
#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/gspmd/rule.hpp"
#include "brigade/ir/block_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace brigade {

namespace {

// The layout without axes of size 1.
Layout layout_in(const Program &program, const Block &block, ValueId id) {
  const Mesh &mesh = *program.mesh;
  const std::optional<TensorSharding> &sharding = block.value(id).sharding;
  return cut_by_cutting_axes(
      sharding ? layout_of(*sharding, mesh) : replicated_layout(block.type(id).rank()), mesh);
}

// Whether the result is the sum of what it is for each operand alone, zero for the others (of
// select and update_row: for those that hold elements). Partial results of one operand and the
// whole of another are then not parts of one sum, unless a single device adds the latter.
bool adds_operands(Operation operation) {
  return operation == Operation::add || operation == Operation::sub ||
         operation == Operation::concat || operation == Operation::select ||
         operation == Operation::update_row;
}

class LocalProgram {
public:
  LocalProgram(const Program &program, const Block &block, const Instruction &instruction,
               DeviceId device)
      : mesh_(*program.mesh), block_(block), instruction_(instruction),
        coordinates_(mesh_.coordinates_of(device)), builder_("local") {
    for (const ValueId id : instruction.operands)
      operands_.push_back(value(program, id, device));
    for (const ValueId id : instruction.results)
      results_.push_back(value(program, id, device));
    check_layouts();
    check_linearity();
  }

  Block write() && {
    std::vector<ValueId> operands;
    for (const Part &operand : operands_)
      operands.push_back(builder_.parameter(operand.local));
    if (adds_operands(instruction_.operation))
      for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands_[i].local.dtype == results_[0].local.dtype)
          operands[i] = at_the_front(operands[i],
                                     results_[0].layout.unreduced - operands_[i].layout.unreduced);
    std::vector<ValueId> results = compute(operands);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (builder_.type(results[i]) != results_[i].local)
        fail(fmt::format("makes a {} of this device's blocks, and its block of the result is {}",
                         to_string(builder_.type(results[i])), to_string(results_[i].local)));
      if (!adds_operands(instruction_.operation))
        results[i] = at_the_front(results[i], results_[i].layout.unreduced - partial_over_);
    }
    std::vector<Result> returned;
    for (const ValueId result : results)
      returned.push_back({result, {}});
    return std::move(builder_).finish(std::move(returned));
  }

private:
  struct Part {
    Layout layout;
    TensorType whole, local;
    Slices slices;
  };

  Part value(const Program &program, ValueId id, DeviceId device) const {
    const Value &value = block_.value(id);
    const TensorSharding sharding = value.sharding.value_or(replicated_sharding(value.type.rank()));
    return {layout_in(program, block_, id), value.type,
            local_type(value.type, sharding, mesh_, device),
            local_slices(value.type, sharding, mesh_, device)};
  }

  template <class Kind> Kind attributes() const { return std::get<Kind>(instruction_.attributes); }

  // By the operation's rule: sides of one factor are cut alike, what must be whole is, and partial
  // results are known as such.
  void check_layouts() {
    const Rule rule = rule_of(block_, instruction_);
    std::vector<std::optional<AxisList>> axes_of(rule.factors.size());
    const auto check = [&](const Part &part, const ValueFactors &factors) {
      const FactorAxes known_axes = factor_axes_of(rule, factors, part.layout, mesh_);
      for (std::size_t d = 0; d < factors.size(); ++d) {
        const AxisList &axes = part.layout.dimensions[d];
        std::size_t along_factors = 0;
        for (const std::size_t factor : factors[d])
          along_factors += known_axes[factor].size();
        if (along_factors < axes.size() && part.whole.shape[d] != 1 && part.whole.size() != 0)
          fail(fmt::format("needs the whole of dimension {} of a {}, which {} cuts", d,
                           to_string(part.whole), fmt::join(axis_names(axes, mesh_), ", ")));
        if (factors[d].size() != 1)
          continue;
        std::optional<AxisList> &known = axes_of[factors[d][0]];
        if (known && *known != axes)
          fail("has operands that are not cut alike");
        known = axes;
      }
    };
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      check(operands_[i], rule.operands[i]);
      partial_over_ |= operands_[i].layout.unreduced;
    }
    for (std::size_t i = 0; i < results_.size(); ++i)
      check(results_[i], rule.results[i]);
    for (std::size_t f = 0; f < rule.factors.size(); ++f)
      if (rule.factors[f].kind == FactorKind::reduction && axes_of[f])
        partial_over_ |= axes_of[f]->set();
    for (const Part &result : results_)
      if (const AxisSet lost = partial_over_ - result.layout.unreduced;
          !lost.empty() && results_.size() == 1)
        fail(fmt::format("leaves partial results over {}, and its result is not unreduced over it",
                         fmt::join(axis_names(lost, mesh_), ", ")));
  }

  void check_linearity() const {
    for (const Part &part : operands_)
      for (const Axis axis : axis_list(part.layout.unreduced)) {
        std::vector<bool> unreduced;
        for (const Part &operand : operands_)
          unreduced.push_back(operand.layout.unreduced.contains(axis));
        if (part.layout.reduction == ReduceOp::sum && adds_operands(instruction_.operation))
          continue; // at_the_front sees to it
        const std::optional<ReduceOp> reduction =
            unreduced_result(block_, instruction_, unreduced, part.layout.reduction);
        if (!reduction || *reduction != results_[0].layout.reduction)
          fail(fmt::format("needs operands that are reduced over {}", mesh_.axis_names()[axis]));
      }
  }

  // The value on devices that are first along all the axes, zeros on others. A maximum or a minimum
  // is the same with or without copies.
  ValueId at_the_front(ValueId value, AxisSet axes) {
    const bool is_first =
        std::ranges::all_of(axis_list(axes), [&](Axis axis) { return coordinates_[axis] == 0; });
    if (is_first || results_[0].layout.reduction != ReduceOp::sum)
      return value;
    return builder_.append(Operation::constant, {}, ConstantAttributes{builder_.type(value), {0}});
  }

  std::vector<ValueId> compute(std::vector<ValueId> operands) {
    switch (instruction_.operation) {
    case Operation::iota:
      return {iota()};
    case Operation::gather:
      operands[1] = shifted(operands[1], operands_[0]);
      break;
    case Operation::scatter_add:
      operands[0] = shifted(operands[0], results_[0]);
      break;
    case Operation::update_row:
      operands[2] = shifted(operands[2], operands_[0]);
      break;
    default:
      break;
    }
    return builder_.append_all(instruction_.operation, std::move(operands), local_attributes(),
                               instruction_.source);
  }

  // Row numbers as counted from the beginning of this device's rows.
  ValueId shifted(ValueId ids, const Part &table) {
    const std::int64_t first = table.slices[0].begin;
    if (first == 0)
      return ids;
    if (first > std::numeric_limits<std::int32_t>::max())
      ids = builder_.append(Operation::convert, {ids}, ConvertAttributes{DType::i64});
    return builder_.append(Operation::sub, {ids, number(builder_.type(ids), first)});
  }

  ValueId number(const TensorType &type, std::int64_t number) {
    return builder_.append(Operation::constant, {},
                           ConstantAttributes{type, {static_cast<double>(number)}});
  }

  // In integers to the end: an f32 does not count beyond 2^24 by adding.
  ValueId iota() {
    const Part &result = results_[0];
    auto attributes = this->attributes<IotaAttributes>();
    const std::int64_t first = result.slices[static_cast<std::size_t>(attributes.dim)].begin;
    attributes.shape = result.local.shape;
    if (first == 0)
      return builder_.append(Operation::iota, {}, attributes);
    const DType type =
        std::exchange(attributes.type, is_integer(attributes.type) ? attributes.type : DType::i64);
    const ValueId from_zero = builder_.append(Operation::iota, {}, attributes);
    const ValueId indices =
        builder_.append(Operation::add, {from_zero, number(builder_.type(from_zero), first)});
    return type == attributes.type
               ? indices
               : builder_.append(Operation::convert, {indices}, ConvertAttributes{type});
  }

  Attributes local_attributes() const {
    switch (instruction_.operation) {
    case Operation::constant: {
      auto attributes = this->attributes<ConstantAttributes>();
      attributes.type = results_[0].local;
      if (attributes.numbers.size() > 1)
        attributes.numbers =
            numbers_at(attributes.numbers, results_[0].whole.shape, results_[0].slices);
      return attributes;
    }
    case Operation::random: {
      auto attributes = this->attributes<RandomAttributes>();
      if (results_[0].local == results_[0].whole)
        return attributes;
      attributes.whole = std::exchange(attributes.shape, results_[0].local.shape);
      for (const Interval &slice : results_[0].slices)
        attributes.start.push_back(slice.begin);
      return attributes;
    }
    case Operation::broadcast: {
      auto attributes = this->attributes<BroadcastAttributes>();
      attributes.shape = results_[0].local.shape;
      return attributes;
    }
    case Operation::reshape:
      return ReshapeAttributes{results_[0].local.shape};
    case Operation::scatter_add:
      return ScatterAddAttributes{results_[0].local.shape};
    case Operation::slice: {
      auto attributes = this->attributes<SliceAttributes>();
      for (std::size_t d = 0; d < attributes.limit.size(); ++d)
        if (operands_[0].whole.shape[d] == results_[0].whole.shape[d])
          attributes.limit[d] = operands_[0].local.shape[d];
      return attributes;
    }
    default:
      return instruction_.attributes;
    }
  }

  static std::vector<double> numbers_at(const std::vector<double> &numbers, const Shape &shape,
                                        const Slices &slices) {
    const Literal part = part_of(Literal({DType::f64, shape}, numbers), slices);
    const std::span<const double> elements = part.as<double>();
    return {elements.begin(), elements.end()};
  }

  [[noreturn]] void fail(const std::string &what) const {
    const std::string source = to_string(instruction_.source);
    throw Error(fmt::format("{}{}{} {}: the program is not partitioned right", source,
                            source.empty() ? "" : ": ", to_string(instruction_.operation), what));
  }

  const Mesh &mesh_;
  const Block &block_;
  const Instruction &instruction_;
  std::vector<std::int64_t> coordinates_;
  BlockBuilder builder_;
  std::vector<Part> operands_, results_;
  AxisSet partial_over_; // by the operands, or by what the operation sums over
};

} // namespace

Slices local_slices(const TensorType &type, const TensorSharding &sharding, const Mesh &mesh,
                    DeviceId device) {
  const std::vector<std::int64_t> coordinates = mesh.coordinates_of(device);
  Slices slices;
  for (std::size_t d = 0; d < type.rank(); ++d) {
    std::int64_t blocks = 1, index = 0;
    for (const std::string &name : sharding.dimensions[d].axes) {
      const std::size_t axis = mesh.axis_index(name);
      blocks *= mesh.shape()[axis];
      index = index * mesh.shape()[axis] + coordinates[axis];
    }
    slices.push_back(block_of(type.shape[d], blocks, index));
  }
  return slices;
}

TensorType local_type(const TensorType &type, const TensorSharding &sharding, const Mesh &mesh,
                      DeviceId device) {
  TensorType local{type.dtype, {}};
  for (const Interval &slice : local_slices(type, sharding, mesh, device))
    local.shape.push_back(slice.size());
  return local;
}

Block local_program(const Program &partitioned, const Block &block, const Instruction &instruction,
                    DeviceId device) {
  return LocalProgram(partitioned, block, instruction, device).write();
}

} // namespace brigade

#include "programs/block_generator.hpp"

#include "programs/random_sharding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace brigade::testing {

BlockGenerator::BlockGenerator(const std::string &name, const RandomProgramOptions &options,
                               Choices &choices, std::span<const Block> callees, bool is_main)
    : options_(options), choices_(choices), callees_(callees), is_main_(is_main), builder_(name) {}

Block BlockGenerator::generate(int operations) && {
  const auto count = choices_.between(is_main_ ? 2 : 1, is_main_ ? 5 : 3);
  for (std::int64_t i = 0; i < count; ++i)
    parameter();
  std::vector<Operation> kinds;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    const bool is_for_devices = info(operation).kind == OperationKind::collective ||
                                operation == Operation::manual || operation == Operation::grad;
    const bool needs_mesh = is_for_devices || operation == Operation::constraint;
    if ((!is_for_devices || options_.for_devices) && (!needs_mesh || options_.mesh))
      kinds.push_back(operation);
  }
  // What finds no operands adds nothing, and another is tried.
  for (int tries = 0; tries < 20 * operations; ++tries) {
    if (static_cast<int>(builder_.block().instructions.size()) >= operations)
      break;
    // Matrix products are what programs are made of.
    add(choices_.chance(0.08) ? Operation::dot : choices_.one_of(kinds));
  }
  for (std::size_t i = 0; i < facts_.size(); ++i)
    decorate({static_cast<std::int32_t>(i)});
  return std::move(builder_).finish(results());
}

void BlockGenerator::add(Operation operation) {
  switch (operation) {
  case Operation::convert:
    return add_convert();
  case Operation::eq:
  case Operation::lt:
  case Operation::gt:
    return add_comparison(operation);
  case Operation::select:
    return add_select();
  case Operation::broadcast:
    return add_broadcast();
  case Operation::reshape:
    return add_reshape();
  case Operation::transpose:
    return add_transpose();
  case Operation::slice:
    return add_slice();
  case Operation::pad:
    return add_pad();
  case Operation::concat:
    return add_concat();
  case Operation::reverse:
    return add_reverse();
  case Operation::dot:
    return add_dot();
  case Operation::gather:
    return add_gather();
  case Operation::scatter_add:
    return add_scatter_add();
  case Operation::update_row:
    return add_update_row();
  default:
    break;
  }
  switch (info(operation).kind) {
  case OperationKind::source:
    return add_source(operation);
  case OperationKind::reduction:
    return add_reduction(operation);
  case OperationKind::annotation:
    return add_annotation(operation);
  case OperationKind::block:
    return add_block_operation(operation);
  case OperationKind::collective:
    return add_collective(operation);
  default:
    return info(operation).least_operands == 1 ? add_unary(operation) : add_binary(operation);
  }
}

std::optional<ValueId> BlockGenerator::any(const Condition &condition) {
  std::vector<ValueId> unused, all;
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    const ValueId id{static_cast<std::int32_t>(i)};
    if (!condition(id))
      continue;
    all.push_back(id);
    if (!used_[i])
      unused.push_back(id);
  }
  if (all.empty())
    return std::nullopt;
  return choices_.one_of(!unused.empty() && choices_.chance(0.6) ? unused : all);
}

std::optional<ValueId> BlockGenerator::any_number() {
  return any([&](ValueId id) { return type(id).dtype != DType::boolean; });
}

ValueId BlockGenerator::like(TensorType wanted) {
  if (choices_.chance(0.8))
    if (const auto id = any([&](ValueId value) { return type(value) == wanted; }))
      return *id;
  return made(std::move(wanted));
}

ValueId BlockGenerator::made(TensorType wanted) {
  const auto fits = [&](ValueId id) {
    return type(id).dtype == wanted.dtype && type(id).rank() < wanted.rank() &&
           std::ranges::equal(type(id).shape, std::span(wanted.shape).last(type(id).rank()));
  };
  if (const auto id = any(fits); id && choices_.chance(0.6)) {
    BroadcastAttributes attributes{.shape = wanted.shape, .dims = {}};
    for (std::size_t i = wanted.rank() - type(*id).rank(); i < wanted.rank(); ++i)
      attributes.dims.push_back(static_cast<std::int64_t>(i));
    return append(Operation::broadcast, {*id}, attributes, facts(*id));
  }
  if (is_floating(wanted.dtype) && choices_.chance(0.5)) {
    const RandomAttributes attributes{.shape = wanted.shape,
                                      .seed = choices_.between(-3, 1000),
                                      .stream = choices_.below(3),
                                      .normal = choices_.chance(0.5),
                                      .type = wanted.dtype};
    return append(Operation::random, {}, attributes, {10, true});
  }
  if (is_integer(wanted.dtype) && wanted.rank() > 0 && choices_.chance(0.5)) {
    const std::int64_t dim = choices_.below(static_cast<std::int64_t>(wanted.rank()));
    const auto size = wanted.shape[static_cast<std::size_t>(dim)];
    return append(Operation::iota, {}, IotaAttributes{wanted.shape, dim, wanted.dtype},
                  {static_cast<double>(size), true});
  }
  ConstantAttributes attributes{.type = wanted, .numbers = {}};
  const std::int64_t size = wanted.size() <= 16 && choices_.chance(0.5) ? wanted.size() : 1;
  for (std::int64_t i = 0; i < size; ++i)
    attributes.numbers.push_back(
        wanted.dtype == DType::boolean ? static_cast<double>(choices_.below(2))
        : is_integer(wanted.dtype)     ? static_cast<double>(choices_.between(-3, 9))
                                       : static_cast<double>(choices_.between(-20, 20)) / 10);
  return append(Operation::constant, {}, attributes, {9, true});
}

ValueId BlockGenerator::tamed(ValueId id, double bound) {
  if (!is_floating(type(id).dtype) || facts(id).bound <= bound)
    return id;
  return append(Operation::tanh, {id}, {}, {1, false});
}

ValueId BlockGenerator::positive(ValueId id) {
  return append(Operation::exp, {tamed(id, 2)}, {}, {8, false});
}

std::optional<std::int64_t> BlockGenerator::dimension_of(ValueId id) {
  const std::size_t rank = type(id).rank();
  return rank == 0 ? std::nullopt : std::optional(choices_.below(static_cast<std::int64_t>(rank)));
}

std::vector<std::int64_t> BlockGenerator::all_dimensions(std::size_t rank) const {
  std::vector<std::int64_t> dims(rank);
  std::iota(dims.begin(), dims.end(), std::int64_t{0});
  return dims;
}

TensorType BlockGenerator::random_type() {
  TensorType type{.dtype = choices_.one_of(options_.types), .shape = {}};
  for (auto rank = choices_.below(4); rank > 0; --rank) {
    type.shape.push_back(random_size());
    if (!is_small(type.shape))
      type.shape.pop_back();
  }
  return type;
}

std::vector<std::string> BlockGenerator::random_axes() {
  std::vector<std::string> axes = choices_.some_of(options_.mesh->axis_names(), 0.6);
  choices_.shuffle(axes);
  return axes;
}

bool BlockGenerator::is_small(const Shape &shape) const {
  // With a bound on each size the product of four stays within 64 bits.
  return std::ranges::all_of(shape,
                             [&](std::int64_t size) { return size <= options_.most_elements; }) &&
         shape.size() <= 4 && element_count(shape) <= options_.most_elements;
}

ValueId BlockGenerator::append(Operation operation, std::vector<ValueId> operands,
                               Attributes attributes, Facts new_facts) {
  return append_all(operation, std::move(operands), std::move(attributes), new_facts).at(0);
}

std::vector<ValueId> BlockGenerator::append_all(Operation operation, std::vector<ValueId> operands,
                                                Attributes attributes, Facts new_facts,
                                                const Block *callee) {
  for (const ValueId operand : operands)
    used_[static_cast<std::size_t>(operand.index)] = true;
  const std::vector<ValueId> made =
      builder_.append_all(operation, std::move(operands), std::move(attributes), {}, callee);
  facts_.resize(builder_.block().values.size(), new_facts);
  used_.resize(facts_.size(), false);
  // Integers wrap around, and are the same whatever the order.
  for (const ValueId id : made)
    if (!is_floating(type(id).dtype))
      facts(id).exact = true;
  return made;
}

void BlockGenerator::decorate(ValueId id) {
  const Block &block = builder_.block();
  const bool is_parameter = std::ranges::find(block.parameters, id) != block.parameters.end();
  static const std::vector<std::string> prefixes{"v", "v_", "w.", "β", "sum", "f32"};
  if (choices_.chance(is_parameter ? 0.9 : 0.4))
    builder_.name(id, fmt::format("{}{}", choices_.one_of(prefixes), id.index));
  if (options_.mesh &&
      choices_.chance(is_parameter ? options_.annotated : options_.annotated_values)) {
    TensorSharding sharding = random_sharding(
        choices_, *options_.mesh, type(id).rank(),
        {.priority = options_.priorities ? 0.2 : 0, .unreduced = options_.for_devices ? 0.3 : 0});
    if (!sharding.unreduced.empty())
      sharding.reduction = defined_for(type(id).dtype, sharding.reduction);
    builder_.annotate(id, std::move(sharding));
  }
}

void BlockGenerator::parameter() {
  const TensorType type = random_type();
  const double unknown = std::numeric_limits<double>::infinity();
  builder_.parameter(type);
  facts_.push_back(!is_main_                 ? Facts{unknown, !is_floating(type.dtype)}
                   : is_floating(type.dtype) ? Facts{1, true}
                                             : Facts{9, true});
  used_.push_back(false);
}

std::vector<Result> BlockGenerator::results() {
  std::vector<ValueId> ids;
  for (std::size_t i = 0; i < facts_.size(); ++i)
    if (!used_[i] || choices_.chance(0.05))
      ids.push_back({static_cast<std::int32_t>(i)});
  choices_.shuffle(ids);
  ids.resize(std::min<std::size_t>(ids.size(), 6));
  std::vector<Result> results;
  // What grad can differentiate: a block whose first result is a floating scalar.
  if (!is_main_)
    if (const auto id = any([&](ValueId value) { return is_floating(type(value).dtype); })) {
      const std::size_t rank = type(*id).rank();
      results.push_back(
          {append(Operation::sum, {*id}, DimensionsAttributes{all_dimensions(rank)}, {0, false}),
           {}});
    }
  for (const ValueId id : ids)
    results.push_back({id, {}});
  if (options_.mesh)
    for (Result &result : results)
      if (choices_.chance(options_.annotated))
        result.sharding = random_sharding(choices_, *options_.mesh, type(result.value).rank());
  return results;
}

BlockGenerator::Facts BlockGenerator::worst(const std::vector<ValueId> &ids) {
  Facts worst;
  for (const ValueId id : ids) {
    worst.bound = std::max(worst.bound, facts(id).bound);
    worst.exact = worst.exact && facts(id).exact;
  }
  return worst;
}

} // namespace brigade::testing

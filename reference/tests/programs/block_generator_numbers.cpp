#include "brigade/ir/infer_types.hpp"
#include "programs/block_generator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace brigade::testing {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
// Two such are multiplied, or added, without growing beyond what is promised.
constexpr double kFactor = 50;

} // namespace

void BlockGenerator::add_source(Operation operation) {
  TensorType type = random_type();
  switch (operation) {
  case Operation::constant:
    if (options_.for_devices && is_floating(type.dtype) && choices_.chance(0.3)) {
      append(
          operation, {},
          ConstantAttributes{type, {choices_.one_of<double>({kUnknown, -kUnknown, std::nan("")})}},
          {kUnknown, true});
      return;
    }
    made(type);
    return;
  case Operation::iota:
    if (type.rank() == 0 || type.dtype == DType::boolean)
      return;
    append(operation, {},
           IotaAttributes{type.shape, choices_.below(static_cast<std::int64_t>(type.rank())),
                          type.dtype},
           {static_cast<double>(std::ranges::max(type.shape)), true});
    return;
  default:
    break;
  }
  if (!is_floating(type.dtype))
    return;
  std::vector<ValueId> folded;
  if (choices_.chance(0.3))
    folded = {like({choices_.one_of<DType>({DType::i32, DType::i64}), {}})};
  append(operation, folded,
         RandomAttributes{type.shape, choices_.below(100), choices_.below(2), choices_.chance(0.5),
                          type.dtype},
         {10, true});
}

void BlockGenerator::add_unary(Operation operation) {
  const bool keeps_type = operation == Operation::stop_gradient;
  static constexpr Operation kFloating[] = {Operation::tanh, Operation::gelu, Operation::sigmoid,
                                            Operation::exp,  Operation::log,  Operation::sqrt,
                                            Operation::rsqrt};
  const bool needs_floating = std::ranges::find(kFloating, operation) != std::end(kFloating);
  const auto found = any([&](ValueId id) {
    const DType dtype = type(id).dtype;
    return needs_floating ? is_floating(dtype)
                          : (keeps_type || dtype != DType::boolean) &&
                                (operation != Operation::sign || facts(id).exact);
  });
  if (!found)
    return;
  ValueId operand = *found;
  Facts result{facts(operand).bound, !needs_floating && facts(operand).exact};
  switch (operation) {
  case Operation::tanh:
  case Operation::sigmoid:
  case Operation::sign:
    result.bound = 1;
    break;
  case Operation::gelu: // infinite times 0
    operand = tamed(operand, 100);
    result.bound = 100;
    break;
  case Operation::exp:
    operand = tamed(operand, 4);
    result.bound = 60;
    break;
  case Operation::log:
  case Operation::sqrt:
  case Operation::rsqrt:
    operand = positive(operand);
    result.bound = 8;
    break;
  default:
    break;
  }
  append(operation, {operand}, {}, result);
}

void BlockGenerator::add_convert() {
  const DType to = choices_.one_of(options_.types);
  const auto operand = any([&](ValueId id) {
    // An integer may be large. What is rounded down, or whether it is 0, jumps.
    const bool was_floating = is_floating(type(id).dtype);
    return was_floating == is_floating(to) || (facts(id).exact && facts(id).bound < 1e5);
  });
  if (!operand)
    return;
  Facts result = facts(*operand);
  result.bound = to == DType::boolean ? 1 : result.bound;
  append(Operation::convert, {*operand}, ConvertAttributes{to}, result);
}

void BlockGenerator::add_binary(Operation operation) {
  const auto found = any_number();
  if (!found)
    return;
  ValueId left = *found, right = like(type(left));
  const bool is_integral = is_integer(type(left).dtype);
  const auto small_constant = [&] {
    return append(Operation::constant, {},
                  ConstantAttributes{type(left), {static_cast<double>(choices_.between(1, 3))}},
                  {3, true});
  };
  Facts result = worst({left, right});
  switch (operation) {
  case Operation::max:
  case Operation::min:
    break;
  case Operation::div:
    right = is_integral ? small_constant() : positive(right);
    left = tamed(left, 1000);
    result = {8 * facts(left).bound, false};
    break;
  case Operation::pow:
    right = is_integral ? small_constant() : tamed(right, 2);
    left = is_integral ? left : positive(left);
    result = {is_integral ? kUnknown : 64, false};
    break;
  case Operation::mul:
    left = tamed(left, kFactor);
    right = tamed(right, kFactor);
    result = {facts(left).bound * facts(right).bound, false};
    break;
  default:
    left = tamed(left, 1000);
    right = tamed(right, 1000);
    result = {facts(left).bound + facts(right).bound, false};
    break;
  }
  append(operation, {left, right}, {}, result);
}

void BlockGenerator::add_comparison(Operation operation) {
  const auto left = any([&](ValueId id) { return facts(id).exact; });
  if (!left)
    return;
  const TensorType wanted = type(*left);
  auto right = any([&](ValueId id) { return type(id) == wanted && facts(id).exact; });
  if (!right || choices_.chance(0.3))
    right = append(Operation::constant, {},
                   ConstantAttributes{wanted, {static_cast<double>(choices_.below(2))}}, {1, true});
  append(operation, {*left, *right}, {}, {1, true});
}

void BlockGenerator::add_select() {
  const auto first = any();
  if (!first)
    return;
  const ValueId second = like(type(*first));
  const ValueId chooses = like({DType::boolean, type(*first).shape});
  append(Operation::select, {chooses, *first, second}, {}, worst({*first, second}));
}

void BlockGenerator::add_dot() {
  const auto found = any_number();
  if (!found)
    return;
  DotAttributes pairs{.batch = {}, .contract = {}};
  TensorType right_type{type(*found).dtype, {}};
  std::vector<std::int64_t> order = all_dimensions(type(*found).rank());
  double products = 1;
  for (const std::int64_t dim : order) {
    const std::int64_t size = type(*found).shape[static_cast<std::size_t>(dim)];
    const bool contracts = choices_.chance(0.45);
    if (!contracts && !choices_.chance(0.25))
      continue;
    DimensionPairs &pair = contracts ? pairs.contract : pairs.batch;
    pair.left.push_back(dim);
    pair.right.push_back(static_cast<std::int64_t>(right_type.rank()));
    right_type.shape.push_back(size);
    products *= contracts ? static_cast<double>(size) : 1;
  }
  if (choices_.chance(0.7))
    right_type.shape.push_back(random_size());
  if (type(*found).rank() == 2 && pairs.batch.left.empty() && choices_.chance(0.5)) {
    // The ordinary product of two matrices.
    pairs = {};
    products = static_cast<double>(type(*found).shape[1]);
    right_type.shape = {type(*found).shape[1], random_size()};
  }
  // Dimensions of the right operand in any order.
  std::vector<std::int64_t> places = all_dimensions(right_type.rank());
  if (pairs != DotAttributes{})
    choices_.shuffle(places);
  Shape shuffled(right_type.rank());
  for (std::size_t i = 0; i < places.size(); ++i)
    shuffled[static_cast<std::size_t>(places[i])] = right_type.shape[i];
  right_type.shape = shuffled;
  for (DimensionPairs *pair : {&pairs.batch, &pairs.contract})
    for (std::int64_t &dim : pair->right)
      dim = places[static_cast<std::size_t>(dim)];
  const std::vector<TensorType> operands{type(*found), right_type};
  if (!is_small(right_type.shape) || right_type.rank() + operands[0].rank() > 6 ||
      !is_small(infer_types(Operation::dot, operands, pairs)[0].shape))
    return;
  const ValueId right = tamed(like(right_type), kFactor / 10);
  const ValueId left = tamed(*found, kFactor / 10);
  append(Operation::dot, {left, right}, pairs,
         {facts(left).bound * facts(right).bound * products, false});
}

void BlockGenerator::add_reduction(Operation operation) {
  const bool is_argmax = operation == Operation::argmax;
  const auto found = any([&](ValueId id) {
    return type(id).dtype != DType::boolean && (!is_argmax || facts(id).exact);
  });
  if (!found)
    return;
  std::vector<std::int64_t> dims = choices_.some_of(all_dimensions(type(*found).rank()), 0.5);
  if (is_argmax) {
    const auto dim = dimension_of(*found);
    if (!dim || type(*found).shape[static_cast<std::size_t>(*dim)] == 0)
      return;
    dims = {*dim};
  }
  double count = 1;
  for (const std::int64_t dim : dims)
    count *= static_cast<double>(type(*found).shape[static_cast<std::size_t>(dim)]);
  const ValueId operand = operation == Operation::sum ? tamed(*found, 100) : *found;
  Facts result = facts(operand);
  if (operation == Operation::sum)
    result = {result.bound * count, false};
  else if (is_argmax)
    result = {count, true};
  else if (count == 0)
    result.bound = kUnknown;
  append(operation, {operand}, DimensionsAttributes{dims}, result);
}

void BlockGenerator::add_gather() {
  const auto table = any([&](ValueId id) { return type(id).rank() > 0; });
  const auto ids = any([&](ValueId id) { return is_integer(type(id).dtype); });
  if (!table || !ids)
    return;
  Shape result = type(*ids).shape;
  result.insert(result.end(), type(*table).shape.begin() + 1, type(*table).shape.end());
  if (is_small(result))
    append(Operation::gather, {*table, *ids}, {}, facts(*table));
}

void BlockGenerator::add_scatter_add() {
  const auto ids =
      any([&](ValueId id) { return is_integer(type(id).dtype) && type(id).rank() < 3; });
  if (!ids)
    return;
  Shape table{random_size()}, row;
  if (choices_.chance(0.7))
    row.push_back(random_size());
  table.insert(table.end(), row.begin(), row.end());
  TensorType rows{choices_.one_of(options_.types), type(*ids).shape};
  rows.shape.insert(rows.shape.end(), row.begin(), row.end());
  if (!is_small(rows.shape) || !is_small(table) || rows.dtype == DType::boolean)
    return;
  const ValueId added = tamed(like(rows), 100);
  append(Operation::scatter_add, {*ids, added}, ScatterAddAttributes{table},
         {facts(added).bound * static_cast<double>(type(*ids).size()), false});
}

void BlockGenerator::add_update_row() {
  const auto table = any([&](ValueId id) { return type(id).rank() > 0; });
  if (!table)
    return;
  const TensorType whole = type(*table);
  const ValueId row = like({whole.dtype, Shape(whole.shape.begin() + 1, whole.shape.end())});
  const ValueId index = like({choices_.one_of<DType>({DType::i32, DType::i64}), {}});
  append(Operation::update_row, {*table, row, index}, {}, worst({*table, row}));
}

} // namespace brigade::testing

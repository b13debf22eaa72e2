#include "brigade/ir/operation.hpp"

#include <array>

namespace brigade {

namespace {

using enum OperationKind;

struct Row {
  Operation operation;
  OperationInfo info;
};

// Collectives of several operands, of one element type, are buckets: what is done is done to each
// operand by itself, but they travel in the same messages.
constexpr std::array<Row, kOperationCount> kOperations{{
    {Operation::constant, {"const", source, 0, 0}},
    {Operation::iota, {"iota", source, 0, 0}},
    {Operation::random, {"random", source, 0, 1}},
    {Operation::neg, {"neg", elementwise, 1, 1}},
    {Operation::relu, {"relu", elementwise, 1, 1}},
    {Operation::tanh, {"tanh", elementwise, 1, 1}},
    {Operation::gelu, {"gelu", elementwise, 1, 1}},
    {Operation::sigmoid, {"sigmoid", elementwise, 1, 1}},
    {Operation::exp, {"exp", elementwise, 1, 1}},
    {Operation::log, {"log", elementwise, 1, 1}},
    {Operation::sqrt, {"sqrt", elementwise, 1, 1}},
    {Operation::rsqrt, {"rsqrt", elementwise, 1, 1}},
    {Operation::abs, {"abs", elementwise, 1, 1}},
    {Operation::sign, {"sign", elementwise, 1, 1}},
    {Operation::convert, {"convert", elementwise, 1, 1}},
    {Operation::stop_gradient, {"stop_gradient", elementwise, 1, 1}},
    {Operation::add, {"add", elementwise, 2, 2}},
    {Operation::sub, {"sub", elementwise, 2, 2}},
    {Operation::mul, {"mul", elementwise, 2, 2}},
    {Operation::div, {"div", elementwise, 2, 2}},
    {Operation::max, {"max", elementwise, 2, 2}},
    {Operation::min, {"min", elementwise, 2, 2}},
    {Operation::pow, {"pow", elementwise, 2, 2}},
    {Operation::eq, {"eq", elementwise, 2, 2}},
    {Operation::lt, {"lt", elementwise, 2, 2}},
    {Operation::gt, {"gt", elementwise, 2, 2}},
    {Operation::select, {"select", elementwise, 3, 3}},
    {Operation::broadcast, {"broadcast", shape, 1, 1}},
    {Operation::reshape, {"reshape", shape, 1, 1}},
    {Operation::transpose, {"transpose", shape, 1, 1}},
    {Operation::slice, {"slice", shape, 1, 1}},
    {Operation::pad, {"pad", shape, 1, 1}},
    {Operation::concat, {"concat", shape, 1, {}}},
    {Operation::reverse, {"reverse", shape, 1, 1}},
    {Operation::dot, {"dot", contraction, 2, 2}},
    {Operation::sum, {"sum", reduction, 1, 1}},
    {Operation::max_reduce, {"max_reduce", reduction, 1, 1}},
    {Operation::min_reduce, {"min_reduce", reduction, 1, 1}},
    {Operation::argmax, {"argmax", reduction, 1, 1}},
    {Operation::gather, {"gather", rows, 2, 2}},
    {Operation::scatter_add, {"scatter_add", rows, 2, 2}},
    {Operation::update_row, {"update_row", rows, 3, 3}},
    {Operation::constraint, {"constraint", annotation, 1, 1}},
    {Operation::barrier, {"barrier", annotation, 1, {}}},
    {Operation::call, {"call", block, 0, {}}},
    {Operation::manual, {"manual", block, 0, {}}},
    {Operation::grad, {"grad", block, 0, {}}},
    {Operation::all_reduce, {"all_reduce", collective, 1, {}}},
    {Operation::all_gather, {"all_gather", collective, 1, {}}},
    {Operation::reduce_scatter, {"reduce_scatter", collective, 1, {}}},
    {Operation::all_to_all, {"all_to_all", collective, 1, 1}},
    {Operation::permute, {"permute", collective, 1, 1}},
    {Operation::shard_slice, {"shard_slice", collective, 1, 1}},
}};

constexpr bool in_the_order_of_the_enum() {
  for (std::size_t i = 0; i < kOperationCount; ++i)
    if (kOperations[i].operation != static_cast<Operation>(i))
      return false;
  return true;
}
static_assert(in_the_order_of_the_enum());

} // namespace

const OperationInfo &info(Operation operation) {
  return kOperations[static_cast<std::size_t>(operation)].info;
}

std::string_view to_string(Operation operation) { return info(operation).name; }

std::optional<Operation> operation_named(std::string_view name) {
  for (const Row &row : kOperations)
    if (row.info.name == name)
      return row.operation;
  return std::nullopt;
}

} // namespace brigade

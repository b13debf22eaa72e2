#include "brigade/ir/infer_types.hpp"

#include "brigade/core/check_reduction.hpp"
#include "brigade/ir/element_number.hpp"
#include "brigade/ir/type_check.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace brigade {

namespace {

bool contains(const std::vector<std::int64_t> &dims, std::size_t dim) {
  return std::ranges::find(dims, static_cast<std::int64_t>(dim)) != dims.end();
}

std::int64_t size_at(const TensorType &type, std::int64_t dim) {
  return type.shape[static_cast<std::size_t>(dim)];
}

// Each dimension has one of its own to go to, in their order.
bool can_be_broadcast(const Shape &from, const Shape &to) {
  std::size_t d = 0;
  for (const std::int64_t size : to)
    if (d < from.size() && (from[d] == size || from[d] == 1))
      ++d;
  return d == from.size();
}

void require_same(const TypeCheck &check, const TensorType &a, const TensorType &b) {
  check.require(a.dtype == b.dtype, "the operands have different element types; convert one of them");
  if (a.shape == b.shape)
    return;
  for (const auto &[from, to] : {std::pair(&a, &b), std::pair(&b, &a)})
    check.require(!can_be_broadcast(from->shape, to->shape),
                  "the operands have different shapes; broadcast the smaller one to {} first",
                  to_string(to->shape));
  check.fail("the operands have different shapes, and neither can be broadcast to the other");
}

void require_element(const TypeCheck &check, double number, DType type) {
  check.require(is_element(number, type), "{} is not an element of {}{}", number, to_string(type),
                type == DType::f32       ? "; round it first"
                    : type == DType::i64 ? ", whose constants are whole and at most 2^53 in size"
                    : type == DType::boolean ? ", whose elements are 0 and 1"
                                             : "");
}

// Both sizes at least 0.
std::int64_t sum_of_sizes(const TypeCheck &check, std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  check.require(!__builtin_add_overflow(a, b, &sum), "{} + {} elements are more than 2^63 - 1", a, b);
  return sum;
}

TensorType constant_type(const TypeCheck &check) {
  const auto &attributes = check.attributes<ConstantAttributes>();
  check.require_sizes(attributes.type.shape);
  const std::int64_t size = attributes.type.size();
  check.require(attributes.numbers.size() == 1 ||
                    static_cast<std::int64_t>(attributes.numbers.size()) == size,
                "{} needs 1 number for all elements, or {}, and got {}", to_string(attributes.type),
                size, attributes.numbers.size());
  for (const double number : attributes.numbers)
    require_element(check, number, attributes.type.dtype);
  return attributes.type;
}

TensorType iota_type(const TypeCheck &check) {
  const auto &attributes = check.attributes<IotaAttributes>();
  check.require_sizes(attributes.shape);
  check.require_dimensions({attributes.dim}, attributes.shape.size(), "dim", false);
  check.require(attributes.type != DType::boolean, "its elements are numbers, not bool");
  const std::int64_t last = attributes.shape[static_cast<std::size_t>(attributes.dim)] - 1;
  check.require(attributes.type != DType::i32 || last <= std::numeric_limits<std::int32_t>::max(),
                "its last element, {}, is more than an i32 holds; write type=i64", last);
  return {attributes.type, attributes.shape};
}

TensorType random_type(const TypeCheck &check) {
  const auto &attributes = check.attributes<RandomAttributes>();
  check.require_sizes(attributes.shape);
  check.require(is_floating(attributes.type), "its elements are f32 or f64, not {}",
                to_string(attributes.type));
  const Shape &shape = attributes.shape, &whole = attributes.whole;
  check.require_sizes(whole);
  bool is_part = attributes.start.size() == whole.size() &&
      (whole.empty() || whole.size() == shape.size());
  for (std::size_t i = 0; is_part && i < whole.size(); ++i)
    is_part = 0 <= attributes.start[i] && attributes.start[i] <= whole[i] - shape[i];
  check.require(is_part, "{} at start = [{}] is no part of whole = {}", to_string(shape),
                fmt::join(attributes.start, ", "), to_string(whole));
  for (const TensorType &seed : check.operands())
    check.require(seed.shape.empty() && is_integer(seed.dtype),
                  "what is folded into its seed is an i32[] or i64[]");
  return {attributes.type, attributes.shape};
}

TensorType elementwise_type(const TypeCheck &check) {
  const TensorType &first = check.operand(0);
  switch (check.operation()) {
  case Operation::convert:
    return {check.attributes<ConvertAttributes>().type, first.shape};
  case Operation::stop_gradient:
    return first;
  case Operation::select:
    check.require(first.dtype == DType::boolean, "the first operand chooses, and must be bool");
    require_same(check, check.operand(1), check.operand(2));
    check.require(first.shape == check.operand(1).shape,
                  "what chooses has another shape than what is chosen from; broadcast it to {} first",
                  to_string(check.operand(1).shape));
    return check.operand(1);
  case Operation::eq:
  case Operation::lt:
  case Operation::gt:
    require_same(check, first, check.operand(1));
    return {DType::boolean, first.shape};
  default:
    break;
  }
  if (check.operands().size() == 2)
    require_same(check, first, check.operand(1));
  check.require(first.dtype != DType::boolean, "it computes with numbers; convert the bool first");
  static constexpr Operation kFloatingOnly[] = {Operation::tanh, Operation::gelu, Operation::sigmoid,
                                                Operation::exp,  Operation::log,  Operation::sqrt,
                                                Operation::rsqrt};
  check.require(is_floating(first.dtype) ||
                    std::ranges::find(kFloatingOnly, check.operation()) == std::end(kFloatingOnly),
                "it is defined for f32 and f64; convert the operand first");
  return first;
}

TensorType broadcast_type(const TypeCheck &check) {
  const TensorType &operand = check.operand(0);
  const auto &attributes = check.attributes<BroadcastAttributes>();
  check.require_sizes(attributes.shape);
  check.require(attributes.dims.size() == operand.rank(),
                "dims = [{}] must name a dimension of the result for each of the operand's {}",
                fmt::join(attributes.dims, ", "), operand.rank());
  check.require_dimensions(attributes.dims, attributes.shape.size(), "dims", true);
  for (std::size_t i = 0; i < operand.rank(); ++i) {
    const std::int64_t to = attributes.shape[static_cast<std::size_t>(attributes.dims[i])];
    check.require(operand.shape[i] == to || operand.shape[i] == 1,
                  "dimension {} has size {}, and dimension {} of the result {} has {}: the sizes "
                  "must be equal, or the first 1",
                  i, operand.shape[i], attributes.dims[i], to_string(attributes.shape), to);
  }
  return {operand.dtype, attributes.shape};
}

TensorType reshape_type(const TypeCheck &check) {
  const TensorType &operand = check.operand(0);
  const Shape &shape = check.attributes<ReshapeAttributes>().shape;
  check.require_sizes(shape);
  check.require(element_count(shape) == operand.size(), "{} has {} elements, and the operand {}",
                to_string(shape), element_count(shape), operand.size());
  return {operand.dtype, shape};
}

TensorType transpose_type(const TypeCheck &check) {
  const TensorType &operand = check.operand(0);
  const auto &perm = check.attributes<TransposeAttributes>().perm;
  check.require(perm.size() == operand.rank(),
                "perm = [{}] must name each of the {} dimensions once", fmt::join(perm, ", "),
                operand.rank());
  check.require_dimensions(perm, operand.rank(), "perm", false);
  TensorType type{operand.dtype, {}};
  for (const std::int64_t dim : perm)
    type.shape.push_back(size_at(operand, dim));
  return type;
}

TensorType slice_type(const TypeCheck &check) {
  const TensorType &operand = check.operand(0);
  const auto &attributes = check.attributes<SliceAttributes>();
  const std::size_t rank = operand.rank();
  check.require(attributes.start.size() == rank && attributes.limit.size() == rank &&
                    (attributes.step.empty() || attributes.step.size() == rank),
                "start, limit and step need an entry for each of the {} dimensions", rank);
  TensorType type{operand.dtype, {}};
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t start = attributes.start[i], limit = attributes.limit[i];
    const std::int64_t step = attributes.step.empty() ? 1 : attributes.step[i];
    check.require(0 <= start && start <= limit && limit <= operand.shape[i] && step >= 1,
                  "start {}, limit {}, step {} of dimension {}, which has size {}: what holds is "
                  "0 <= start <= limit <= size and step >= 1",
                  start, limit, step, i, operand.shape[i]);
    type.shape.push_back((limit - start) / step + ((limit - start) % step != 0));
  }
  return type;
}

TensorType pad_type(const TypeCheck &check) {
  const TensorType &operand = check.operand(0);
  const auto &attributes = check.attributes<PadAttributes>();
  const std::size_t rank = operand.rank();
  check.require(attributes.low.size() == rank && attributes.high.size() == rank,
                "low and high need an entry for each of the {} dimensions", rank);
  TensorType type = operand;
  for (std::size_t i = 0; i < rank; ++i) {
    check.require(attributes.low[i] >= 0 && attributes.high[i] >= 0 &&
                      attributes.low[i] < std::numeric_limits<std::int32_t>::max() &&
                      attributes.high[i] < std::numeric_limits<std::int32_t>::max(),
                  "low {} and high {} of dimension {} must be 0 or more, and below 2^31",
                  attributes.low[i], attributes.high[i], i);
    type.shape[i] = sum_of_sizes(check, type.shape[i], attributes.low[i] + attributes.high[i]);
  }
  require_element(check, attributes.value, operand.dtype);
  check.require_sizes(type.shape);
  return type;
}

TensorType concat_type(const TypeCheck &check) {
  TensorType type = check.operand(0);
  const std::int64_t dim = check.attributes<ConcatAttributes>().dim;
  check.require_dimensions({dim}, type.rank(), "dim", false);
  for (const TensorType &next : check.operands().subspan(1)) {
    check.require(next.dtype == type.dtype, "the operands have different element types");
    check.require(next.rank() == type.rank(), "the operands differ in their number of dimensions");
    for (std::size_t i = 0; i < type.rank(); ++i)
      check.require(static_cast<std::int64_t>(i) == dim || next.shape[i] == type.shape[i],
                    "the operands differ in dimension {}, and may do so only in dim {}", i, dim);
    auto &size = type.shape[static_cast<std::size_t>(dim)];
    size = sum_of_sizes(check, size, size_at(next, dim));
  }
  check.require_sizes(type.shape);
  return type;
}

TensorType reverse_type(const TypeCheck &check) {
  check.require_dimensions(check.attributes<DimensionsAttributes>().dims, check.operand(0).rank(),
                           "dims", true);
  return check.operand(0);
}

TensorType dot_type(const TypeCheck &check) {
  const TensorType &left = check.operand(0), &right = check.operand(1);
  const auto &[batch, contract] = check.attributes<DotAttributes>();
  check.require(left.dtype == right.dtype, "the operands have different element types");
  check.require(left.dtype != DType::boolean, "it computes with numbers; convert the bool first");
  const auto joined = [](std::vector<std::int64_t> a, const std::vector<std::int64_t> &b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const bool is_ordinary = batch == DotAttributes{}.batch && contract == DotAttributes{}.contract;
  check.require(!is_ordinary || (left.rank() >= 2 && right.rank() >= 1),
                "without contract=, dimension 1 of the left operand is contracted with dimension 0 of "
                "the right one, as for matrices; {}",
                left.rank() == 0 || right.rank() == 0
                    ? "where one is a scalar, write contract=[],[]"
                    : "where the left one is a vector, write contract=[0],[0]");
  check.require_dimensions(joined(batch.left, contract.left), left.rank(),
                           "for the left operand, batch and contract", false);
  check.require_dimensions(joined(batch.right, contract.right), right.rank(),
                           "for the right operand, batch and contract", false);
  for (const DimensionPairs *pairs : {&batch, &contract}) {
    const char *what = pairs == &batch ? "batch" : "contract";
    check.require(pairs->left.size() == pairs->right.size(),
                  "{} = [{}],[{}] must name as many dimensions of the left operand as of the right",
                  what, fmt::join(pairs->left, ", "), fmt::join(pairs->right, ", "));
    for (std::size_t i = 0; i < pairs->left.size(); ++i)
      check.require(size_at(left, pairs->left[i]) == size_at(right, pairs->right[i]),
                    "{} pairs dimension {} of the left operand, of size {}, with dimension {} of the "
                    "right one, of size {}; they must be equal",
                    what, pairs->left[i], size_at(left, pairs->left[i]), pairs->right[i],
                    size_at(right, pairs->right[i]));
  }
  TensorType type{left.dtype, {}};
  for (const std::int64_t dim : batch.left)
    type.shape.push_back(size_at(left, dim));
  for (std::size_t i = 0; i < left.rank(); ++i)
    if (!contains(batch.left, i) && !contains(contract.left, i))
      type.shape.push_back(left.shape[i]);
  for (std::size_t i = 0; i < right.rank(); ++i)
    if (!contains(batch.right, i) && !contains(contract.right, i))
      type.shape.push_back(right.shape[i]);
  check.require_sizes(type.shape);
  return type;
}

TensorType reduction_type(const TypeCheck &check) {
  const TensorType &operand = check.operand(0);
  const auto &dims = check.attributes<DimensionsAttributes>().dims;
  check.require_dimensions(dims, operand.rank(), "dims", true);
  check.require(operand.dtype != DType::boolean, "it computes with numbers; convert the bool first");
  TensorType type{operand.dtype, {}};
  for (std::size_t i = 0; i < operand.rank(); ++i)
    if (!contains(dims, i))
      type.shape.push_back(operand.shape[i]);
  if (check.operation() != Operation::argmax)
    return type;
  check.require(dims.size() == 1, "it looks along one dimension, and dims = [{}] has {}",
                fmt::join(dims, ", "), dims.size());
  check.require(size_at(operand, dims[0]) > 0, "dimension {} is empty, so it has no largest element",
                dims[0]);
  check.require(size_at(operand, dims[0]) <= std::numeric_limits<std::int32_t>::max(),
                "dimension {} is too long for indices in i32", dims[0]);
  type.dtype = DType::i32;
  return type;
}

TensorType gather_type(const TypeCheck &check) {
  const TensorType &table = check.operand(0), &ids = check.operand(1);
  check.require(table.rank() >= 1, "the table needs a dimension of rows");
  check.require(is_integer(ids.dtype), "the ids must be i32 or i64, not {}", to_string(ids.dtype));
  TensorType type{table.dtype, ids.shape};
  type.shape.insert(type.shape.end(), table.shape.begin() + 1, table.shape.end());
  check.require_sizes(type.shape);
  return type;
}

TensorType scatter_add_type(const TypeCheck &check) {
  const TensorType &ids = check.operand(0), &rows = check.operand(1);
  const Shape &shape = check.attributes<ScatterAddAttributes>().shape;
  check.require_sizes(shape);
  check.require(!shape.empty(), "the table needs a dimension of rows");
  check.require(is_integer(ids.dtype), "the ids must be i32 or i64, not {}", to_string(ids.dtype));
  check.require(rows.dtype != DType::boolean, "it adds numbers; convert the bool first");
  Shape expected = ids.shape;
  expected.insert(expected.end(), shape.begin() + 1, shape.end());
  check.require(rows.shape == expected, "for ids {} and a table {} the rows must be {}",
                to_string(ids.shape), to_string(shape), to_string(expected));
  return {rows.dtype, shape};
}

TensorType update_row_type(const TypeCheck &check) {
  const TensorType &table = check.operand(0), &row = check.operand(1), &index = check.operand(2);
  check.require(table.rank() >= 1, "the table needs a dimension of rows");
  check.require(row.dtype == table.dtype, "row and table have different element types");
  check.require(row.shape == Shape(table.shape.begin() + 1, table.shape.end()),
                "the row of a table {} is {}", to_string(table.shape),
                to_string(Shape(table.shape.begin() + 1, table.shape.end())));
  check.require(index.shape.empty() && is_integer(index.dtype), "the index is an i32[] or i64[]");
  return table;
}

void require_arguments_of(const TypeCheck &check, const Block &callee) {
  check.require(check.operands().size() == callee.parameters.size(),
                "@{} takes {} argument{}, and got {}", callee.name, callee.parameters.size(),
                callee.parameters.size() == 1 ? "" : "s", check.operands().size());
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    const Value &parameter = callee.value(callee.parameters[i]);
    check.require(parameter.type == check.operand(i), "argument {} of @{}{} is {}, and got {}", i,
                  callee.name, parameter.name.empty() ? "" : ", " + parameter.name + ",",
                  to_string(parameter.type),
                  to_string(check.operand(i)));
  }
}

void require_loss(const TypeCheck &check, const Block &callee) {
  check.require(!callee.results.empty(),
                "@{} returns nothing; its first result must be f32[] or f64[]", callee.name);
  const TensorType &loss = callee.type(callee.results[0].value);
  const bool is_number = loss.shape.empty(), is_floats = is_floating(loss.dtype);
  check.require(is_number && is_floats,
                "the first result of @{} is {}, and must be f32[] or f64[]; {} first", callee.name,
                to_string(loss),
                is_number   ? "convert it"
                : is_floats ? "sum it"
                            : "convert it, and sum it,");
}

std::vector<TensorType> block_types(const TypeCheck &check, const Block *callee) {
  if (!callee)
    check.fail("the block that it names is not there");
  require_arguments_of(check, *callee);
  std::vector<TensorType> types;
  if (check.operation() != Operation::grad) {
    for (const Result &result : callee->results)
      types.push_back(callee->type(result.value));
    return types;
  }
  const auto &wrt = check.attributes<GradAttributes>().wrt;
  check.require_dimensions(wrt, callee->parameters.size(), "wrt", false, "parameter");
  require_loss(check, *callee);
  for (const std::int64_t i : wrt) {
    types.push_back(check.operand(static_cast<std::size_t>(i)));
    check.require(is_floating(types.back().dtype), "there is no derivative by argument {}, a {}", i,
                  to_string(types.back()));
  }
  return types;
}

void require_dimensions_of_collective(const TypeCheck &check, std::size_t rank) {
  switch (check.operation()) {
  case Operation::all_to_all: {
    const auto &attributes = check.attributes<AllToAllAttributes>();
    check.require_dimensions({attributes.from, attributes.to}, rank, "from and to", false);
    break;
  }
  case Operation::reduce_scatter:
    check.require_dimensions({check.attributes<ReduceScatterAttributes>().dim}, rank, "dim", false);
    break;
  case Operation::all_gather:
  case Operation::shard_slice:
    check.require_dimensions({check.attributes<AxesOfDimensionAttributes>().dim}, rank, "dim",
                             false);
    break;
  default:
    break;
  }
}

void require_reduction(const TypeCheck &check, DType type) {
  const ReduceOp *op = std::visit(
      [](const auto &attributes) -> const ReduceOp * {
        if constexpr (requires { attributes.op; })
          return &attributes.op;
        else
          return nullptr;
      },
      check.attributes());
  if (!op)
    return;
  try {
    check_reduction(type, *op);
  } catch (const InputError &error) {
    check.fail(error.what());
  }
}

std::vector<TensorType> collective_types(const TypeCheck &check) {
  const std::span<const TensorType> operands = check.operands();
  for (const TensorType &operand : operands) {
    require_dimensions_of_collective(check, operand.rank());
    require_reduction(check, operand.dtype);
    check.require(operand.dtype == operands[0].dtype,
                  "values that travel together have one element type; write one {} for each type",
                  to_string(check.operation()));
  }
  return {operands.begin(), operands.end()};
}

TensorType single_type(const TypeCheck &check) {
  switch (check.operation()) {
  case Operation::constant:
    return constant_type(check);
  case Operation::iota:
    return iota_type(check);
  case Operation::random:
    return random_type(check);
  case Operation::broadcast:
    return broadcast_type(check);
  case Operation::reshape:
    return reshape_type(check);
  case Operation::transpose:
    return transpose_type(check);
  case Operation::slice:
    return slice_type(check);
  case Operation::pad:
    return pad_type(check);
  case Operation::concat:
    return concat_type(check);
  case Operation::reverse:
    return reverse_type(check);
  case Operation::dot:
    return dot_type(check);
  case Operation::gather:
    return gather_type(check);
  case Operation::scatter_add:
    return scatter_add_type(check);
  case Operation::update_row:
    return update_row_type(check);
  case Operation::constraint:
    return check.operand(0);
  default:
    break;
  }
  switch (info(check.operation()).kind) {
  case OperationKind::elementwise:
    return elementwise_type(check);
  default:
    return reduction_type(check);
  }
}

} // namespace

std::vector<TensorType> infer_types(Operation operation, std::span<const TensorType> operands,
                                    const Attributes &attributes, const Block *callee) {
  const TypeCheck check(operation, operands, attributes);
  check.require_number_of_operands();
  if (info(operation).kind == OperationKind::block)
    return block_types(check, callee);
  if (operation == Operation::barrier)
    return {operands.begin(), operands.end()};
  if (info(operation).kind == OperationKind::collective)
    return collective_types(check);
  return {single_type(check)};
}

} // namespace brigade

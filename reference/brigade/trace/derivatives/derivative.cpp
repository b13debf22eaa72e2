#include "brigade/trace/derivatives/derivative.hpp"

namespace brigade {

namespace {

Derivative zero(std::string_view why) { return {nullptr, why, false}; }
Derivative missing(std::string_view why) { return {nullptr, why, true}; }

constexpr std::string_view kIsASource = "it has no operand of f32 or f64";
constexpr std::string_view kIsATruthValue =
    "its result is a bool, and does not change continuously";
constexpr std::string_view kIsACollective =
    "collectives are put in when a program is partitioned, and derivatives are made before that";

} // namespace

// Without a default, so that the compiler names an operation that is left out.
Derivative derivative(Operation operation) {
  switch (operation) {
  case Operation::constant:
  case Operation::iota:
  case Operation::random:
    return zero(kIsASource);
  case Operation::neg:
    return {neg_derivative};
  case Operation::relu:
    return {relu_derivative};
  case Operation::tanh:
    return {tanh_derivative};
  case Operation::gelu:
    return {gelu_derivative};
  case Operation::sigmoid:
    return {sigmoid_derivative};
  case Operation::exp:
    return {exp_derivative};
  case Operation::log:
    return {log_derivative};
  case Operation::sqrt:
    return {sqrt_derivative};
  case Operation::rsqrt:
    return {rsqrt_derivative};
  case Operation::abs:
    return {abs_derivative};
  case Operation::sign:
    return zero("it is constant wherever it is continuous");
  case Operation::convert:
    return {convert_derivative};
  case Operation::stop_gradient:
    return zero("that is what it is for");
  case Operation::add:
    return {add_derivative};
  case Operation::sub:
    return {sub_derivative};
  case Operation::mul:
    return {mul_derivative};
  case Operation::div:
    return {div_derivative};
  case Operation::max:
    return {max_derivative};
  case Operation::min:
    return {min_derivative};
  case Operation::pow:
    return {pow_derivative};
  case Operation::eq:
  case Operation::lt:
  case Operation::gt:
    return zero(kIsATruthValue);
  case Operation::select:
    return {select_derivative};
  case Operation::broadcast:
    return {broadcast_derivative};
  case Operation::reshape:
    return {reshape_derivative};
  case Operation::transpose:
    return {transpose_derivative};
  case Operation::slice:
    return {slice_derivative};
  case Operation::pad:
    return {pad_derivative};
  case Operation::concat:
    return {concat_derivative};
  case Operation::reverse:
    return {reverse_derivative};
  case Operation::dot:
    return {dot_derivative};
  case Operation::sum:
    return {sum_derivative};
  case Operation::max_reduce:
    return {max_reduce_derivative};
  case Operation::min_reduce:
    return {min_reduce_derivative};
  case Operation::argmax:
    return zero("its result is an index, and does not change continuously");
  case Operation::gather:
    return {gather_derivative};
  case Operation::scatter_add:
    return {scatter_add_derivative};
  case Operation::update_row:
    return {update_row_derivative};
  case Operation::constraint:
    return {constraint_derivative};
  case Operation::barrier:
    return missing("backpropagate takes each result's cotangent to its operand");
  case Operation::call:
    return missing("backpropagate calls the derivative of the block");
  case Operation::manual:
    return missing("what its devices exchange is not known here; differentiate inside of it");
  case Operation::grad:
    return missing("expand_grads puts instructions in its place, and these have one");
  case Operation::all_reduce:
  case Operation::all_gather:
  case Operation::reduce_scatter:
  case Operation::all_to_all:
  case Operation::permute:
  case Operation::shard_slice:
    return missing(kIsACollective);
  }
  return missing("it is no operation");
}

} // namespace brigade

#include "brigade/comm/reduction/reduce_into.hpp"

#include "brigade/comm/reduction/join.hpp"
#include "brigade/core/check_reduction.hpp"

#include <cstdint>

namespace brigade {
namespace {

template <class T, class Join>
void join(T *__restrict target, const T *__restrict source, std::size_t count, Order order,
          Join op) {
  if (order == Order::target_first)
    for (std::size_t i = 0; i < count; ++i)
      target[i] = op(target[i], source[i]);
  else
    for (std::size_t i = 0; i < count; ++i)
      target[i] = op(source[i], target[i]);
}

template <class T>
void reduce_as(void *target, const void *source, std::size_t count, ReduceOp op, Order order) {
  auto *to = static_cast<T *>(target);
  const auto *from = static_cast<const T *>(source);
  switch (op) {
  case ReduceOp::sum:
  case ReduceOp::mean:
    return join(to, from, count, order, [](T left, T right) { return sum_of(left, right); });
  case ReduceOp::max:
    return join(to, from, count, order, [](T left, T right) { return larger_of(left, right); });
  case ReduceOp::min:
    return join(to, from, count, order, [](T left, T right) { return smaller_of(left, right); });
  }
}

template <class T> void divide_as(void *target, std::size_t count, int ranks) {
  auto *values = static_cast<T *>(target);
  const T divisor = static_cast<T>(ranks);
  for (std::size_t i = 0; i < count; ++i)
    values[i] /= divisor;
}

} // namespace

void reduce_into(void *target, const void *source, std::size_t count, DType type, ReduceOp op,
                 Order order) {
  switch (type) {
  case DType::f32:
    return reduce_as<float>(target, source, count, op, order);
  case DType::f64:
    return reduce_as<double>(target, source, count, op, order);
  case DType::i32:
    return reduce_as<std::int32_t>(target, source, count, op, order);
  case DType::i64:
    return reduce_as<std::int64_t>(target, source, count, op, order);
  case DType::boolean:
    check_reduction(type, op);
    return reduce_as<std::uint8_t>(target, source, count, op, order);
  }
}

void divide_by(void *target, std::size_t count, DType type, int ranks) {
  if (type == DType::f32)
    return divide_as<float>(target, count, ranks);
  if (type == DType::f64)
    return divide_as<double>(target, count, ranks);
  check_reduction(type, ReduceOp::mean);
}

} // namespace brigade

#include "brigade/gspmd/literal_blocks.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace brigade {

namespace {

template <class T> T joined(T a, T b, ReduceOp reduction) {
  if constexpr (std::is_floating_point_v<T>)
    if (reduction != ReduceOp::sum && (a != a || b != b))
      return a != a ? a : b;
  switch (reduction) {
  case ReduceOp::max:
    return std::max(a, b);
  case ReduceOp::min:
    return std::min(a, b);
  default:
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    else
      return a + b;
  }
}

} // namespace

Slices within(const Slices &slices, const Slices &block) {
  Slices moved = slices;
  for (std::size_t d = 0; d < moved.size(); ++d) {
    moved[d].begin -= block[d].begin;
    moved[d].end -= block[d].begin;
  }
  return moved;
}

Literal part_of(const Literal &array, const Slices &slices) {
  Literal part(TensorType{array.type().dtype, shape_of(slices)});
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        const std::span<const T> from = array.as<T>();
        for_each_run(slices, whole(array.shape()), slices, [&](const Run &run) {
          std::copy_n(from.begin() + run.first, run.count, elements.begin() + run.second);
        });
      },
      part.elements());
  return part;
}

void put(Literal &array, const Slices &slices, const Literal &part) {
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        const std::span<const T> from = part.as<T>();
        for_each_run(slices, slices, whole(array.shape()), [&](const Run &run) {
          std::copy_n(from.begin() + run.first, run.count, elements.begin() + run.second);
        });
      },
      array.elements());
}

void join(Literal &into, const Literal &other, ReduceOp reduction) {
  if (into.type() != other.type())
    throw Error(fmt::format("a {} and a {} cannot be reduced to one", to_string(into.type()),
                            to_string(other.type())));
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        const std::span<const T> others = other.as<T>();
        for (std::size_t i = 0; i < elements.size(); ++i)
          elements[i] = joined(elements[i], others[i], reduction);
      },
      into.elements());
}

} // namespace brigade

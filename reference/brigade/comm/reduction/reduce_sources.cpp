#include "brigade/comm/reduction/reduce_sources.hpp"

#include "brigade/comm/reduction/join.hpp"
#include "brigade/core/check_reduction.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace brigade {
namespace {

// A block's partial result stays in registers while the sources are added to it: 256 bytes are 8
// registers of 32 bytes.
constexpr std::size_t kBlockBytes = 256;

template <class T> struct Sum {
  static T join(T left, T right) { return sum_of(left, right); }
};
template <class T> struct Max {
  static T join(T left, T right) { return larger_of(left, right); }
};
template <class T> struct Min {
  static T join(T left, T right) { return smaller_of(left, right); }
};

// `Length` elements from `offset` on; Length is a constant so that the loops become vector
// instructions.
template <class T, class Join, bool mean, std::size_t Length>
void reduce_block(T *out, std::span<const std::byte *const> sources, std::size_t offset) {
  T partial[Length];
  std::memcpy(partial, sources[0] + offset * sizeof(T), sizeof partial);
  for (const std::byte *source : sources.subspan(1)) {
    T next[Length];
    std::memcpy(next, source + offset * sizeof(T), sizeof next);
    for (std::size_t i = 0; i < Length; ++i)
      partial[i] = Join::join(partial[i], next[i]);
  }
  if constexpr (mean)
    for (std::size_t i = 0; i < Length; ++i)
      partial[i] /= static_cast<T>(sources.size());
  std::memcpy(out + offset, partial, sizeof partial);
}

template <class T, class Join, bool mean>
void reduce(T *out, std::span<const std::byte *const> sources, std::size_t count) {
  constexpr std::size_t kLength = kBlockBytes / sizeof(T);
  std::size_t i = 0;
  for (; i + kLength <= count; i += kLength)
    reduce_block<T, Join, mean, kLength>(out, sources, i);
  for (; i < count; ++i)
    reduce_block<T, Join, mean, 1>(out, sources, i);
}

template <class T>
void reduce(void *out, std::span<const std::byte *const> sources, std::size_t count, ReduceOp op) {
  T *elements = static_cast<T *>(out);
  switch (op) {
  case ReduceOp::sum:
    return reduce<T, Sum<T>, false>(elements, sources, count);
  case ReduceOp::max:
    return reduce<T, Max<T>, false>(elements, sources, count);
  case ReduceOp::min:
    return reduce<T, Min<T>, false>(elements, sources, count);
  case ReduceOp::mean:
    if constexpr (std::is_floating_point_v<T>)
      return reduce<T, Sum<T>, true>(elements, sources, count);
  }
}

} // namespace

void reduce_sources(void *out, std::span<const std::byte *const> sources, std::size_t count,
                    DType type, ReduceOp op) {
  check_reduction(type, op);
  switch (type) {
  case DType::f32:
    return reduce<float>(out, sources, count, op);
  case DType::f64:
    return reduce<double>(out, sources, count, op);
  case DType::i32:
    return reduce<std::int32_t>(out, sources, count, op);
  case DType::i64:
    return reduce<std::int64_t>(out, sources, count, op);
  case DType::boolean:
    return reduce<std::uint8_t>(out, sources, count, op);
  }
}

} // namespace brigade

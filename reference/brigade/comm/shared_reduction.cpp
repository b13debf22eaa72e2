#include "brigade/comm/shared_reduction.hpp"

#include "brigade/comm/reduce.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace brigade {
namespace {

// A block's partial result stays in registers while the sources are added to it: 256 bytes are 8
// registers of 32 bytes.
constexpr std::size_t kBlockBytes = 256;

template <class T> struct Sum {
  static T join(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      using Unsigned = std::make_unsigned_t<T>; // where a signed sum would overflow
      return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
    } else {
      return a + b;
    }
  }
};
template <class T> struct Max {
  // b != b is true for NaN only: it stays, whatever member has it.
  static T join(T a, T b) { return a < b || b != b ? b : a; }
};
template <class T> struct Min {
  static T join(T a, T b) { return b < a || b != b ? b : a; }
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
void reduce(void *out, std::span<const std::byte *const> sources, std::size_t count, DType type,
            ReduceOp op) {
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
    check_reduction(type, op); // refuses it
  }
}

} // namespace

void reduce_sources(void *out, std::span<const std::byte *const> sources, std::size_t count,
                    DType type, ReduceOp op) {
  switch (type) {
  case DType::f32:
    return reduce<float>(out, sources, count, type, op);
  case DType::f64:
    return reduce<double>(out, sources, count, type, op);
  case DType::i32:
    return reduce<std::int32_t>(out, sources, count, type, op);
  case DType::i64:
    return reduce<std::int64_t>(out, sources, count, type, op);
  case DType::boolean:
    check_reduction(type, op);
    return reduce<std::uint8_t>(out, sources, count, type, op);
  }
}

} // namespace brigade

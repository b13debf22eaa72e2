#include "brigade/comm/reduction/reduce_sources.hpp"

#include "brigade/core/error.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

namespace brigade {
namespace {

template <class T> std::array<const std::byte *, 2> sources_of(const T &first, const T &second) {
  return {reinterpret_cast<const std::byte *>(&first),
          reinterpret_cast<const std::byte *>(&second)};
}

TEST(ReduceSources, WrapsIntegersAround) {
  const std::int32_t most = std::numeric_limits<std::int32_t>::max(), one = 1;
  std::int32_t out = 0;
  reduce_sources(&out, sources_of(most, one), 1, DType::i32, ReduceOp::sum);
  EXPECT_EQ(out, std::numeric_limits<std::int32_t>::min());
}

TEST(ReduceSources, TakesMaxAndMinOfBooleansButNoSum) {
  const std::uint8_t no = 0, yes = 1;
  std::uint8_t out = 2;
  reduce_sources(&out, sources_of(no, yes), 1, DType::boolean, ReduceOp::max);
  EXPECT_EQ(out, 1);
  reduce_sources(&out, sources_of(no, yes), 1, DType::boolean, ReduceOp::min);
  EXPECT_EQ(out, 0);
  EXPECT_THROW(reduce_sources(&out, sources_of(no, yes), 1, DType::boolean, ReduceOp::sum),
               InputError);
}

TEST(ReduceSources, RefusesTheMeanOfIntegers) {
  const std::int64_t value = 1;
  std::int64_t out = 0;
  EXPECT_THROW(reduce_sources(&out, sources_of(value, value), 1, DType::i64, ReduceOp::mean),
               InputError);
}

} // namespace
} // namespace brigade

#include "brigade/comm/reduction/reduce_into.hpp"

#include "brigade/core/error.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>
#include <vector>

namespace brigade {
namespace {

TEST(ReduceInto, JoinsElementByElement) {
  std::vector<float> target{1, 5, -2};
  const std::vector<float> source{3, 2, -4};
  reduce_into(target.data(), source.data(), 3, DType::f32, ReduceOp::sum);
  EXPECT_THAT(target, ::testing::ElementsAre(4, 7, -6));
  reduce_into(target.data(), source.data(), 3, DType::f32, ReduceOp::max);
  EXPECT_THAT(target, ::testing::ElementsAre(4, 7, -4));
  reduce_into(target.data(), source.data(), 3, DType::f32, ReduceOp::min);
  EXPECT_THAT(target, ::testing::ElementsAre(3, 2, -4));
}

TEST(ReduceInto, GivesBothPartnersTheSameZero) {
  // One partner has -0 as its target, the other +0; they name the operands in the same order.
  double minus = -0.0, plus = 0.0;
  const double other_minus = -0.0, other_plus = 0.0;
  reduce_into(&minus, &other_plus, 1, DType::f64, ReduceOp::max, Order::target_first);
  reduce_into(&plus, &other_minus, 1, DType::f64, ReduceOp::max, Order::source_first);
  EXPECT_EQ(std::signbit(minus), std::signbit(plus));
}

TEST(ReduceInto, WrapsSumsOfIntegersAround) {
  std::int32_t target = std::numeric_limits<std::int32_t>::max();
  const std::int32_t one = 1;
  reduce_into(&target, &one, 1, DType::i32, ReduceOp::sum);
  EXPECT_EQ(target, std::numeric_limits<std::int32_t>::min());
}

TEST(ReduceInto, TakesMaxAndMinOfBooleansButNoSum) {
  std::vector<std::uint8_t> target{0, 1};
  const std::vector<std::uint8_t> source{1, 0};
  reduce_into(target.data(), source.data(), 2, DType::boolean, ReduceOp::max);
  EXPECT_THAT(target, ::testing::ElementsAre(1, 1));
  EXPECT_THROW(reduce_into(target.data(), source.data(), 2, DType::boolean, ReduceOp::sum),
               InputError);
}

} // namespace
} // namespace brigade

#include "ir/literals.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace brigade::testing {
namespace {

using ::testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Literal reduced(Operation operation, const Literal &x, std::vector<std::int64_t> dims) {
  return evaluate_one(operation, {x}, DimensionsAttributes{std::move(dims)});
}

TEST(InterpretReduction, TheNamedDimensionsAreGone) {
  for (const DType dtype : kNumberTypes) {
    const Literal x = literal(dtype, {2, 3}, {1, 5, 3, 6, 2, 4});
    EXPECT_EQ(reduced(Operation::sum, x, {0}), literal(dtype, {3}, {7, 7, 7}));
    EXPECT_EQ(reduced(Operation::sum, x, {1}), literal(dtype, {2}, {9, 12}));
    EXPECT_EQ(reduced(Operation::sum, x, {0, 1}), literal(dtype, {}, {21}));
    EXPECT_EQ(reduced(Operation::sum, x, {}), x);
    EXPECT_EQ(reduced(Operation::max_reduce, x, {1}), literal(dtype, {2}, {5, 6}));
    EXPECT_EQ(reduced(Operation::min_reduce, x, {0}), literal(dtype, {3}, {1, 2, 3}));
    EXPECT_EQ(reduced(Operation::argmax, x, {1}), literal(DType::i32, {2}, {1, 0}));
    EXPECT_EQ(reduced(Operation::argmax, x, {0}), literal(DType::i32, {3}, {1, 0, 1}));
    const Literal scalar = literal(dtype, {}, {4});
    EXPECT_EQ(reduced(Operation::sum, scalar, {}), scalar);
    EXPECT_EQ(reduced(Operation::max_reduce, scalar, {}), scalar);
  }
}

TEST(InterpretReduction, AnyDimensionsOfAnyShape) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const Literal x = counting({DType::i64, random_shape(random)});
    std::vector<std::int64_t> dims;
    Shape kept = x.shape();
    for (std::size_t i = 0; i < x.shape().size(); ++i)
      if (random() % 2 == 0) {
        dims.push_back(static_cast<std::int64_t>(i));
        kept[i] = 1;
      }
    std::vector<double> sums(static_cast<std::size_t>(element_count(kept)), 0);
    for (std::int64_t i = 0; i < x.size(); ++i) {
      auto index = index_of(i, x.shape());
      for (const std::int64_t d : dims)
        index[static_cast<std::size_t>(d)] = 0;
      sums[static_cast<std::size_t>(position_of(index, kept))] += x.number(i);
    }
    ASSERT_EQ(numbers(reduced(Operation::sum, x, dims)), sums);
  }
}

TEST(InterpretReduction, OfNothingGivesTheIdentity) {
  for (const DType dtype : kNumberTypes) {
    const Literal nothing(TensorType{dtype, {2, 0}});
    EXPECT_EQ(reduced(Operation::sum, nothing, {1}), literal(dtype, {2}, {0, 0}));
    const double least = reduced(Operation::max_reduce, nothing, {1}).number(0);
    const double most = reduced(Operation::min_reduce, nothing, {1}).number(1);
    EXPECT_EQ(least, is_floating(dtype) ? -kInfinity : dtype == DType::i32 ? -0x1p31 : -0x1p63);
    EXPECT_EQ(most, is_floating(dtype) ? kInfinity : dtype == DType::i32 ? 0x1p31 - 1 : 0x1p63);
    EXPECT_EQ(reduced(Operation::sum, nothing, {0}).shape(), (Shape{0}));
    EXPECT_EQ(reduced(Operation::argmax, nothing, {0}).shape(), (Shape{0}));
    EXPECT_THROW(reduced(Operation::argmax, nothing, {1}), InputError);
  }
}

TEST(InterpretReduction, ArgmaxTakesTheFirstOfEquals) {
  EXPECT_THAT(numbers(reduced(Operation::argmax,
                              literal(DType::f32, {3, 3},
                                      {1, 7, 7, 2, 2, 2, -kInfinity, -kInfinity, -kInfinity}),
                              {1})),
              ElementsAre(1, 0, 0));
}

TEST(InterpretReduction, WhatIsNotANumberIsFoundWhereverItStands) {
  for (const std::vector<double> &row :
       {std::vector{kNan, 1., 2.}, std::vector{1., kNan, 2.}, std::vector{1., 2., kNan}}) {
    const Literal x = literal(DType::f64, {3}, row);
    EXPECT_TRUE(std::isnan(reduced(Operation::max_reduce, x, {0}).number(0)));
    EXPECT_TRUE(std::isnan(reduced(Operation::min_reduce, x, {0}).number(0)));
    EXPECT_TRUE(std::isnan(reduced(Operation::sum, x, {0}).number(0)));
    EXPECT_TRUE(
        std::isnan(row[static_cast<std::size_t>(reduced(Operation::argmax, x, {0}).number(0))]));
  }
}

TEST(InterpretReduction, SumsAreMadeInDoubleAndIntegersWrap) {
  std::vector<double> row(101, 1);
  row[0] = 0x1p24;
  EXPECT_EQ(reduced(Operation::sum, literal(DType::f32, {101}, row), {0}).number(0), 0x1p24 + 100);
  EXPECT_EQ(reduced(Operation::sum, literal(DType::i32, {2}, {2147483647, 1}), {0}).number(0),
            -0x1p31);
}

} // namespace
} // namespace brigade::testing

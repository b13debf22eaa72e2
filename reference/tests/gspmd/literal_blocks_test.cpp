#include "brigade/gspmd/literal_blocks.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/interpret.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace brigade {
namespace {

Literal counted(Shape shape) {
  Literal literal({DType::i32, std::move(shape)});
  std::int32_t next = 0;
  for (std::int32_t &element : literal.as<std::int32_t>())
    element = next++;
  return literal;
}

TEST(PartOf, IsWhatLiesAtTheSlices) {
  const Literal part = part_of(counted({3, 4, 5}), {{1, 3}, {2, 3}, {1, 4}});
  EXPECT_EQ(part,
            Literal({DType::i32, {2, 1, 3}}, std::vector<std::int32_t>{31, 32, 33, 51, 52, 53}));
  EXPECT_EQ(part_of(counted({}), {}), counted({}));
  EXPECT_EQ(part_of(counted({3, 4}), {{2, 2}, {0, 4}}).size(), 0);
}

TEST(Put, WritesAPartBack) {
  Literal whole = counted({3, 4, 5});
  const Slices slices{{0, 2}, {3, 4}, {0, 5}};
  const Literal part = part_of(whole, slices);
  for (std::int32_t &element : whole.as<std::int32_t>())
    element = -1;
  put(whole, slices, part);
  EXPECT_EQ(part_of(whole, slices), part);
  std::int64_t left = 0;
  for (const std::int32_t element : whole.as<std::int32_t>())
    left += element == -1;
  EXPECT_EQ(left, 60 - 10);
}

TEST(Slices, AreSeenFromABlockAndCutWithOthers) {
  EXPECT_EQ(within({{5, 7}, {2, 4}}, {{4, 8}, {2, 6}}), (Slices{{1, 3}, {0, 2}}));
  EXPECT_EQ(intersection(Slices{{0, 5}, {2, 4}}, Slices{{3, 8}, {0, 9}}), (Slices{{3, 5}, {2, 4}}));
  EXPECT_EQ(element_count(Slices{}), 1);
  EXPECT_EQ(element_count(Slices{{2, 5}, {1, 1}}), 0);
}

// As the reductions of one device join their elements, what is not a number included.
TEST(Join, IsWhatAReductionDoes) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> a{1, nan, 3, nan, -0.5}, b{2, 5, nan, nan, -4};
  std::vector<double> both = a;
  both.insert(both.end(), b.begin(), b.end());
  const std::vector<Literal> stacked{Literal({DType::f64, {2, 5}}, both)};
  for (const auto &[operation, reduction] :
       {std::pair{Operation::sum, ReduceOp::sum}, std::pair{Operation::max_reduce, ReduceOp::max},
        std::pair{Operation::min_reduce, ReduceOp::min}}) {
    Literal joined({DType::f64, {5}}, a);
    join(joined, Literal({DType::f64, {5}}, b), reduction);
    const Instruction instruction{.operation = operation, .attributes = DimensionsAttributes{{0}}};
    EXPECT_EQ(joined, evaluate(instruction, stacked).at(0)) << to_string(reduction);
  }
}

TEST(Join, WrapsIntegersAround) {
  Literal a({DType::i32, {1}}, std::vector<std::int32_t>{2147483647});
  join(a, Literal({DType::i32, {1}}, std::vector<std::int32_t>{2}), ReduceOp::sum);
  EXPECT_EQ(a.number(0), -2147483647);
  EXPECT_THROW(join(a, counted({2}), ReduceOp::sum), Error);
}

} // namespace
} // namespace brigade

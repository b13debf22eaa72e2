#include "run_program/rounding.hpp"

#include "brigade/ir/parse.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

// What brigade-plan --run takes for rounding, and what for a plan that is wrong.
namespace brigade {
namespace {

using ::testing::ElementsAre;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Literal numbers(DType type, const std::vector<double> &elements) {
  return Literal::from_numbers({type, {static_cast<std::int64_t>(elements.size())}}, elements);
}

/// Counts up from 1 to `size`, with other numbers in the first places.
Literal counted(DType type, int size, std::initializer_list<double> first = {}) {
  std::vector<double> elements(first);
  while (static_cast<int>(elements.size()) < size)
    elements.push_back(static_cast<double>(elements.size()) + 1);
  return numbers(type, elements);
}

/// As many trues in front, of `size`.
Literal trues(int count, int size) {
  std::vector<double> elements(static_cast<std::size_t>(size), 0);
  std::fill_n(elements.begin(), count, 1);
  return numbers(DType::boolean, elements);
}

/// Whether rounding explains it.
bool agree(const Literal &expected, const Literal &got, const std::optional<DType> &type) {
  return share_of_rounding(expected, got, type) <= 1;
}

TEST(ShareOfRounding, IsOfTheBoundThatHolds) {
  const Literal expected = numbers(DType::f32, {1, -1000});
  const Literal got = numbers(DType::f32, {1.5, -1000});
  EXPECT_NEAR(share_of_rounding(expected, got, DType::f32), 0.5, 1e-6);
  EXPECT_EQ(share_of_rounding(expected, expected, DType::f32), 0);
  EXPECT_EQ(share_of_rounding(expected, got, std::nullopt), kInf);
  EXPECT_EQ(share_of_rounding(counted(DType::i32, 400), counted(DType::i32, 400, {99}), DType::f32),
            0.25);
  EXPECT_EQ(share_of_rounding(counted(DType::i32, 99), counted(DType::i32, 99, {90}), DType::f32),
            kInf)
      << "none may be far off";
  EXPECT_EQ(share_of_rounding(counted(DType::i32, 9), counted(DType::i32, 9, {0}), DType::f32), 1)
      << "a number at a border";
}

// What the bounds' comments say.
TEST(AllowedByRounding, IsThatOfThousandsOfRoundings) {
  EXPECT_NEAR(allowed_by_rounding(DType::f32) / std::ldexp(1, -24), 16'777, 1);
  EXPECT_NEAR(allowed_by_rounding(DType::f64) / std::ldexp(1, -53), 900'720, 1);
}

TEST(Agree, MeasuresFloatsByTheLargestOfThem) {
  const Literal expected = numbers(DType::f32, {1, -1000, 0});
  EXPECT_TRUE(agree(expected, expected, DType::f32));
  EXPECT_TRUE(agree(expected, numbers(DType::f32, {1.9, -1000, 0}), DType::f32));
  EXPECT_FALSE(agree(expected, numbers(DType::f32, {2.1, -1000, 0}), DType::f32));
  EXPECT_FALSE(agree(expected, numbers(DType::f32, {1, 1000, 0}), DType::f32));
}

TEST(Agree, AsksMoreOfF64UnlessItIsMadeOfF32) {
  const Literal expected = numbers(DType::f64, {1, -1000});
  const Literal near = numbers(DType::f64, {1 + 9e-8, -1000});
  const Literal further = numbers(DType::f64, {1 + 1.1e-7, -1000});
  EXPECT_TRUE(agree(expected, near, DType::f64));
  EXPECT_FALSE(agree(expected, further, DType::f64));
  EXPECT_TRUE(agree(expected, further, DType::f32));
}

TEST(Agree, WantsTheSameWhereNothingIsRounded) {
  for (const DType type : {DType::f32, DType::f64, DType::i32}) {
    EXPECT_TRUE(agree(counted(type, 300), counted(type, 300), std::nullopt));
    EXPECT_FALSE(agree(counted(type, 300), counted(type, 300, {2}), std::nullopt));
  }
  EXPECT_FALSE(agree(trues(1, 300), trues(2, 300), std::nullopt));
}

TEST(Agree, FindsWhatIsNoNumber) {
  const Literal expected = numbers(DType::f32, {1, kNan});
  EXPECT_TRUE(agree(expected, expected, DType::f32));
  EXPECT_FALSE(agree(expected, numbers(DType::f32, {kNan, kNan}), DType::f32));
  EXPECT_FALSE(agree(expected, numbers(DType::f32, {1, 1}), DType::f32));
}

TEST(Agree, LetsIntegersBeOneOff) {
  EXPECT_TRUE(agree(numbers(DType::i32, {5, 7, 9}), numbers(DType::i32, {6, 6, 10}), DType::f32));
  EXPECT_FALSE(agree(numbers(DType::i32, {5, 7, 9}), numbers(DType::i32, {7, 7, 9}), DType::f32));
  // A thousandth of the largest is more than one; of f64 it is not.
  const Literal large = numbers(DType::i32, {5, 10000}), off = numbers(DType::i32, {14, 10000});
  EXPECT_TRUE(agree(large, off, DType::f32));
  EXPECT_FALSE(agree(large, off, DType::f64));
}

TEST(Agree, LetsOneIntegerInAHundredBeAnother) {
  EXPECT_TRUE(agree(counted(DType::i32, 300), counted(DType::i32, 300, {99, 98, 97}), DType::f32));
  EXPECT_FALSE(
      agree(counted(DType::i32, 300), counted(DType::i32, 300, {99, 98, 97, 96}), DType::f32));
  EXPECT_FALSE(agree(counted(DType::i32, 99), counted(DType::i32, 99, {90}), DType::f32));
}

TEST(Agree, LetsOneBoolInAHundredBeTheOther) {
  EXPECT_TRUE(agree(trues(4, 10), trues(5, 10), DType::f32));
  EXPECT_FALSE(agree(trues(4, 10), trues(6, 10), DType::f32));
  EXPECT_TRUE(agree(trues(4, 300), trues(7, 300), DType::f32));
  EXPECT_FALSE(agree(trues(4, 300), trues(8, 300), DType::f32));
}

TEST(RoundedAs, IsTheCoarsestTypeOnTheWayToAResult) {
  const Program program = parse_program(R"(
program p(a: f32[8], b: f64[8], i: i32[8]) {
  s = convert(sum(a, dims=[0]), f64)
  return reshape(a, [2, 4]), mul(i, i), add(b, b), s, convert(mul(b, convert(a, f64)), i32),
         gt(add(b, b), b), argmax(mul(a, a), dims=[0])
}
)",
                                        "text");
  EXPECT_THAT(rounded_as(program), ElementsAre(std::nullopt, std::nullopt, DType::f64, DType::f32,
                                               DType::f64, DType::f64, DType::f32));
}

} // namespace
} // namespace brigade

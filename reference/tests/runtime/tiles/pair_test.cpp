// Pairs of operations in one pass have the bits of the two operations one after the other.
#include "brigade/runtime/tiles/pair.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace brigade {
namespace {

constexpr Operation kInner[] = {Operation::add, Operation::sub, Operation::mul, Operation::div,
                                Operation::sqrt};
constexpr Operation kOuter[] = {Operation::add, Operation::sub, Operation::mul, Operation::div,
                                Operation::relu};
constexpr std::int64_t kSizes[] = {0, 1, 7, 16, 33, 100};
constexpr bool kBoth[] = {false, true};

template <class T> std::vector<T> random_numbers(unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<T> draw(-2, 2);
  std::vector<T> out(100);
  for (T &x : out)
    x = draw(engine);
  return out;
}

template <class T> void expect_same_bits(const PairForm &form) {
  SCOPED_TRACE(std::string(to_string(form.inner.operation)) + " into " +
               std::string(to_string(form.outer.operation)) +
               (form.inner_is_second ? ", as the second" : ", as the first"));
  const std::vector<T> a = random_numbers<T>(1), b = random_numbers<T>(2), c = random_numbers<T>(3);
  const TileFunction pair = pair_function(form);
  ASSERT_NE(pair, nullptr);
  for (const std::int64_t n : kSizes) {
    std::vector<T> inner(100), expected(100), got(100);
    tile_function(form.inner)(inner.data(), a.data(), b.data(), b.data(), n);
    const T *first = form.inner_is_second ? c.data() : inner.data();
    const T *second = form.inner_is_second ? inner.data() : c.data();
    tile_function(form.outer)(expected.data(), first, second, second, n);
    pair(got.data(), a.data(), b.data(), c.data(), n);
    for (std::size_t i = 0; i < got.size(); ++i)
      if (std::isnan(expected[i]))
        EXPECT_TRUE(std::isnan(got[i])) << i << " of " << n;
      else
        EXPECT_EQ(got[i], expected[i]) << i << " of " << n;
  }
}

template <class T> void try_all(DType type) {
  for (const Operation inner : kInner)
    for (const Operation outer : kOuter)
      for (const bool a : kBoth)
        for (const bool b : kBoth)
          for (const bool c : kBoth)
            for (const bool is_second : kBoth) {
              const bool one_number = (!takes_numbers(inner) && (a || b)) ||
                                      (!takes_numbers(outer) && (c || is_second));
              if ((a && b) || one_number)
                continue;
              expect_same_bits<T>({{inner, type, type, a, b},
                                   {outer, type, type, is_second && c, !is_second && c},
                                   is_second});
            }
}

TEST(PairsOfTileOperations, HaveTheBitsOfBothInTurn) {
  try_all<float>(DType::f32);
  try_all<double>(DType::f64);
}

TEST(PairsOfTileOperations, AreWrittenOverAnyOperand) {
  const PairForm form{{Operation::mul, DType::f32, DType::f32, false, false},
                      {Operation::sub, DType::f32, DType::f32, false, false},
                      true};
  const std::vector<float> from[] = {random_numbers<float>(1), random_numbers<float>(2),
                                     random_numbers<float>(3)};
  std::vector<float> expected(100);
  pair_function(form)(expected.data(), from[0].data(), from[1].data(), from[2].data(), 100);
  for (std::size_t over = 0; over < 3; ++over) {
    std::vector<float> operands[] = {from[0], from[1], from[2]};
    pair_function(form)(operands[over].data(), operands[0].data(), operands[1].data(),
                        operands[2].data(), 100);
    EXPECT_EQ(operands[over], expected) << "over operand " << over;
  }
}

TEST(PairsOfTileOperations, AreNotMadeOfIntegersOrOtherOperations) {
  const auto pair = [](Operation inner, Operation outer, DType type) {
    return pair_function({{inner, type, type, false, false}, {outer, type, type, false, false}});
  };
  EXPECT_EQ(pair(Operation::mul, Operation::add, DType::i32), nullptr);
  EXPECT_EQ(pair(Operation::exp, Operation::add, DType::f32), nullptr);
  EXPECT_EQ(pair(Operation::mul, Operation::max, DType::f32), nullptr);
}

} // namespace
} // namespace brigade

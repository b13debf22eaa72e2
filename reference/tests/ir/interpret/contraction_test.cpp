#include "ir/literals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace brigade::testing {
namespace {

using ::testing::ElementsAre;

TEST(InterpretContraction, DotOfMatricesIsRowsTimesColumns) {
  for (const DType dtype : kNumberTypes)
    EXPECT_EQ(evaluate_one(Operation::dot,
                           {literal(dtype, {2, 3}, {1, 2, 3, 4, 5, 6}),
                            literal(dtype, {3, 2}, {1, 0, 0, 1, 2, -1})},
                           DotAttributes{}),
              literal(dtype, {2, 2}, {7, -1, 16, -1}));
}

TEST(InterpretContraction, ASumOfNoProductsIsZero) {
  for (const DType dtype : kNumberTypes)
    EXPECT_EQ(evaluate_one(Operation::dot,
                           {Literal(TensorType{dtype, {2, 0}}), Literal(TensorType{dtype, {0, 3}})},
                           DotAttributes{}),
              Literal(TensorType{dtype, {2, 3}}));
}

TEST(InterpretContraction, VectorsMakeAScalarOrAMatrix) {
  const Literal a = literal(DType::f64, {3}, {1, 2, 3}), b = literal(DType::f64, {3}, {4, 5, 6});
  EXPECT_EQ(evaluate_one(Operation::dot, {a, b}, DotAttributes{{}, {{0}, {0}}}),
            literal(DType::f64, {}, {32}));
  EXPECT_EQ(evaluate_one(Operation::dot, {a, b}, DotAttributes{{}, {{}, {}}}),
            literal(DType::f64, {3, 3}, {4, 5, 6, 8, 10, 12, 12, 15, 18}));
  EXPECT_EQ(evaluate_one(Operation::dot,
                         {literal(DType::f64, {}, {2}), literal(DType::f64, {}, {3})},
                         DotAttributes{{}, {{}, {}}}),
            literal(DType::f64, {}, {6}));
}

// Each dimension gets a letter; letters that both operands have are batch or summed ones. The
// expected value is a sum over all assignments of numbers to letters.
TEST(InterpretContraction, AnyBatchAndContractingDimensionsInAnyOrder) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::map<char, std::int64_t> size;
    std::string batch, contract, left_free, right_free;
    const auto letters = [&](std::string &to, char first) {
      for (std::size_t i = 0; i < random() % 3; ++i) {
        to += static_cast<char>(first + static_cast<char>(i));
        size[to.back()] = static_cast<std::int64_t>(random() % 4);
      }
    };
    letters(batch, 'a');
    letters(contract, 'k');
    letters(left_free, 'p');
    letters(right_free, 'u');
    std::string left = batch + contract + left_free, right = batch + contract + right_free;
    std::ranges::shuffle(left, random);
    std::ranges::shuffle(right, random);
    DotAttributes attributes{{}, {{}, {}}};
    const auto pair = [&](DimensionPairs &pairs, char letter) {
      pairs.left.push_back(static_cast<std::int64_t>(left.find(letter)));
      pairs.right.push_back(static_cast<std::int64_t>(right.find(letter)));
    };
    for (const char letter : batch)
      pair(attributes.batch, letter);
    for (const char letter : contract)
      pair(attributes.contract, letter);
    const auto shape_of = [&](const std::string &text) {
      Shape shape;
      for (const char letter : text)
        shape.push_back(size[letter]);
      return shape;
    };
    std::string result = batch;
    for (const char letter : left)
      if (left_free.find(letter) != std::string::npos)
        result += letter;
    for (const char letter : right)
      if (right_free.find(letter) != std::string::npos)
        result += letter;

    const Literal a = counting({DType::i64, shape_of(left)});
    const Literal b = counting({DType::i64, shape_of(right)});
    const Literal got = evaluate_one(Operation::dot, {a, b}, attributes);
    ASSERT_EQ(got.shape(), shape_of(result));
    const std::string all = result + contract;
    std::vector<double> expected(static_cast<std::size_t>(got.size()), 0);
    for (std::int64_t i = 0; i < element_count(shape_of(all)); ++i) {
      std::map<char, std::int64_t> at;
      const auto index = index_of(i, shape_of(all));
      for (std::size_t k = 0; k < all.size(); ++k)
        at[all[k]] = index[k];
      const auto picked = [&](const std::string &text) {
        std::vector<std::int64_t> numbers;
        for (const char letter : text)
          numbers.push_back(at[letter]);
        return numbers;
      };
      expected[static_cast<std::size_t>(position_of(picked(result), got.shape()))] +=
          number_at(a, picked(left)) * number_at(b, picked(right));
    }
    ASSERT_EQ(numbers(got), expected) << left << "," << right << "->" << result;
  }
}

TEST(InterpretContraction, SumsOfFloatsAreMadeInDouble) {
  // In float, 2^24 + 1 + … + 1 would stay at 2^24.
  std::vector<double> row(101, 1);
  row[0] = 0x1p24;
  EXPECT_EQ(evaluate_one(Operation::dot,
                         {literal(DType::f32, {1, 101}, row),
                          literal(DType::f32, {101, 1}, std::vector<double>(101, 1))},
                         DotAttributes{})
                .number(0),
            0x1p24 + 100);
}

TEST(InterpretContraction, IntegersWrap) {
  EXPECT_EQ(evaluate_one(
                Operation::dot,
                {literal(DType::i32, {1, 2}, {2147483647, 1}), literal(DType::i32, {2, 1}, {2, 1})},
                DotAttributes{})
                .number(0),
            -1);
}

} // namespace
} // namespace brigade::testing

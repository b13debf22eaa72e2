#include "ir/literals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace brigade::testing {
namespace {

using ::testing::ElementsAre;

using Index = std::vector<std::int64_t>;

DType random_type(std::mt19937 &random) { return kAllTypes[random() % std::size(kAllTypes)]; }

// Every element of the result is the one of the operand whose index `from` gives.
template <class From>
void expect_elements(const Literal &result, const Literal &operand, From from) {
  ASSERT_EQ(result.type().dtype, operand.type().dtype);
  for (std::int64_t i = 0; i < result.size(); ++i)
    ASSERT_EQ(result.number(i), number_at(operand, from(index_of(i, result.shape()))));
}

TEST(InterpretShape, BroadcastRepeatsAlongDimensionsThatAreNewOrOne) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const Shape shape = random_shape(random);
    TensorType operand{random_type(random), {}};
    BroadcastAttributes attributes{shape, {}};
    for (std::size_t dim = 0; dim < shape.size(); ++dim)
      if (random() % 3 != 0) {
        attributes.dims.push_back(static_cast<std::int64_t>(dim));
        operand.shape.push_back(random() % 2 == 0 ? 1 : shape[dim]);
      }
    const Literal x = counting(operand);
    const Literal y = evaluate_one(Operation::broadcast, {x}, attributes);
    ASSERT_EQ(y.shape(), shape);
    expect_elements(y, x, [&](const Index &index) {
      Index from;
      for (std::size_t k = 0; k < attributes.dims.size(); ++k)
        from.push_back(operand.shape[k] == 1 ? 0
                                             : index[static_cast<std::size_t>(attributes.dims[k])]);
      return from;
    });
  }
}

TEST(InterpretShape, ReshapeKeepsTheOrderOfTheElements) {
  for (const DType dtype : kAllTypes) {
    const Literal x = counting({dtype, {2, 6}});
    EXPECT_EQ(evaluate_one(Operation::reshape, {x}, ReshapeAttributes{{3, 1, 4}}),
              counting({dtype, {3, 1, 4}}));
    EXPECT_EQ(evaluate_one(Operation::reshape, {Literal(TensorType{dtype, {0, 4}})},
                           ReshapeAttributes{{7, 0}}),
              Literal(TensorType{dtype, {7, 0}}));
    EXPECT_EQ(
        evaluate_one(Operation::reshape, {literal(dtype, {}, {1})}, ReshapeAttributes{{1, 1}}),
        literal(dtype, {1, 1}, {1}));
  }
}

TEST(InterpretShape, TransposePermutesTheIndex) {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    const Literal x = counting({random_type(random), random_shape(random)});
    TransposeAttributes attributes{Index(x.shape().size())};
    std::iota(attributes.perm.begin(), attributes.perm.end(), 0);
    std::ranges::shuffle(attributes.perm, random);
    expect_elements(evaluate_one(Operation::transpose, {x}, attributes), x,
                    [&](const Index &index) {
                      Index from(index.size());
                      for (std::size_t k = 0; k < index.size(); ++k)
                        from[static_cast<std::size_t>(attributes.perm[k])] = index[k];
                      return from;
                    });
  }
}

TEST(InterpretShape, SliceTakesEveryStepthFromStartToLimit) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    const Literal x = counting({random_type(random), random_shape(random)});
    SliceAttributes attributes;
    Shape expected;
    for (const std::int64_t size : x.shape()) {
      const auto start = static_cast<std::int64_t>(random()) % (size + 1);
      const auto limit = start + static_cast<std::int64_t>(random()) % (size - start + 1);
      const auto step = 1 + static_cast<std::int64_t>(random()) % 3;
      attributes.start.push_back(start);
      attributes.limit.push_back(limit);
      attributes.step.push_back(step);
      std::int64_t count = 0;
      for (std::int64_t at = start; at < limit; at += step)
        ++count;
      expected.push_back(count);
    }
    const Literal y = evaluate_one(Operation::slice, {x}, attributes);
    ASSERT_EQ(y.shape(), expected);
    expect_elements(y, x, [&](const Index &index) {
      Index from(index.size());
      for (std::size_t k = 0; k < index.size(); ++k)
        from[k] = attributes.start[k] + index[k] * attributes.step[k];
      return from;
    });
  }
  EXPECT_THAT(numbers(evaluate_one(Operation::slice, {counting({DType::f32, {5}})},
                                   SliceAttributes{{1}, {4}, {}})),
              ElementsAre(1, 2, 3));
}

TEST(InterpretShape, PadPutsTheValueAround) {
  std::mt19937 random(4);
  for (int i = 0; i < 200; ++i) {
    const Literal x = counting({random_type(random), random_shape(random)});
    PadAttributes attributes{.value = 1};
    for (std::size_t k = 0; k < x.shape().size(); ++k) {
      attributes.low.push_back(static_cast<std::int64_t>(random() % 3));
      attributes.high.push_back(static_cast<std::int64_t>(random() % 3));
    }
    const Literal y = evaluate_one(Operation::pad, {x}, attributes);
    for (std::int64_t k = 0; k < y.size(); ++k) {
      Index from = index_of(k, y.shape());
      bool inside = true;
      for (std::size_t d = 0; d < from.size(); ++d) {
        from[d] -= attributes.low[d];
        inside = inside && from[d] >= 0 && from[d] < x.shape()[d];
      }
      ASSERT_EQ(y.number(k), inside ? number_at(x, from) : 1);
    }
  }
}

TEST(InterpretShape, ConcatPutsOperandsBehindEachOther) {
  for (const DType dtype : kAllTypes) {
    const Literal a = literal(dtype, {2, 1}, {1, 0}), b = literal(dtype, {2, 2}, {0, 1, 1, 1});
    const Literal nothing(TensorType{dtype, {2, 0}});
    EXPECT_EQ(evaluate_one(Operation::concat, {a, nothing, b}, ConcatAttributes{1}),
              literal(dtype, {2, 3}, {1, 0, 1, 0, 1, 1}));
    EXPECT_EQ(evaluate_one(Operation::concat, {b, b}, ConcatAttributes{0}),
              literal(dtype, {4, 2}, {0, 1, 1, 1, 0, 1, 1, 1}));
    EXPECT_EQ(evaluate_one(Operation::concat, {a}, ConcatAttributes{0}), a);
  }
}

TEST(InterpretShape, ReverseTurnsTheNamedDimensionsAround) {
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    const Literal x = counting({random_type(random), random_shape(random)});
    DimensionsAttributes attributes;
    for (std::size_t k = 0; k < x.shape().size(); ++k)
      if (random() % 2 == 0)
        attributes.dims.push_back(static_cast<std::int64_t>(k));
    expect_elements(evaluate_one(Operation::reverse, {x}, attributes), x, [&](Index index) {
      for (const std::int64_t d : attributes.dims) {
        std::int64_t &at = index[static_cast<std::size_t>(d)];
        at = x.shape()[static_cast<std::size_t>(d)] - 1 - at;
      }
      return index;
    });
  }
}

} // namespace
} // namespace brigade::testing

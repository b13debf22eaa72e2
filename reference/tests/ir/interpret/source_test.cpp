#include "ir/literals.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::testing {
namespace {

using ::testing::ElementsAre;

TEST(InterpretSource, AConstantIsOneNumberForAllOrOneForEach) {
  for (const DType dtype : kAllTypes) {
    EXPECT_EQ(evaluate_one(Operation::constant, {}, ConstantAttributes{{dtype, {2, 2}}, {1}}),
              literal(dtype, {2, 2}, {1, 1, 1, 1}));
    EXPECT_EQ(evaluate_one(Operation::constant, {}, ConstantAttributes{{dtype, {3}}, {1, 0, 1}}),
              literal(dtype, {3}, {1, 0, 1}));
    EXPECT_EQ(evaluate_one(Operation::constant, {}, ConstantAttributes{{dtype, {}}, {1}}),
              literal(dtype, {}, {1}));
    EXPECT_EQ(evaluate_one(Operation::constant, {}, ConstantAttributes{{dtype, {0}}, {1}}),
              Literal(TensorType{dtype, {0}}));
  }
}

TEST(InterpretSource, IotaCountsAlongItsDimension) {
  for (const DType dtype : kNumberTypes) {
    EXPECT_EQ(evaluate_one(Operation::iota, {}, IotaAttributes{{2, 3}, 0, dtype}),
              literal(dtype, {2, 3}, {0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(evaluate_one(Operation::iota, {}, IotaAttributes{{2, 3}, 1, dtype}),
              literal(dtype, {2, 3}, {0, 1, 2, 0, 1, 2}));
    EXPECT_EQ(evaluate_one(Operation::iota, {}, IotaAttributes{{2, 0}, 1, dtype}).size(), 0);
  }
}

TEST(InterpretSource, RandomNumbersAreThoseOfTheirStreamByIndex) {
  for (const DType dtype : {DType::f32, DType::f64})
    for (const bool normal : {false, true})
      for (const bool folded : {false, true}) {
        std::vector<Literal> operands;
        RandomStream stream(7, 3);
        if (folded) {
          operands.push_back(literal(DType::i32, {}, {-5}));
          stream = stream.fold_in(static_cast<std::uint64_t>(-5));
        }
        const Literal x = evaluate_one(Operation::random, operands,
                                       RandomAttributes{{2, 3}, 7, 3, normal, dtype});
        ASSERT_EQ(x.type(), (TensorType{dtype, {2, 3}}));
        for (std::uint64_t i = 0; i < 6; ++i) {
          const double expected =
              dtype == DType::f64 ? (normal ? stream.normal<double>(i) : stream.uniform<double>(i))
                                  : static_cast<double>(normal ? stream.normal<float>(i)
                                                               : stream.uniform<float>(i));
          EXPECT_EQ(x.number(static_cast<std::int64_t>(i)), expected);
        }
      }
}

TEST(InterpretSource, APartOfRandomNumbersIsThatOfTheWhole) {
  const Literal whole =
      evaluate_one(Operation::random, {}, RandomAttributes{{4, 3, 5}, 7, 3, true, DType::f64});
  const Literal part =
      evaluate_one(Operation::random, {},
                   RandomAttributes{{2, 3, 2}, 7, 3, true, DType::f64, {1, 0, 3}, {4, 3, 5}});
  for (std::int64_t i = 0; i < 2; ++i)
    for (std::int64_t j = 0; j < 3; ++j)
      for (std::int64_t k = 0; k < 2; ++k)
        EXPECT_EQ(part.number((i * 3 + j) * 2 + k), whole.number(((i + 1) * 3 + j) * 5 + k + 3));
}

TEST(InterpretSource, APartMustLieInTheWhole) {
  const auto make = [](Shape shape, std::vector<std::int64_t> start, Shape whole) {
    return evaluate_one(Operation::random, {},
                        RandomAttributes{shape, 7, 3, true, DType::f64, start, whole});
  };
  EXPECT_NO_THROW(make({2, 0}, {2, 3}, {4, 3}));
  EXPECT_THROW(make({2, 3}, {3, 0}, {4, 3}), InputError);
  EXPECT_THROW(make({2, 3}, {-1, 0}, {4, 3}), InputError);
  EXPECT_THROW(make({2, 3}, {0}, {4}), InputError);
  EXPECT_THROW(make({2, 3}, {0, 0}, {}), InputError);
}

} // namespace
} // namespace brigade::testing

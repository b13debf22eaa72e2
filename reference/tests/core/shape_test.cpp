#include "brigade/core/shape.hpp"

#include "brigade/core/dtype.hpp"
#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Shape, AScalarHasOneElementAndAnEmptyDimensionNone) {
  EXPECT_EQ(element_count({}), 1);
  EXPECT_EQ(element_count({8, 32}), 256);
  EXPECT_EQ(element_count({8, 0, 32}), 0);
}

TEST(Shape, CountsUpToTheLastThatFits) {
  constexpr std::int64_t root = 3037000499; // floor(sqrt(2^63 - 1))
  EXPECT_EQ(element_count({root, root}), root * root);
  EXPECT_THAT(
      [] {
        element_count({root + 1, root + 1});
      },
      ThrowsMessage<InputError>(HasSubstr("[3037000500, 3037000500]")));
  EXPECT_EQ(element_count({root + 1, root + 1, 0}), 0);
}

TEST(Shape, ANegativeSizeIsNamedWithItsArray) {
  EXPECT_THAT(
      [] {
        check_sizes({3, -2}, "w1");
      },
      ThrowsMessage<InputError>(HasSubstr("dimension 1 of w1 with shape [3, -2] has size -2")));
  EXPECT_THROW(element_count({-1}), InputError);
}

TEST(Shape, StridesAreThoseOfRowMajorOrder) {
  EXPECT_EQ(row_major_strides({2, 3, 4}), (Shape{12, 4, 1}));
  EXPECT_EQ(row_major_strides({}), Shape{});
}

TEST(Shape, PrintsAsInProgramTexts) {
  EXPECT_EQ(to_string(Shape{8, 32}), "[8, 32]");
  EXPECT_EQ(to_string(Shape{}), "[]");
}

TEST(DType, KnowsItsNameItsSizeAndItsCppType) {
  EXPECT_EQ(to_string(dtype_of<float>()), "f32");
  EXPECT_EQ(to_string(dtype_of<double>()), "f64");
  EXPECT_EQ(to_string(dtype_of<std::int32_t>()), "i32");
  EXPECT_EQ(to_string(dtype_of<std::int64_t>()), "i64");
  EXPECT_EQ(to_string(DType::boolean), "bool");
  EXPECT_EQ(size_of(DType::f32), sizeof(float));
  EXPECT_EQ(size_of(DType::f64), sizeof(double));
  EXPECT_EQ(size_of(DType::i32), sizeof(std::int32_t));
  EXPECT_EQ(size_of(DType::i64), sizeof(std::int64_t));
  EXPECT_EQ(size_of(DType::boolean), 1U);
  static_assert(!Element<bool> && !Element<unsigned>);
}

TEST(Error, CarriesTheExitStatusOfTheProgram) {
  EXPECT_EQ(Error("x").exit_status(), 1);
  EXPECT_EQ(InputError("x").exit_status(), 2);
  EXPECT_EQ(MachineError("x").exit_status(), 3);
}

} // namespace
} // namespace brigade

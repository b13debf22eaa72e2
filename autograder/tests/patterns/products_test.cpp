#include "recognised.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::launch_of;

using Numbers = std::vector<double>;

// A batch of 3 with 2 features, 2 hidden units, 2 outputs; dy·w2ᵀ has both signs, and so have the
// sums before relu, elsewhere.
const Numbers kX = {1, 2, -3, 4, 5, -6}, kDy = {1, -2, 3, 1, -1, 4}, kW1 = {7, -1, 2, 3},
              kW2 = {2, 1, -1, 3};
const Numbers kMask = {1, 0, 0, 1, 1, 1};

struct Gradients {
  Numbers w1, b1, x;
};

enum class Between { mask, nothing, relu };

Gradients gradients(Between between) {
  Gradients made{Numbers(4), Numbers(2), Numbers(6)};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j) {
      double back = kDy[2 * i] * kW2[2 * j] + kDy[2 * i + 1] * kW2[2 * j + 1];
      if (between == Between::mask)
        back *= kMask[2 * i + j];
      if (between == Between::relu)
        back = std::max(back, 0.0);
      made.b1[j] += back;
      for (std::size_t k = 0; k < 2; ++k) {
        made.w1[2 * k + j] += kX[2 * i + k] * back;
        made.x[2 * i + k] += back * kW1[2 * k + j];
      }
    }
  return made;
}

LaunchResult launch(const std::string &name, const Shape &shape, const Numbers &gradient) {
  return launch_of(1, [&](int, records::TestRecords &records) {
    records.arrays = {
        testing::input<double>("x", {3, 2}, kX), testing::input<double>("dy", {3, 2}, kDy),
        testing::input<double>("w1", {2, 2}, kW1), testing::input<double>("w2", {2, 2}, kW2),
        testing::array(name, shape, gradient)};
  });
}

struct Wanted {
  std::string name;
  Shape shape;
  Numbers Gradients::*part;
  std::string formula;
};
const std::vector<Wanted> kWanted = {
    {"gradient of w1", {2, 2}, &Gradients::w1, "xᵀ·(dy·w2ᵀ)"},
    {"gradient of b1", {2}, &Gradients::b1, "the sum of dy·w2ᵀ over the rows"},
    {"gradient of x", {3, 2}, &Gradients::x, "(dy·w2ᵀ)·w1ᵀ"}};

TEST(Products, WithNoMaskBetweenThem) {
  for (const Wanted &wanted : kWanted) {
    const Finding finding =
        finding_of(launch(wanted.name, wanted.shape, gradients(Between::nothing).*wanted.part),
                   launch(wanted.name, wanted.shape, gradients(Between::mask).*wanted.part));
    EXPECT_EQ(finding.pattern, "mask forgotten") << wanted.name;
    EXPECT_THAT(finding.sentence, HasSubstr("it is " + wanted.formula));
  }
}

TEST(Products, MaskedByTheGradientItself) {
  for (const Wanted &wanted : kWanted) {
    const Finding finding =
        finding_of(launch(wanted.name, wanted.shape, gradients(Between::relu).*wanted.part),
                   launch(wanted.name, wanted.shape, gradients(Between::mask).*wanted.part));
    EXPECT_EQ(finding.pattern, "mask of the gradient") << wanted.name;
    EXPECT_THAT(finding.sentence, HasSubstr("masked where the gradient is negative"));
  }
}

TEST(Products, WithTheTransposeOfASquareFactor) {
  const auto launch = [](const Numbers &y) {
    return launch_of(1, [&](int, records::TestRecords &records) {
      records.arrays = {testing::input<double>("x", {3, 2}, kX),
                        testing::input<double>("w", {2, 2}, kW1),
                        testing::input<double>("b", {2}, {10, 20}), testing::array("y", {3, 2}, y)};
    });
  };
  const auto y = [](double w01, double w10, const Numbers &bias) {
    Numbers made;
    for (std::size_t i = 0; i < 3; ++i) {
      made.push_back(kX[2 * i] * kW1[0] + kX[2 * i + 1] * w10 + bias[0]);
      made.push_back(kX[2 * i] * w01 + kX[2 * i + 1] * kW1[3] + bias[1]);
    }
    return made;
  };
  for (const Numbers &bias : {Numbers{0, 0}, Numbers{10, 20}}) {
    const Finding finding =
        finding_of(launch(y(kW1[2], kW1[1], bias)), launch(y(kW1[1], kW1[2], bias)));
    EXPECT_EQ(finding.pattern, "a factor is transposed");
    EXPECT_THAT(finding.sentence, HasSubstr("x times the transpose of w"));
  }
}

TEST(Products, WithATransposeThatIsRightAreNotNamedByIt) {
  // dy·w2ᵀ is as it should be; what should follow it, the mask and w1ᵀ, is forgotten.
  Numbers back;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      back.push_back(kDy[2 * i] * kW2[2 * j] + kDy[2 * i + 1] * kW2[2 * j + 1]);
  EXPECT_NE(finding_of(launch("gradient of x", {3, 2}, back),
                       launch("gradient of x", {3, 2}, gradients(Between::mask).x))
                .pattern,
            "a factor is transposed");
}

TEST(Products, OfASymmetricFactorAreNoTransposedOnes) {
  const auto launch = [](const Shape &shape, const Numbers &w, const Numbers &bias,
                         const Numbers &y) {
    return launch_of(1, [&](int, records::TestRecords &records) {
      records.arrays = {
          testing::input<double>("x", {1, shape[0]}, {1, 2}), testing::input<double>("w", shape, w),
          testing::input<double>("b", {shape[1]}, bias), testing::array("y", {1, shape[1]}, y)};
    });
  };
  const Numbers w = {2, 5, 5, 3}, b = {10, 30}; // x·w is {12, 11}
  EXPECT_NE(finding_of(launch({2, 2}, w, b, {12, 11}), launch({2, 2}, w, b, {22, 41})).pattern,
            "a factor is transposed");
}

TEST(Products, ThatAreWrongOtherwiseHaveNoSuchName) {
  for (const Wanted &wanted : kWanted) {
    Numbers other = gradients(Between::nothing).*wanted.part;
    other.back() += 0.5;
    EXPECT_EQ(finding_of(launch(wanted.name, wanted.shape, other),
                         launch(wanted.name, wanted.shape, gradients(Between::mask).*wanted.part))
                  .pattern.find("mask"),
              std::string::npos)
        << wanted.name;
  }
}

} // namespace
} // namespace brigade::grader

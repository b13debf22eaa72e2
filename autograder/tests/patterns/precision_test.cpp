#include "recognised.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using testing::finding_of;
using testing::pattern_of;
using testing::Ranks;

double as_float(double value) { return static_cast<double>(static_cast<float>(value)); }

TEST(Precision, WhatWasComputedInFloat) {
  const Finding finding = finding_of({.expected = Ranks(2, {0.1, 1.7, -3.3}),
                                      .got = Ranks(2, {as_float(0.1), as_float(1.7), -3.3F})});
  EXPECT_EQ(finding.pattern, "computed in float");
  EXPECT_THAT(finding.sentence, ::testing::HasSubstr("agrees within 1e-6 relative"));
}

TEST(Precision, IsNotNamedWhereOneNumberIsOff) {
  EXPECT_NE(pattern_of({.expected = Ranks(2, {0.1, 1.7, -3.3}), .got = Ranks(2, {0.1, 1.7, -3.4})}),
            "computed in float");
  EXPECT_NE(pattern_of({.expected = Ranks(2, {0.1, 1.7, -3.3}),
                        .got = Ranks(2, {0.1, 1.7, as_float(-3.3)})}),
            "computed in float");
}

} // namespace
} // namespace brigade::grader

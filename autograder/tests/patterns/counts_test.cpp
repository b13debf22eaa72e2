#include "recognised.hpp"

#include <gmock/gmock.h>

#include <functional>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::launch_of;

constexpr std::int64_t kRows = 5, kColumns = 4;

/// Rows 0 and 1 on rank 0, rows 2 to 4 on rank 1; element `at` of a rank's block is
/// `number(first row of the block, at)`.
LaunchResult blocks(const std::function<double(std::int64_t, std::int64_t)> &number) {
  return launch_of(2, [&](int rank, records::TestRecords &records) {
    const std::int64_t begin = rank * kRows / 2, rows = (rank + 1) * kRows / 2 - begin;
    std::vector<double> values;
    for (std::int64_t at = 0; at < rows * kColumns; ++at)
      values.push_back(number(begin, at));
    records.arrays = {testing::placed(testing::array("rows", {rows, kColumns}, values),
                                      {kRows, kColumns}, {begin, 0})};
  });
}

/// The whole array counts up from 100.
double element(std::int64_t at) { return 100 + static_cast<double>(at); }

LaunchResult right() {
  return blocks([](std::int64_t begin, std::int64_t at) { return element(begin * kColumns + at); });
}

TEST(Counts, InRowsWhereElementsAreMeant) {
  const LaunchResult in_rows = blocks([](std::int64_t begin, std::int64_t at) {
    const std::int64_t rows = begin == 0 ? 2 : 3;
    return at < rows ? element(begin + at) : 0;
  });
  const Finding finding = finding_of(in_rows, right());
  EXPECT_EQ(finding.pattern, "counted in rows");
  EXPECT_THAT(finding.sentence, HasSubstr("rank 1 begins with element 2 of the whole array, and "
                                          "has 3 of it"));
  EXPECT_THAT(finding.cause, HasSubstr("a row is 4 of them"));
}

TEST(Counts, StartsInRowsWhereElementsAreMeant) {
  const Finding finding = finding_of(
      blocks([](std::int64_t begin, std::int64_t at) { return element(begin + at); }), right());
  EXPECT_EQ(finding.pattern, "counted in rows");
  EXPECT_THAT(finding.sentence, HasSubstr("element 2 of the whole array where row 2 is due"));
}

TEST(Counts, ThatAreRightAreNotInRows) {
  const LaunchResult other = blocks([](std::int64_t begin, std::int64_t at) {
    return begin == 0 ? element(at) : element(begin * kColumns + at) + 0.5;
  });
  EXPECT_NE(finding_of(other, right()).pattern, "counted in rows");
}

} // namespace
} // namespace brigade::grader

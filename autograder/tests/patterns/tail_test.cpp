#include "recognised.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::launch_of;
using testing::pattern_of;
using testing::placed;
using testing::Ranks;

/// Rows 0, 1, 2 … cut into blocks of these lengths, with their places.
LaunchResult cut_into(const std::vector<std::int64_t> &lengths) {
  std::int64_t total = 0;
  for (const std::int64_t length : lengths)
    total += length;
  return launch_of(static_cast<int>(lengths.size()), [&](int rank, records::TestRecords &records) {
    std::int64_t start = 0;
    for (int before = 0; before < rank; ++before)
      start += lengths[static_cast<std::size_t>(before)];
    std::vector<double> values;
    for (std::int64_t row = start; row < start + lengths[static_cast<std::size_t>(rank)]; ++row)
      values.push_back(static_cast<double>(row));
    records.arrays = {placed(testing::vector("rows", values), {total}, {start})};
  });
}

TEST(Tail, TheRemainderThatNobodyGot) {
  const Finding finding = finding_of(cut_into({3, 3, 3}), cut_into({3, 3, 4}));
  EXPECT_EQ(finding.pattern, "last rows missing");
  EXPECT_THAT(finding.sentence, HasSubstr("the last of 10 rows is missing"));
}

TEST(Tail, OtherRulesOfCutting) {
  EXPECT_THAT(finding_of(cut_into({4, 3, 3}), cut_into({3, 3, 4})).sentence,
              HasSubstr("the first ranks get one row more"));
  EXPECT_THAT(finding_of(cut_into({2, 2, 4}), cut_into({2, 3, 3})).sentence,
              HasSubstr("the last rank gets the whole remainder"));
  EXPECT_THAT(finding_of(cut_into({2, 2, 1, 0}), cut_into({1, 1, 1, 2})).sentence,
              HasSubstr("rounded-up length"));
  EXPECT_EQ(finding_of(cut_into({1, 4, 5}), cut_into({3, 3, 4})).pattern, "");
}

TEST(Tail, ATailThatStaysUnset) {
  const double nan = std::nan("");
  const Ranks right(3, {0, 1, 2, 3});
  EXPECT_EQ(pattern_of({.expected = right, .got = Ranks(3, {0, 1, 2, nan})}), "last rows missing");
  EXPECT_EQ(pattern_of({.expected = right, .got = Ranks(3, {0, 1, 2, -999})}), "last rows missing");
  EXPECT_NE(pattern_of({.expected = right, .got = Ranks(3, {0, 1, -999, -999})}),
            "last rows missing");
  EXPECT_NE(pattern_of({.expected = Ranks(2, {0, 1, 2, 3}), .got = Ranks(2, {0, 1, 2, nan})}),
            "last rows missing"); // 4 divides by 2
}

TEST(Tail, PaddingThatWasKept) {
  EXPECT_EQ(pattern_of({.expected = Ranks(2, {0, 1, 2}), .got = Ranks(2, {0, 1, 2, 0})}),
            "padding kept");
  EXPECT_EQ(pattern_of({.expected = Ranks(2, {0, 1, 2}), .got = Ranks(2, {0, 1, 3, 0})}), "");
}

TEST(Tail, AResultThatNobodyWrote) {
  EXPECT_EQ(pattern_of({.expected = {{1, 2}, {3, 4}}, .got = {{0, 0}, {0, 0}}}), "never written");
  const double nan = std::nan("");
  EXPECT_NE(pattern_of({.expected = {{1, 2}, {3, 4}}, .got = {{nan, nan}, {nan, nan}}}), "");
  EXPECT_EQ(pattern_of({.expected = {{1, 2}, {3, 4}},
                        .got = {{-9, -9}, {-9, -9}},
                        .inputs = {{-9}, {-9}},
                        .input_name = std::string(records::kMemoryHeld)}),
            "never written");
  EXPECT_NE(pattern_of({.expected = {{1, 2}, {3, 4}}, .got = {{-9, -9}, {-9, -9}}}),
            "never written"); // somebody wrote this
  EXPECT_NE(pattern_of({.expected = {{1, 1}, {1, 1}}, .got = {{0, 0}, {0, 0}}}),
            "never written"); // all alike is what was asked
}

TEST(Tail, OneRanksNumberInEveryPlace) {
  const Finding finding =
      finding_of({.expected = Ranks(3, {340, 871, 262}), .got = Ranks(3, {871, 871, 871})});
  EXPECT_EQ(finding.pattern, "one rank's everywhere");
  EXPECT_THAT(finding.sentence, HasSubstr("every element is 871, all hold rank 1's"));
}

LaunchResult edges(const std::vector<std::int64_t> &begins, const std::vector<std::int64_t> &ends) {
  return launch_of(1, [&](int, records::TestRecords &records) {
    records.arrays = {testing::vector("begin of 7 rows", begins),
                      testing::vector("end of 7 rows", ends)};
  });
}

TEST(Ownership, HolesOverlapsAndNegativeLengths) {
  const LaunchResult right = edges({0, 3}, {3, 7});
  const Finding overlap = finding_of(edges({1, 3}, {5, 6}), right);
  EXPECT_EQ(overlap.pattern, "owned by nobody");
  EXPECT_THAT(overlap.sentence, HasSubstr("positions 3 to 4 are owned twice"));
  EXPECT_THAT(overlap.sentence, HasSubstr("position 0 belong"));
  EXPECT_THAT(finding_of(edges({0, 6}, {3, 5}), right).sentence,
              HasSubstr("block 1 has length -1"));
  EXPECT_EQ(finding_of(edges({0, 4}, {4, 7}), right).pattern, "cut by another rule");
}

TEST(Ownership, NumbersThatTwoRanksHoldAndThatNoneHolds) {
  const auto run = [](const std::vector<std::vector<std::int64_t>> &ranks) {
    return launch_of(static_cast<int>(ranks.size()), [&](int rank, records::TestRecords &records) {
      records.arrays = {testing::vector("samples", ranks[static_cast<std::size_t>(rank)])};
    });
  };
  const Finding finding = finding_of(run({{0, 2, 4}, {1, 3, 4}}), run({{0, 2, 4}, {1, 3, 5}}));
  EXPECT_EQ(finding.pattern, "owned by nobody");
  EXPECT_THAT(finding.sentence, HasSubstr("4 on more than one rank, 5 on no rank"));
  EXPECT_EQ(finding_of(run({{0, 2, 5}, {1, 3, 4}}), run({{0, 2, 4}, {1, 3, 5}})).pattern, "");
}

} // namespace
} // namespace brigade::grader

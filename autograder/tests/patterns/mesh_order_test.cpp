#include "recognised.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;

// Arrays of whole numbers of a pure exercise, by name.
using Arrays = std::vector<std::pair<std::string, std::vector<std::int64_t>>>;

LaunchResult pure_run(const Arrays &arrays, const Shape &shape) {
  return testing::launch_of(1, [&](int, records::TestRecords &records) {
    for (const auto &[name, numbers] : arrays)
      records.arrays.push_back(testing::array<std::int64_t>(name, shape, numbers));
  });
}

Finding found(const std::vector<std::int64_t> &expected, const std::vector<std::int64_t> &got,
              const Shape &shape) {
  return finding_of(pure_run({{"places", got}}, shape), pure_run({{"places", expected}}, shape));
}

const std::vector<std::int64_t> kTwoByThree{0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2};

TEST(MeshOrder, TheFirstCoordinateChangesFastest) {
  EXPECT_EQ(found(kTwoByThree, {0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 1, 2}, {6, 2}).pattern,
            "column-major");
  EXPECT_NE(found(kTwoByThree, {0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 0, 2}, {6, 2}).pattern,
            "column-major");
}

TEST(MeshOrder, TheCoordinatesStandTheOtherWayRound) {
  EXPECT_EQ(found(kTwoByThree, {0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1}, {6, 2}).pattern,
            "coordinates the other way round");
}

TEST(MeshOrder, ARowHoldsTheRightNumbersInAnotherOrder) {
  EXPECT_EQ(found({0, 3, 6, 1, 4, 7}, {0, 3, 6, 4, 7, 1}, {2, 3}).pattern, "other order");
  EXPECT_NE(found({0, 3, 6, 1, 4, 7}, {0, 3, 1, 4, 7, 6}, {2, 3}).pattern, "other order");
}

TEST(MeshOrder, TwoResultsAreMixedUp) {
  const std::vector<std::int64_t> next{1, 2, 3, 0}, previous{3, 0, 1, 2};
  const Finding finding =
      finding_of(pure_run({{"previous place", next}, {"next place", previous}}, {4}),
                 pure_run({{"previous place", previous}, {"next place", next}}, {4}));
  EXPECT_EQ(finding.pattern, "one result in place of another");
  EXPECT_THAT(finding.sentence, HasSubstr("that is what `next place` should be"));
}

} // namespace
} // namespace brigade::grader

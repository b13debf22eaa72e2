#include "brigade/sharding/block.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace brigade {
namespace {

using ::testing::ElementsAre;

std::vector<std::vector<std::int64_t>> runs_of(const Slices &part, const Slices &first,
                                               const Slices &second) {
  std::vector<std::vector<std::int64_t>> runs;
  for_each_run(part, first, second, [&](const Run &run) {
    runs.push_back({run.first, run.second, run.count});
  });
  return runs;
}

TEST(Block, PartsThatDoNotMeetHaveAnEmptyIntersection) {
  const Slices common = intersection(Slices{{0, 2}, {0, 4}}, {{3, 5}, {1, 2}});
  EXPECT_EQ(element_count(common), 0);
  EXPECT_EQ(intersection(Slices{{0, 4}, {2, 6}}, {{1, 9}, {0, 3}}), (Slices{{1, 4}, {2, 3}}));
}

TEST(Block, AScalarHasOneElementAndOneRun) {
  EXPECT_EQ(element_count(Slices{}), 1);
  EXPECT_EQ(intersection(Slices{}, Slices{}), Slices{});
  EXPECT_THAT(runs_of({}, {}, {}), ElementsAre(ElementsAre(0, 0, 1)));
}

TEST(Block, AnEmptyPartHasNoRuns) {
  EXPECT_THAT(runs_of({{1, 1}, {0, 3}}, {{0, 2}, {0, 3}}, {{0, 2}, {0, 3}}), ElementsAre());
  EXPECT_THAT(runs_of({{0, 2}, {3, 3}}, {{0, 2}, {0, 3}}, {{0, 2}, {0, 3}}), ElementsAre());
}

TEST(Block, WholeRowsAreOneRunAndColumnsARunARow) {
  const Slices all = whole({4, 6});
  EXPECT_THAT(runs_of({{1, 3}, {0, 6}}, all, {{1, 3}, {0, 6}}), ElementsAre(ElementsAre(6, 0, 12)));
  EXPECT_THAT(runs_of({{1, 3}, {2, 4}}, all, {{1, 4}, {2, 5}}),
              ElementsAre(ElementsAre(8, 0, 2), ElementsAre(14, 3, 2)));
}

TEST(Block, ARunBreaksWhereEitherBufferDoes) {
  EXPECT_EQ(runs_of({{0, 2}, {0, 3}}, whole({2, 3}), whole({2, 4})).size(), 2u);
  EXPECT_EQ(runs_of({{0, 2}, {0, 3}}, whole({2, 4}), whole({2, 3})).size(), 2u);
  EXPECT_EQ(runs_of({{0, 2}, {0, 3}}, whole({2, 3}), whole({2, 3})).size(), 1u);
}

TEST(Block, APartIsContiguousIfAllDimensionsBeforeTheCutOneAreSingle) {
  const Slices all = whole({4, 5, 6});
  EXPECT_EQ(contiguous_offset({{2, 4}, {0, 5}, {0, 6}}, all), 60);
  EXPECT_EQ(contiguous_offset({{2, 3}, {1, 3}, {0, 6}}, all), 66);
  EXPECT_EQ(contiguous_offset({{2, 3}, {1, 2}, {3, 5}}, all), 69);
  EXPECT_EQ(contiguous_offset({{2, 4}, {1, 3}, {0, 6}}, all), -1);
  EXPECT_EQ(contiguous_offset({{2, 4}, {1, 2}, {0, 6}}, all), -1);
  EXPECT_EQ(contiguous_offset({{2, 3}, {0, 5}, {0, 1}}, all), -1);
  EXPECT_EQ(contiguous_offset({}, {}), 0);
}

TEST(Block, CopyMovesThePartAndNothingElse) {
  // Rows 1-2, columns 1-2 of a 4 x 4 array, from a buffer of rows 1-3 to one of columns 1-3.
  const Slices part{{1, 3}, {1, 3}}, from_block{{1, 4}, {0, 4}}, to_block{{0, 4}, {1, 4}};
  std::vector<std::int32_t> from(12), to(12, -1);
  for (std::size_t i = 0; i < from.size(); ++i)
    from[i] = static_cast<std::int32_t>(i) + 4; // row-major position in the global array
  copy_block(part, reinterpret_cast<const std::byte *>(from.data()), from_block,
             reinterpret_cast<std::byte *>(to.data()), to_block, sizeof(std::int32_t));
  EXPECT_THAT(to, ElementsAre(-1, -1, -1, 5, 6, -1, 9, 10, -1, -1, -1, -1));
}

} // namespace
} // namespace brigade

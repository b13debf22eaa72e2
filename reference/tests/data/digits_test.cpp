#include "brigade/data/digits.hpp"

#include "brigade/data/load_dataset.hpp"
#include "data/sample_files.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <vector>

namespace brigade {
namespace {

using testing::fetch_all;
using testing::FetchedRows;

TEST(Digits, AreFourteenHundredThirtySevenRowsToTrainAndThreeHundredSixtyToTest) {
  const Dataset digits = load_digits();
  EXPECT_EQ(digits.name(), "digits");
  EXPECT_EQ(digits.features(), 64);
  EXPECT_EQ(digits.classes(), 10);
  EXPECT_EQ(digits.rows(Split::train), 1'437);
  EXPECT_EQ(digits.rows(Split::test), 360);
}

TEST(Digits, PixelsAreSixteenthsFromZeroToOne) {
  const FetchedRows train = fetch_all(load_digits(), Split::train);
  EXPECT_EQ(std::ranges::min(train.features), 0.0);
  EXPECT_EQ(std::ranges::max(train.features), 1.0);
  for (double pixel : train.features)
    ASSERT_EQ(pixel * 16, static_cast<int>(pixel * 16));
}

TEST(Digits, TheSplitsTogetherAreTheWholeFile) {
  const Dataset digits = load_digits();
  std::map<std::int32_t, int> rows_of_class;
  double ink = 0;
  for (Split split : {Split::train, Split::test}) {
    const FetchedRows part = fetch_all(digits, split);
    for (std::int32_t label : part.labels)
      ++rows_of_class[label];
    for (double pixel : part.features)
      ink += 16 * pixel;
  }
  // Counted in the published file with: zcat digits.csv.gz | awk -F, '{n[$65]++; for (i = 1; i <
  // 65; ++i) s += $i}'
  const std::map<std::int32_t, int> published = {{0, 178}, {1, 182}, {2, 177}, {3, 183}, {4, 181},
                                                 {5, 182}, {6, 181}, {7, 179}, {8, 174}, {9, 180}};
  EXPECT_EQ(rows_of_class, published);
  EXPECT_EQ(ink, 561'718);
}

TEST(Digits, TheWritersAreMixed) {
  // In the file's order the last 360 rows hold writers that no train row shows. Mixed, the test
  // split has about its share, a fifth, of any class: 36, standard deviation below 6.
  const FetchedRows test = fetch_all(load_digits(), Split::test);
  std::vector<int> rows_of_class(10);
  for (std::int32_t label : test.labels)
    ++rows_of_class[static_cast<std::size_t>(label)];
  for (int rows : rows_of_class)
    EXPECT_NEAR(rows, 36, 3 * 6);
}

TEST(Digits, AreTheSameAtEveryLoad) {
  const FetchedRows first = fetch_all(load_digits(), Split::test);
  const FetchedRows second = fetch_all(load_dataset("digits"), Split::test);
  EXPECT_EQ(first.features, second.features);
  EXPECT_EQ(first.labels, second.labels);
}

TEST(Digits, FloatAndDoubleRowsAreEqual) {
  const Dataset digits = load_digits();
  const std::vector<std::int64_t> rows = {1'436, 0, 700, 700};
  std::vector<float> floats(4 * 64);
  std::vector<double> doubles(4 * 64);
  std::vector<std::int32_t> labels(4, -1), same(4, -2);
  digits.fetch<float>(Split::train, rows, floats, labels);
  digits.fetch<double>(Split::train, rows, doubles, same);
  EXPECT_EQ(labels, same);
  EXPECT_TRUE(std::ranges::equal(floats, doubles)); // sixteenths are exact in both
  EXPECT_TRUE(
      std::equal(floats.begin() + 2 * 64, floats.begin() + 3 * 64, floats.begin() + 3 * 64));
}

} // namespace
} // namespace brigade

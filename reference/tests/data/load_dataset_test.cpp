#include "brigade/data/load_dataset.hpp"

#include "brigade/core/error.hpp"
#include "brigade/data/batching.hpp"
#include "data/sample_files.hpp"

#include <gmock/gmock.h>

namespace brigade {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using ::testing::ElementsAre;
using testing::fetch_all;
using testing::FetchedRows;
using ::testing::HasSubstr;
using testing::idx_file;
using testing::kSamplePixels;
using testing::sample_files;
using testing::sample_pixel;
using testing::SampleFiles;
using testing::TemporaryFolder;
using ::testing::ThrowsMessage;
using testing::write_sample;

static_assert(!std::is_copy_constructible_v<Dataset>);

TEST(LoadDataset, IdxImagesBecomeRowsOfPixelsFromZeroToOne) {
  for (bool gzip : {false, true}) {
    const TemporaryFolder folder;
    write_sample(folder, sample_files(40, 5), gzip);
    const Dataset data = load_dataset(folder.path());
    EXPECT_EQ(data.name(), folder.path());
    EXPECT_EQ(data.features(), kSamplePixels);
    EXPECT_EQ(data.classes(), 4);
    ASSERT_EQ(data.rows(Split::train), 40);
    ASSERT_EQ(data.rows(Split::test), 5);
    for (Split split : {Split::train, Split::test}) {
      const FetchedRows rows = fetch_all(data, split);
      for (std::int64_t row = 0; row < data.rows(split); ++row) {
        EXPECT_EQ(rows.labels[static_cast<std::size_t>(row)], row % 4);
        for (std::int64_t i = 0; i < kSamplePixels; ++i)
          EXPECT_EQ(rows.features[static_cast<std::size_t>(row * kSamplePixels + i)],
                    sample_pixel(split, row, i) / 255.0)
              << to_string(split) << " row " << row << " pixel " << i;
      }
    }
  }
}

TEST(LoadDataset, RowsAreFetchedInTheOrderAsked) {
  const TemporaryFolder folder;
  write_sample(folder, sample_files());
  const Dataset data = load_dataset(folder.path());
  const std::vector<std::int64_t> rows = {8, 0, 8};
  std::vector<float> features(3 * kSamplePixels);
  std::vector<std::int32_t> labels(3);
  data.fetch<float>(Split::train, rows, features, labels);
  EXPECT_THAT(labels, ElementsAre(0, 0, 0));
  EXPECT_EQ(features[0], static_cast<float>(sample_pixel(Split::train, 8, 0)) / 255.0f);
  EXPECT_EQ(features[6], 0.0f);
  EXPECT_EQ(features[17], static_cast<float>(sample_pixel(Split::train, 8, 5)) / 255.0f);
}

TEST(LoadDataset, AShareOfNoRowsFetchesNothing) {
  const TemporaryFolder folder;
  write_sample(folder, sample_files());
  const Dataset data = load_dataset(folder.path());
  std::vector<float> features;
  std::vector<std::int32_t> labels;
  EXPECT_NO_THROW(data.fetch<float>(Split::train, Interval{3, 3}, features, labels));
}

TEST(LoadDataset, TypesOtherThanBytesAreTakenAsTheyAre) {
  const TemporaryFolder folder;
  SampleFiles files = sample_files();
  // Big-endian 16-bit: 258, -1; big-endian float: 1.5, -2; the labels as 32-bit integers.
  files.train_images = idx_file(0x0B, {1, 2}, {1, 2, 0xFF, 0xFF});
  files.train_labels = idx_file(0x0C, {1}, {0, 0, 0, 1});
  files.test_images = idx_file(0x0D, {1, 2}, {0x3F, 0xC0, 0, 0, 0xC0, 0, 0, 0});
  files.test_labels = idx_file(0x0D, {1}, {0x3F, 0x80, 0, 0});
  write_sample(folder, files);
  const Dataset data = load_dataset(folder.path());
  EXPECT_THAT(fetch_all(data, Split::train).features, ElementsAre(258, -1));
  EXPECT_THAT(fetch_all(data, Split::test).features, ElementsAre(1.5, -2));
  EXPECT_THAT(fetch_all(data, Split::test).labels, ElementsAre(1));
  EXPECT_EQ(data.classes(), 2);
}

TEST(LoadDataset, OfAGzippedFileOnlyTheRowsOfTheShareAreKept) {
  const TemporaryFolder folder;
  write_sample(folder, sample_files(4'000, 800), true);
  const RunShare run{.batch = 100, .test_batch = 100, .epochs = 1, .share = {8, 5}};
  const Dataset whole = load_dataset(folder.path());
  const Dataset share = load_dataset(folder.path(), rows_needed(run));
  for (Split split : {Split::train, Split::test}) {
    const std::int64_t rows = split == Split::train ? 4'000 : 800;
    EXPECT_EQ(share.rows(split), rows);
    const std::vector<bool> needed = rows_needed(run)(split, rows);
    std::vector<double> features(kSamplePixels), expected(kSamplePixels);
    std::vector<std::int32_t> label(1), expected_label(1);
    for (std::int64_t row = 0; row < rows; ++row) {
      const Interval one{row, row + 1};
      if (needed[static_cast<std::size_t>(row)]) {
        share.fetch<double>(split, one, features, label);
        whole.fetch<double>(split, one, expected, expected_label);
        ASSERT_EQ(features, expected);
        ASSERT_EQ(label, expected_label);
      } else {
        ASSERT_THAT([&] { share.fetch<double>(split, one, features, label); },
                    ThrowsMessage<Error>(HasSubstr("not selected")));
      }
    }
  }
}

TEST(LoadDataset, AnEighthOfTheRowsTakesAnEighthOfTheMemory) {
  const TemporaryFolder folder;
  SampleFiles files = sample_files(0, 5);
  files.train_images = idx_file(0x08, {8'000, 1'024}, Bytes(8'000 * 1'024));
  files.train_labels = idx_file(0x08, {8'000}, Bytes(8'000, 3));
  files.test_images = idx_file(0x08, {5, 1'024}, Bytes(5 * 1'024));
  write_sample(folder, files, true);
  const Dataset share =
      load_dataset(folder.path(), rows_needed({.batch = 64, .epochs = 1, .share = {8, 0}}));
  // 1,000 rows of 1,024 bytes; a label (4) and a place (8) for each of the 8,000; the test split is
  // below 8,192.
  EXPECT_LE(share.private_bytes(), 1'000 * 1'024 + 8'000 * 12 + 8'192);
}

TEST(LoadDataset, AMappedFileIsNotCopied) {
  const TemporaryFolder folder;
  write_sample(folder, sample_files(1'000, 10));
  bool asked = false;
  const Dataset data = load_dataset(folder.path(), [&](Split, std::int64_t rows) {
    asked = true;
    return std::vector<bool>(static_cast<std::size_t>(rows));
  });
  EXPECT_FALSE(asked);
  EXPECT_EQ(data.private_bytes(), 1'010 * 4); // the labels
}

TEST(LoadDataset, AFetchOutsideOfTheSplitOrIntoAnotherSizeIsRefused) {
  const TemporaryFolder folder;
  write_sample(folder, sample_files());
  const Dataset data = load_dataset(folder.path());
  std::vector<float> features(kSamplePixels), too_few(kSamplePixels - 1);
  std::vector<std::int32_t> label(1);
  EXPECT_THAT(
      [&] {
        data.fetch<float>(Split::test, Interval{5, 6}, features, label);
      },
      ThrowsMessage<Error>(HasSubstr("row 5 of")));
  EXPECT_THAT(
      [&] {
        data.fetch<float>(Split::test, Interval{-1, 0}, features, label);
      },
      ThrowsMessage<Error>(HasSubstr("row -1 of")));
  EXPECT_THAT(
      [&] {
        data.fetch<float>(Split::test, Interval{0, 1}, too_few, label);
      },
      ThrowsMessage<Error>(HasSubstr("need room for 6 features and 1 labels")));
}

/// The sample with one thing wrong must be refused with these words.
template <class Matcher> void expect_refused(const SampleFiles &files, const Matcher &words) {
  for (bool gzip : {false, true}) {
    const TemporaryFolder folder;
    write_sample(folder, files, gzip);
    EXPECT_THAT([&] { load_dataset(folder.path()); }, ThrowsMessage<InputError>(words))
        << (gzip ? "gzipped" : "plain");
  }
}

TEST(LoadDataset, AnotherNumberOfLabelsThanImagesIsRefused) {
  SampleFiles files = sample_files();
  files.train_labels = sample_files(8).train_labels;
  expect_refused(files, AllOf(HasSubstr("train-labels-idx1-ubyte"), HasSubstr("holds 8 labels"),
                              HasSubstr("train-images-idx3-ubyte"), HasSubstr("holds 9 rows")));
}

TEST(LoadDataset, ATestLabelThatNoTrainRowHasIsRefused) {
  SampleFiles files = sample_files();
  files.test_labels = idx_file(0x08, {5}, {0, 1, 2, 3, 4});
  expect_refused(files, AllOf(HasSubstr("t10k-labels-idx1-ubyte"),
                              HasSubstr("label 4 of row 4 is not one of the classes 0 to 3")));
}

TEST(LoadDataset, LabelsThatAreNotSmallIntegersAreRefused) {
  SampleFiles files = sample_files(1, 5);
  files.train_labels = idx_file(0x09, {1}, {0xFF});
  expect_refused(files, HasSubstr("label -1 of row 0 is not an integer from 0"));
  files.train_labels = idx_file(0x0D, {1}, {0x3F, 0xC0, 0, 0});
  expect_refused(files, HasSubstr("label 1.5 of row 0 is not an integer"));
  files.train_labels = idx_file(0x0D, {1}, {0x7F, 0xC0, 0, 0});
  expect_refused(files, HasSubstr("label nan of row 0 is not an integer"));
  files.train_labels = idx_file(0x0C, {1}, {0, 1, 0, 0});
  expect_refused(files, HasSubstr("label 65536 of row 0 is not an integer from 0 to 65535"));
  files.train_labels = idx_file(0x08, {1, 2}, {0, 1});
  expect_refused(files, HasSubstr("expected one label a row, found the shape [1, 2]"));
}

TEST(LoadDataset, NoRowsAndNoPixelsAreRefused) {
  expect_refused(sample_files(0, 5), HasSubstr("found [0] of u8"));
  SampleFiles files = sample_files(1, 5);
  files.train_images = idx_file(0x08, {1, 0, 3}, {});
  expect_refused(files, HasSubstr("found [1, 0, 3] of u8"));
  files.train_images = idx_file(0x08, {1}, {7});
  expect_refused(files, HasSubstr("at least 2 dimensions; found the shape [1]"));
}

TEST(LoadDataset, TestImagesOfAnotherSizeAreRefused) {
  SampleFiles files = sample_files();
  files.test_images = idx_file(0x08, {5, 2, 2}, Bytes(20));
  expect_refused(files, AllOf(HasSubstr("t10k-images-idx3-ubyte"), HasSubstr("has 4 numbers a row"),
                              HasSubstr("has 6")));
}

} // namespace
} // namespace brigade

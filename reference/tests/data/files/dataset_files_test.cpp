#include "brigade/data/files/dataset_files.hpp"

#include "brigade/core/error.hpp"
#include "data/sample_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TemporaryFolder;
using ::testing::ThrowsMessage;

TEST(DatasetFiles, MnistNamesMayHaveADotAndMayBeGzipped) {
  const TemporaryFolder folder;
  for (const char *name : {"train-images-idx3-ubyte.gz", "train-labels.idx1-ubyte",
                           "t10k-images.idx3-ubyte.gz", "t10k-labels-idx1-ubyte"})
    folder.write(name, {});
  const DatasetFiles files = find_dataset_files(folder.path());
  EXPECT_EQ(files.train_features, folder.file("train-images-idx3-ubyte.gz"));
  EXPECT_EQ(files.train_labels, folder.file("train-labels.idx1-ubyte"));
  EXPECT_EQ(files.test_features, folder.file("t10k-images.idx3-ubyte.gz"));
  EXPECT_EQ(files.test_labels, folder.file("t10k-labels-idx1-ubyte"));
}

TEST(DatasetFiles, APlainFileIsPreferredToItsGzippedTwin) {
  const TemporaryFolder folder;
  testing::write_sample(folder, testing::sample_files(), true);
  testing::write_sample(folder, testing::sample_files(), false);
  EXPECT_EQ(find_dataset_files(folder.path()).train_features,
            folder.file("train-images-idx3-ubyte"));
}

TEST(DatasetFiles, NpyPairsAreFound) {
  const TemporaryFolder folder;
  for (const char *name : {"x_train.npy", "y_train.npy", "x_test.npy", "y_test.npy", "notes.txt"})
    folder.write(name, {});
  const DatasetFiles files = find_dataset_files(folder.path());
  EXPECT_EQ(files.train_features, folder.file("x_train.npy"));
  EXPECT_EQ(files.test_labels, folder.file("y_test.npy"));
}

TEST(DatasetFiles, WhatWasLookedForAndWhatIsThereAreListed) {
  const TemporaryFolder folder;
  folder.write("train-images-idx3-ubyte", {});
  folder.write("notes.txt", {});
  EXPECT_THAT([&] { find_dataset_files(folder.path()); },
              ThrowsMessage<InputError>(AllOf(
                  HasSubstr(folder.path()), HasSubstr("t10k-labels-idx1-ubyte"),
                  HasSubstr("y_test.npy"), HasSubstr("found notes.txt, train-images-idx3-ubyte"))));
}

TEST(DatasetFiles, OfACrowdedFolderOnlyTheFirstNamesAreListed) {
  const TemporaryFolder folder;
  for (int i = 10; i < 60; ++i)
    folder.write(fmt::format("file{}", i), {});
  EXPECT_THAT(
      [&] { find_dataset_files(folder.path()); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("file21 and 38 more"), Not(HasSubstr("file22")))));
}

TEST(DatasetFiles, AnEmptyFolderAMissingOneAndAFileAreToldApart) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { find_dataset_files(folder.path()); },
              ThrowsMessage<InputError>(HasSubstr("found nothing")));
  EXPECT_THAT([&] { find_dataset_files(folder.file("absent")); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr(folder.file("absent")), HasSubstr("no such folder"))));
  folder.write("file", {});
  EXPECT_THAT([&] { find_dataset_files(folder.file("file")); },
              ThrowsMessage<InputError>(HasSubstr("expected a folder, found a file")));
  EXPECT_THAT([&] { find_dataset_files(folder.file("file/below")); },
              ThrowsMessage<InputError>(HasSubstr(folder.file("file/below"))));
}

TEST(DatasetFiles, TwoDataSetsInOneFolderAreRefused) {
  const TemporaryFolder folder;
  testing::write_sample(folder, testing::sample_files());
  for (const char *name : {"x_train.npy", "y_train.npy", "x_test.npy", "y_test.npy"})
    folder.write(name, {});
  EXPECT_THAT([&] { find_dataset_files(folder.path()); },
              ThrowsMessage<InputError>(HasSubstr("holds both")));
}

} // namespace
} // namespace brigade

#include "brigade/data/load_dataset.hpp"

#include "brigade/core/error.hpp"
#include "data/sample_files.hpp"

#include <gmock/gmock.h>

#include <array>
#include <random>

namespace brigade {
namespace {

using testing::Bytes;
using testing::gzipped;
using testing::npy_file;
using testing::sample_files;
using testing::TemporaryFolder;
using testing::write_sample;

enum class Outcome { loaded, refused };

/// Loads and fetches everything; anything but an InputError fails the test.
Outcome try_load(const TemporaryFolder &folder, const std::string &damage) {
  try {
    const Dataset data = load_dataset(folder.path());
    testing::fetch_all(data, Split::train);
    testing::fetch_all(data, Split::test);
    return Outcome::loaded;
  } catch (const InputError &) {
    return Outcome::refused;
  } catch (const std::exception &error) {
    ADD_FAILURE() << damage << ": " << error.what();
    return Outcome::refused;
  }
}

struct DataFile {
  std::string name;
  Bytes bytes;
};

enum class Kind { idx, gzipped_idx, npy };
constexpr std::array kKinds = {Kind::idx, Kind::gzipped_idx, Kind::npy};

std::vector<DataFile> files_of(Kind kind) {
  if (kind == Kind::npy)
    return {{"x_train.npy", npy_file("<f4", "(3, 2)", Bytes(24, 1))},
            {"y_train.npy", npy_file("<i4", "(3,)", {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0})},
            {"x_test.npy", npy_file("|u1", "(2, 2)", Bytes(4, 7))},
            {"y_test.npy", npy_file("|u1", "(2,)", {0, 1})}};
  const auto files = sample_files();
  std::vector<DataFile> result = {{"train-images-idx3-ubyte", files.train_images},
                                  {"train-labels-idx1-ubyte", files.train_labels},
                                  {"t10k-images-idx3-ubyte", files.test_images},
                                  {"t10k-labels-idx1-ubyte", files.test_labels}};
  if (kind == Kind::gzipped_idx)
    for (DataFile &file : result)
      file = {file.name + ".gz", gzipped(file.bytes)};
  return result;
}

void write_all(const TemporaryFolder &folder, const std::vector<DataFile> &files) {
  for (const DataFile &file : files)
    folder.write(file.name, file.bytes);
}

TEST(DamagedFiles, ACutAtAnyByteIsRefused) {
  for (Kind kind : kKinds) {
    const TemporaryFolder folder;
    const std::vector<DataFile> files = files_of(kind);
    write_all(folder, files);
    ASSERT_EQ(try_load(folder, "intact"), Outcome::loaded);
    for (const DataFile &file : files) {
      for (std::size_t size = 0; size < file.bytes.size(); ++size) {
        const auto end = file.bytes.begin() + static_cast<std::ptrdiff_t>(size);
        folder.write(file.name, Bytes(file.bytes.begin(), end));
        EXPECT_EQ(try_load(folder, file.name), Outcome::refused)
            << file.name << " cut to " << size << " of " << file.bytes.size() << " bytes";
      }
      folder.write(file.name, file.bytes);
    }
  }
}

TEST(DamagedFiles, AnAddedByteIsRefused) {
  for (Kind kind : kKinds) {
    const TemporaryFolder folder;
    const std::vector<DataFile> files = files_of(kind);
    write_all(folder, files);
    for (const DataFile &file : files) {
      folder.write(file.name, testing::concatenated(file.bytes, {0}));
      EXPECT_EQ(try_load(folder, file.name), Outcome::refused) << file.name;
      folder.write(file.name, file.bytes);
    }
  }
}

TEST(DamagedFiles, AnyChangeOfAnyByteGivesDataOrOneInputError) {
  std::mt19937 random(2026);
  for (Kind kind : kKinds) {
    const TemporaryFolder folder;
    const std::vector<DataFile> files = files_of(kind);
    write_all(folder, files);
    int loaded = 0, refused = 0;
    for (const DataFile &file : files) {
      for (std::size_t at = 0; at < file.bytes.size(); ++at)
        for (std::uint8_t flip : {std::uint8_t{0x01}, std::uint8_t{0x80},
                                  static_cast<std::uint8_t>(1 + random() % 255)}) {
          Bytes damaged = file.bytes;
          damaged[at] ^= flip;
          folder.write(file.name, damaged);
          ++(try_load(folder, file.name) == Outcome::loaded ? loaded : refused);
        }
      folder.write(file.name, file.bytes);
    }
    EXPECT_GT(refused, 0);
    if (kind != Kind::gzipped_idx) {
      EXPECT_GT(loaded, 0); // another pixel is a valid pixel
    }
  }
}

TEST(DamagedFiles, RandomBytesGiveOneInputError) {
  std::mt19937 random(7);
  const TemporaryFolder folder;
  for (bool gzip : {false, true}) {
    write_all(folder, files_of(gzip ? Kind::gzipped_idx : Kind::idx));
    for (int round = 0; round < 500; ++round) {
      Bytes bytes(random() % 64);
      for (std::uint8_t &byte : bytes)
        byte = static_cast<std::uint8_t>(random() % 4 == 0 ? random() : 0);
      folder.write(gzip ? "train-images-idx3-ubyte.gz" : "train-images-idx3-ubyte",
                   gzip ? gzipped(bytes) : bytes);
      EXPECT_EQ(try_load(folder, "random bytes"), Outcome::refused);
    }
    for (const DataFile &file : files_of(gzip ? Kind::gzipped_idx : Kind::idx))
      folder.remove(file.name);
  }
}

} // namespace
} // namespace brigade

#pragma once

#include "brigade/data/dataset.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace brigade::testing {

using Bytes = std::vector<std::uint8_t>;

/// A new folder, removed with all that it holds at the end of the test.
class TemporaryFolder {
public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder();

  const std::string &path() const { return path_; }
  std::string file(const std::string &name) const { return path_ + "/" + name; }
  void write(const std::string &name, const Bytes &bytes) const;
  void remove(const std::string &name) const;

private:
  std::string path_;
};

/// Bytes of an IDX file: header for these sizes, then `numbers` as they are.
Bytes idx_file(std::uint8_t type, const std::vector<std::uint32_t> &sizes, const Bytes &numbers);

/// Bytes of a .npy file, version 1, whose header says this type and shape; the numbers begin at
/// byte 128.
Bytes npy_file(const std::string &descr, const std::string &shape, const Bytes &numbers,
               bool fortran_order = false);

/// One gzip member.
Bytes gzipped(const Bytes &bytes);

Bytes concatenated(const Bytes &first, const Bytes &second);

/// The files of an MNIST-format data set whose image r of a split is 2 by 3 pixels, pixel i = (7r +
/// i) mod 256 (test: plus 100), and whose label is r mod 4.
struct SampleFiles {
  Bytes train_images, train_labels, test_images, test_labels;
};
SampleFiles sample_files(std::uint32_t train_rows = 9, std::uint32_t test_rows = 5);
std::uint8_t sample_pixel(Split split, std::int64_t row, std::int64_t pixel);
constexpr std::int64_t kSamplePixels = 6;

/// Writes them by their usual names, inflated or gzipped.
void write_sample(const TemporaryFolder &folder, const SampleFiles &files, bool gzip = false);

/// All rows of a split, as float64.
struct FetchedRows {
  std::vector<double> features;
  std::vector<std::int32_t> labels;
};
FetchedRows fetch_all(const Dataset &data, Split split);

} // namespace brigade::testing

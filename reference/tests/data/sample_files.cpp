#include "data/sample_files.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace brigade::testing {

TemporaryFolder::TemporaryFolder() : path_(::testing::TempDir() + "brigade data XXXXXX") {
  if (::mkdtemp(path_.data()) == nullptr)
    throw std::runtime_error("no temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void TemporaryFolder::write(const std::string &name, const Bytes &bytes) const {
  // Some file systems flush a file that was emptied and filled again when it is closed.
  remove(name);
  std::ofstream out(file(name), std::ios::binary);
  out.write(reinterpret_cast<const char *>(bytes.data()), std::ssize(bytes));
  if (!out.flush())
    throw std::runtime_error("cannot write " + file(name));
}

void TemporaryFolder::remove(const std::string &name) const { std::filesystem::remove(file(name)); }

Bytes idx_file(std::uint8_t type, const std::vector<std::uint32_t> &sizes, const Bytes &numbers) {
  Bytes bytes = {0, 0, type, static_cast<std::uint8_t>(sizes.size())};
  for (std::uint32_t size : sizes)
    for (int shift : {24, 16, 8, 0})
      bytes.push_back(static_cast<std::uint8_t>(size >> shift));
  return concatenated(bytes, numbers);
}

Bytes npy_file(const std::string &descr, const std::string &shape, const Bytes &numbers,
               bool fortran_order) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", descr,
                                 fortran_order ? "True" : "False", shape);
  constexpr std::size_t kTextSize = 128 - 10;
  text.resize(kTextSize - 1, ' ');
  text += '\n';
  const Bytes magic = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, kTextSize, 0};
  return concatenated(concatenated(magic, Bytes(text.begin(), text.end())), numbers);
}

Bytes gzipped(const Bytes &bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2 failed");
  const auto size = static_cast<uInt>(bytes.size());
  Bytes result(deflateBound(&stream, size));
  stream.next_in = const_cast<Bytef *>(bytes.data());
  stream.avail_in = size;
  stream.next_out = result.data();
  stream.avail_out = static_cast<uInt>(result.size());
  const int status = deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END)
    throw std::runtime_error("deflate failed");
  return result;
}

Bytes concatenated(const Bytes &first, const Bytes &second) {
  Bytes both(first.size() + second.size());
  std::ranges::copy(second, std::ranges::copy(first, both.begin()).out);
  return both;
}

std::uint8_t sample_pixel(Split split, std::int64_t row, std::int64_t pixel) {
  return static_cast<std::uint8_t>(7 * row + pixel + (split == Split::test ? 100 : 0));
}

SampleFiles sample_files(std::uint32_t train_rows, std::uint32_t test_rows) {
  auto images = [](Split split, std::uint32_t rows) {
    Bytes pixels;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t i = 0; i < kSamplePixels; ++i)
        pixels.push_back(sample_pixel(split, row, i));
    return idx_file(0x08, {rows, 2, 3}, pixels);
  };
  auto labels = [](std::uint32_t rows) {
    Bytes values;
    for (std::uint32_t row = 0; row < rows; ++row)
      values.push_back(static_cast<std::uint8_t>(row % 4));
    return idx_file(0x08, {rows}, values);
  };
  return {images(Split::train, train_rows), labels(train_rows), images(Split::test, test_rows),
          labels(test_rows)};
}

void write_sample(const TemporaryFolder &folder, const SampleFiles &files, bool gzip) {
  auto write = [&](const std::string &name, const Bytes &bytes) {
    if (gzip)
      folder.write(name + ".gz", gzipped(bytes));
    else
      folder.write(name, bytes);
  };
  write("train-images-idx3-ubyte", files.train_images);
  write("train-labels-idx1-ubyte", files.train_labels);
  write("t10k-images-idx3-ubyte", files.test_images);
  write("t10k-labels-idx1-ubyte", files.test_labels);
}

FetchedRows fetch_all(const Dataset &data, Split split) {
  const auto rows = static_cast<std::size_t>(data.rows(split));
  FetchedRows fetched{std::vector<double>(rows * static_cast<std::size_t>(data.features())),
                      std::vector<std::int32_t>(rows)};
  data.fetch<double>(split, Interval{0, data.rows(split)}, fetched.features, fetched.labels);
  return fetched;
}

} // namespace brigade::testing

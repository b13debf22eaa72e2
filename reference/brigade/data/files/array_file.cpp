#include "brigade/data/files/array_file.hpp"

#include "brigade/core/error.hpp"
#include "brigade/data/files/gzip_reader.hpp"
#include "brigade/data/files/idx.hpp"
#include "brigade/data/files/npy_array.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

StoredArray parse_header(std::span<const std::byte> beginning, const std::string &path) {
  return path.ends_with(".npy") ? parse_npy_array(beginning, path)
                                : parse_idx_header(beginning, path);
}

std::string described(const StoredArray &array) {
  return fmt::format("{} of {}", to_string(array.shape), to_string(array.format.type));
}

// Product of the sizes from dimension `first` on, times `unit`.
std::size_t checked_product(const StoredArray &array, std::size_t first, std::size_t unit,
                            const std::string &path) {
  std::size_t product = unit;
  for (std::size_t d = first; d < array.shape.size(); ++d)
    if (__builtin_mul_overflow(product, static_cast<std::size_t>(array.shape[d]), &product) ||
        product > std::size_t{1} << 62)
      throw InputError(fmt::format("{}: the header says {}, more than any file can hold", path,
                                   described(array)));
  return product;
}

} // namespace

ArrayFile::ArrayFile(const std::string &path) : file_(path), gzipped_(path.ends_with(".gz")) {
  const std::span<const std::byte> bytes = file_.bytes();
  if (gzipped_) {
    std::vector<std::byte> beginning(kLongestIdxHeader);
    beginning.resize(GzipReader(bytes, path).read(beginning));
    array_ = parse_header(beginning, path);
    if (const std::size_t most = bytes.size() * GzipReader::kMostExpansion; number_bytes() > most)
      throw InputError(
          fmt::format("{}: the header says {}, but {} compressed bytes cannot hold that", path,
                      described(array_), bytes.size()));
    return;
  }
  array_ = parse_header(bytes, path);
  const std::size_t expected = array_.offset + number_bytes();
  if (bytes.size() != expected)
    throw InputError(
        fmt::format("{}: the header says {}, so {} bytes were expected, but the file has {}; {}",
                    path, described(array_), expected, bytes.size(),
                    bytes.size() < expected ? "it is cut short" : "something follows the numbers"));
}

std::size_t ArrayFile::number_bytes() const {
  return checked_product(array_, 0, size_of(array_.format.type), path());
}

std::int64_t ArrayFile::numbers_per_row() const {
  const std::size_t numbers = checked_product(array_, 1, 1, path());
  if (rows() < 1 || numbers < 1)
    throw InputError(fmt::format("{}: expected at least one row of at least one number, found {}",
                                 path(), described(array_)));
  return static_cast<std::int64_t>(numbers);
}

std::vector<std::byte> ArrayFile::read_rows(const std::vector<bool> &selected) const {
  const std::size_t bytes_per_row =
      static_cast<std::size_t>(numbers_per_row()) * size_of(array_.format.type);
  const auto all = static_cast<std::size_t>(rows());
  const auto kept_count =
      selected.empty() ? all : static_cast<std::size_t>(std::ranges::count(selected, true));
  std::vector<std::byte> kept(kept_count * bytes_per_row);
  std::byte *next = kept.data();
  auto keep_rows = [&](const std::byte *from, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row, from += bytes_per_row)
      if (selected.empty() || selected[row])
        next = std::copy_n(from, bytes_per_row, next);
  };
  if (!gzipped_) {
    keep_rows(file_.bytes().data() + array_.offset, 0, all);
    return kept;
  }

  GzipReader reader(file_.bytes(), path());
  std::vector<std::byte> chunk(array_.offset);
  reader.read(chunk);
  const std::size_t rows_per_chunk = std::clamp<std::size_t>(kChunk / bytes_per_row, 1, all);
  chunk.resize(std::max(rows_per_chunk * bytes_per_row, std::size_t{1}));
  for (std::size_t begin = 0; begin < all; begin += rows_per_chunk) {
    const std::size_t end = std::min(begin + rows_per_chunk, all);
    const std::size_t wanted = (end - begin) * bytes_per_row;
    const std::size_t got = reader.read(std::span(chunk).first(wanted));
    if (got < wanted)
      throw InputError(
          fmt::format("{}: the header says {}, but the inflated data end after {} bytes", path(),
                      described(array_), array_.offset + begin * bytes_per_row + got));
    keep_rows(chunk.data(), begin, end);
  }
  if (reader.read(std::span(chunk).first(1)) != 0)
    throw InputError(fmt::format("{}: the header says {}, but more follows in the inflated data",
                                 path(), described(array_)));
  return kept;
}

} // namespace brigade

#pragma once

#include "brigade/data/files/mapped_file.hpp"
#include "brigade/data/files/stored_array.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace brigade {

/// One array in a file: IDX where the name does not end in ".npy", gzipped where it ends in ".gz".
/// Opening reads the header and holds it against the size of the file, before any number is read.
class ArrayFile {
public:
  /// Throws InputError naming the file: cannot be opened, wrong header, other size than the header
  /// says (for a .gz: more than its compressed bytes can hold; the rest is found by reading).
  explicit ArrayFile(const std::string &path);

  const std::string &path() const { return file_.path(); }
  const StoredArray &array() const { return array_; }
  bool gzipped() const { return gzipped_; }

  /// Rows of the first dimension; 0 for a scalar.
  std::int64_t rows() const { return array_.shape.empty() ? 0 : array_.shape.front(); }
  /// Numbers a row, the product of the other dimensions. Throws InputError where the file holds no
  /// numbers.
  std::int64_t numbers_per_row() const;

  /// The stored bytes of the rows r with selected[r], in ascending order; an empty `selected` means
  /// all. A .gz is inflated through a buffer of at most 1 MiB (or one row). Throws InputError where
  /// a .gz is corrupt, cut, or longer than its header says.
  std::vector<std::byte> read_rows(const std::vector<bool> &selected = {}) const;

  /// Gives up the mapping of a file that is not gzipped, for reading rows in place.
  MappedFile release() && { return std::move(file_); }

private:
  std::size_t number_bytes() const;

  MappedFile file_;
  bool gzipped_;
  StoredArray array_;
};

} // namespace brigade

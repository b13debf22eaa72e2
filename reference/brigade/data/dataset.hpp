#pragma once

#include "brigade/core/interval.hpp"
#include "brigade/data/row_table.hpp"

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// The two parts of a data set.
enum class Split { train, test };

/// "train" or "test".
std::string_view to_string(Split split);

/// Which rows of a split a rank will ever fetch: [rows], true where the row is wanted. Called once
/// a split, when the number of rows is known, and only for a source that has to be copied into
/// memory (.gz); a mapped file is always there in full and costs memory only for the pages that are
/// touched.
using RowSelection = std::function<std::vector<bool>(Split split, std::int64_t rows)>;

/// Labelled rows of numbers, for classification: row r of a split has features() numbers and a
/// label 0..classes()-1. Read-only after loading. Every rank makes its own and fetches the rows of
/// its share; mapped files are shared by the ranks of a node through the page cache. Move-only.
class Dataset {
public:
  /// Classes are 0 up to the largest train label. Throws InputError where the features of a row
  /// differ between the splits, a split has no rows, or a test label is not among the classes.
  Dataset(std::string name, RowTable train, RowTable test);

  /// Where it came from: "digits", or the folder's path.
  const std::string &name() const { return name_; }
  std::int64_t features() const { return train_.features(); }
  std::int64_t classes() const { return classes_; }
  std::int64_t rows(Split split) const { return table(split).rows(); }

  /// Copies rows of a split, in the order given (repeats allowed), converted to T.
  /// @param split     train or test
  /// @param rows      [n] indices, each in 0..rows(split)-1
  /// @param features  [n, features()] row-major, contiguous; overwritten
  /// @param labels    [n]; overwritten
  /// Throws Error where an index is outside of the split, a size does not fit, or the row was not
  /// selected at loading.
  template <std::floating_point T>
  void fetch(Split split, std::span<const std::int64_t> rows, std::span<T> features,
             std::span<std::int32_t> labels) const {
    table(split).fetch(rows, features, labels);
  }

  /// Rows interval.begin up to interval.end.
  template <std::floating_point T>
  void fetch(Split split, Interval rows, std::span<T> features,
             std::span<std::int32_t> labels) const {
    table(split).fetch(rows, features, labels);
  }

  /// Bytes of memory that only this process holds: rows copied from a .gz, and labels. Mapped files
  /// are not counted.
  std::int64_t private_bytes() const { return train_.private_bytes() + test_.private_bytes(); }

private:
  const RowTable &table(Split split) const { return split == Split::train ? train_ : test_; }

  std::string name_;
  RowTable train_;
  RowTable test_;
  std::int64_t classes_ = 0;
};

} // namespace brigade

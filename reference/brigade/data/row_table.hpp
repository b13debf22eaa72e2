#pragma once

#include "brigade/core/interval.hpp"
#include "brigade/data/files/mapped_file.hpp"
#include "brigade/data/files/stored_type.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace brigade {

/// Rows of numbers in their stored form, mapped or kept in memory, with a label each. Rows become
/// floats only when they are fetched: an MNIST row is 784 bytes here and 3,136 as floats.
/// Move-only.
class RowTable {
public:
  /// What a table's features look like.
  struct Layout {
    std::string source; ///< the file, for messages
    std::int64_t rows = 0;
    std::int64_t features = 0; ///< numbers a row
    StoredFormat format;
    double divisor = 1; ///< fetched = stored / divisor

    std::size_t bytes_per_row() const {
      return static_cast<std::size_t>(features) * size_of(format.type);
    }
  };

  /// A label for each row.
  struct Labels {
    std::string source; ///< the file, for messages
    std::vector<std::int32_t> values;
  };

  /// Row r begins at byte `offset` + r · bytes_per_row of the file, which the caller has found long
  /// enough. Throws InputError where there are no rows, or another number of labels than rows.
  RowTable(Layout layout, MappedFile file, std::size_t offset, Labels labels);

  /// `kept` holds the rows r with selected[r], in ascending order; an empty `selected` means all.
  /// Throws InputError as above.
  RowTable(Layout layout, std::vector<std::byte> kept, const std::vector<bool> &selected,
           Labels labels);

  std::int64_t rows() const { return layout_.rows; }
  std::int64_t features() const { return layout_.features; }
  const std::string &source() const { return layout_.source; }
  const Labels &labels() const { return labels_; }
  /// Bytes of memory that only this process holds.
  std::int64_t private_bytes() const;

  /// See Dataset::fetch.
  template <class T>
  void fetch(std::span<const std::int64_t> rows, std::span<T> features,
             std::span<std::int32_t> labels) const;
  template <class T>
  void fetch(Interval rows, std::span<T> features, std::span<std::int32_t> labels) const;

private:
  const std::byte *row(std::int64_t index) const;
  void check_labels() const;
  void check_sizes(std::int64_t rows, std::size_t features, std::size_t labels) const;

  Layout layout_;
  std::optional<MappedFile> file_;
  std::vector<std::byte> kept_;
  std::vector<std::int64_t>
      place_; ///< [rows] index among the kept rows, -1 where not kept; empty: all kept
  const std::byte *first_ = nullptr;
  Labels labels_;
};

} // namespace brigade

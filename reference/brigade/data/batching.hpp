#pragma once

#include "brigade/core/interval.hpp"
#include "brigade/data/dataset.hpp"

#include <cstdint>

namespace brigade {

/// Which part of each batch a rank works on: its place on the mesh's data axes.
struct DataShare {
  std::int64_t size = 1;       ///< devices along the data axes
  std::int64_t coordinate = 0; ///< 0..size-1
};

/// How the rows of a split are cut into global batches, and a batch into the shares of the ranks.
/// The same for every rank. Positions count along an order of the rows: EpochOrder for training,
/// the rows themselves for testing.
class Batching {
public:
  /// Throws InputError where rows or batch is below 1.
  Batching(std::int64_t rows, std::int64_t batch);

  /// Batches that cover all rows once: ceil(rows / batch). The last one may be smaller.
  std::int64_t steps() const { return (rows_ - 1) / batch_ + 1; }

  /// Positions step·batch up to min((step+1)·batch, rows).
  Interval positions(std::int64_t step) const;

  /// The share's block of them, block_of(batch, size, coordinate); empty where there are fewer rows
  /// than devices.
  Interval positions(std::int64_t step, const DataShare &share) const;

private:
  std::int64_t rows_;
  std::int64_t batch_;
};

/// What a rank does in a run, as far as it decides which rows it needs.
struct RunShare {
  std::int64_t batch = 1;      ///< global batch of the train split
  std::int64_t test_batch = 1; ///< global batch of the test split
  std::int64_t epochs = 1;
  std::uint64_t seed = 0; ///< of the epoch orders
  DataShare share;
};

/// The rows that a rank fetches in a run: the train rows of its share in any of the epochs
/// 0..epochs-1, and the test rows of its share. With n devices along data these are about 1 - (1 -
/// 1/n)^epochs of the train rows, so nearly all in a long run, and exactly 1/n of the test rows.
RowSelection rows_needed(const RunShare &run);

} // namespace brigade

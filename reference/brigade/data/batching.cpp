#include "brigade/data/batching.hpp"

#include "brigade/core/error.hpp"
#include "brigade/data/epoch_order.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade {

Batching::Batching(std::int64_t rows, std::int64_t batch) : rows_(rows), batch_(batch) {
  if (rows < 1)
    throw InputError(fmt::format("a data set of {} rows cannot be cut into batches", rows));
  if (batch < 1)
    throw InputError(fmt::format("batch size {} is not possible; it must be at least 1", batch));
}

Interval Batching::positions(std::int64_t step) const {
  const std::int64_t begin = step * batch_;
  return {begin, begin + std::min(batch_, rows_ - begin)};
}

Interval Batching::positions(std::int64_t step, const DataShare &share) const {
  const Interval all = positions(step);
  const Interval block = block_of(all.size(), share.size, share.coordinate);
  return {all.begin + block.begin, all.begin + block.end};
}

RowSelection rows_needed(const RunShare &run) {
  return [run](Split split, std::int64_t rows) {
    std::vector<bool> needed(static_cast<std::size_t>(rows), false);
    if (split == Split::test) {
      const Batching batching(rows, run.test_batch);
      for (std::int64_t step = 0; step < batching.steps(); ++step) {
        const Interval share = batching.positions(step, run.share);
        std::fill(needed.begin() + share.begin, needed.begin() + share.end, true);
      }
      return needed;
    }
    const Batching batching(rows, run.batch);
    for (std::int64_t epoch = 0; epoch < run.epochs; ++epoch) {
      const EpochOrder order(rows, run.seed, epoch);
      for (std::int64_t step = 0; step < batching.steps(); ++step)
        for (std::int64_t row : order.at(batching.positions(step, run.share)))
          needed[static_cast<std::size_t>(row)] = true;
    }
    return needed;
  };
}

} // namespace brigade

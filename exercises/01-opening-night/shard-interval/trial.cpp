#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using brigade::Trial;
using kitchen::shard_interval;

namespace {

/// Records the blocks of all devices as two rows of edges.
void record_blocks(Trial &trial, std::int64_t rows, const std::vector<std::int64_t> &devices) {
  std::vector<std::int64_t> begins, ends;
  for (const std::int64_t device : devices) {
    const kitchen::Interval block = shard_interval(rows, trial.size(), device);
    begins.push_back(block.begin);
    ends.push_back(block.end);
  }
  const std::string what = "of " + std::to_string(rows) + " rows";
  trial.record("begin " + what, begins);
  trial.record("end " + what, ends);
}

std::vector<std::int64_t> all_devices(const Trial &trial) {
  std::vector<std::int64_t> devices;
  for (std::int64_t device = 0; device < trial.size(); ++device)
    devices.push_back(device);
  return devices;
}

/// What a call that must be refused comes to.
std::string outcome(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  try {
    const kitchen::Interval block = shard_interval(rows, devices, device);
    return "returned [" + std::to_string(block.begin) + ", " + std::to_string(block.end) + ")";
  } catch (const brigade::NotImplemented &) {
    throw;
  } catch (const std::invalid_argument &) {
    return "threw std::invalid_argument";
  } catch (const std::exception &other) {
    return std::string("threw something else: ") + other.what();
  } catch (...) {
    return "threw what is no std::exception";
  }
}

} // namespace

TEST(ShardInterval, BlocksCoverEveryRowOnce) {
  Trial trial;
  const std::int64_t n = trial.size();
  for (const std::int64_t rows : {2 * n, 3 * n + 1, 5 * n - 1, 10 * n + n / 2})
    record_blocks(trial, rows, all_devices(trial));
}

TEST(ShardInterval, FewerRowsThanDevices) {
  Trial trial;
  const std::int64_t n = trial.size();
  for (const std::int64_t rows : {std::int64_t{0}, n / 2, n - 1})
    record_blocks(trial, rows, all_devices(trial));
}

TEST(ShardInterval, SizesNearTwoToThe63) {
  Trial trial;
  const std::int64_t n = trial.size(), most = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t rows : {(std::int64_t{1} << 40) + 7, most / 3, most})
    record_blocks(trial, rows, {0, n / 2, n - 1});
}

TEST(ShardInterval, RefusesWhatDoesNotExist) {
  Trial trial;
  const std::int64_t n = trial.size();
  trial.record("10 rows, device " + std::to_string(n), outcome(10, n, n), brigade::kOtherRefusal);
  trial.record("10 rows, device -1", outcome(10, n, -1), brigade::kOtherRefusal);
  trial.record("-1 rows", outcome(-1, n, 0), brigade::kOtherRefusal);
  trial.record("no devices", outcome(10, 0, 0), brigade::kOtherRefusal);
}

#include "exercise.hpp"

namespace kitchen {

Interval shard_interval(std::int64_t rows, std::int64_t devices, std::int64_t device) {
  // TODO(01.2): the two edges of the device's block, without an overflow; refuse bad arguments.
  (void)rows, (void)devices, (void)device;
  throw brigade::NotImplemented("01.2");
}

} // namespace kitchen

#include "brigade/comm/shared_memory/barrier.hpp"

namespace brigade {

void shared_barrier(const SharedGroup &group) {
  const Signature signature(SharedKind::barrier, 0, 0);
  group.post(signature);
  group.receive(signature);
}

} // namespace brigade

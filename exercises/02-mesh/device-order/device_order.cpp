#include "exercise.hpp"

namespace kitchen {

// TODO(02.4): put devices at the places of a mesh so that groups along `talks_most` stay inside
// nodes.
std::vector<std::int64_t> device_order(const std::vector<std::int64_t> &,
                                       const std::vector<std::int64_t> &, std::size_t) {
  throw brigade::NotImplemented("02.4");
}

} // namespace kitchen

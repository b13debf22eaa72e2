#include "brigade/runtime/visualize_array.hpp"

namespace brigade {

void visualize_sharding(const Array &array, const PictureOptions &options, std::ostream &out) {
  if (array.runtime().rank() == 0)
    out << visualize_sharding(array.sharding(), array.shape(), standard_output(), options)
        << std::flush;
}

} // namespace brigade

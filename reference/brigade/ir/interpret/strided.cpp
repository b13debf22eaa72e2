#include "brigade/ir/interpret/strided.hpp"

#include <utility>

namespace brigade {

StridedWalk::StridedWalk(Shape shape, std::int64_t offset, std::vector<std::int64_t> strides)
    : shape_(std::move(shape)), strides_(std::move(strides)), index_(shape_.size(), 0),
      position_(offset), left_(element_count(shape_)) {}

void StridedWalk::next() {
  --left_;
  for (std::size_t i = shape_.size(); i-- > 0;) {
    position_ += strides_[i];
    if (++index_[i] < shape_[i])
      return;
    position_ -= shape_[i] * strides_[i];
    index_[i] = 0;
  }
}

} // namespace brigade

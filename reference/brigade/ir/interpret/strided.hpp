#pragma once

#include "brigade/core/shape.hpp"

#include <cstdint>
#include <vector>

namespace brigade {

/// Walks over the elements of a shape in row-major order, and tells of each where it lies in
/// another array: at offset + the sum of index * stride over the dimensions.
class StridedWalk {
public:
  StridedWalk(Shape shape, std::int64_t offset, std::vector<std::int64_t> strides);

  bool at_end() const { return left_ == 0; }
  std::int64_t position() const { return position_; }
  void next();

private:
  Shape shape_;
  std::vector<std::int64_t> strides_;
  std::vector<std::int64_t> index_;
  std::int64_t position_;
  std::int64_t left_;
};

} // namespace brigade

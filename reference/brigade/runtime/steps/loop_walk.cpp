#include "brigade/runtime/steps/loop_walk.hpp"

#include <algorithm>

namespace brigade {

LoopWalk::LoopWalk(const Shape &shape, std::span<std::vector<std::int64_t> *const> strides) {
  std::vector<std::vector<std::int64_t>> kept(strides.size());
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1)
      continue;
    bool joins = !sizes_.empty();
    for (std::size_t i = 0; joins && i < strides.size(); ++i)
      joins = kept[i].back() == (*strides[i])[d] * shape[d];
    for (std::size_t i = 0; i < strides.size(); ++i)
      if (joins)
        kept[i].back() = (*strides[i])[d];
      else
        kept[i].push_back((*strides[i])[d]);
    if (joins)
      sizes_.back() *= shape[d];
    else
      sizes_.push_back(shape[d]);
  }
  if (sizes_.empty()) {
    sizes_.push_back(1);
    for (auto &operand : kept)
      operand.push_back(1); // so that it reads element after element
  }
  columns_ = sizes_.back();
  for (std::size_t d = 0; d + 1 < sizes_.size(); ++d)
    rows_ *= sizes_[d];
  for (std::size_t i = 0; i < strides.size(); ++i)
    *strides[i] = std::move(kept[i]);
}

bool LoopWalk::repeats_rows(const std::vector<std::int64_t> &strides) const {
  return std::all_of(strides.begin(), strides.end() - 1,
                     [](std::int64_t stride) { return stride == 0; });
}

bool LoopWalk::is_contiguous(const std::vector<std::int64_t> &strides) const {
  return strides == row_major_strides(sizes_);
}

} // namespace brigade

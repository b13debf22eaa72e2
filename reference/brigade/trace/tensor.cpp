#include "brigade/trace/tensor.hpp"

#include "brigade/core/error.hpp"
#include "brigade/trace/recording.hpp"

#include <fmt/format.h>

#include <string>

namespace brigade {

Tensor::Tensor(std::shared_ptr<Recording> recording, ValueId id)
    : recording_(std::move(recording)), id_(id), type_(recording_->builder().type(id)) {}

const TensorType &Tensor::type() const {
  if (!recording_)
    throw InputError("a Tensor without a value has no type; assign to it before its use");
  return type_;
}

std::int64_t Tensor::size(std::int64_t dim) const {
  const auto dims = static_cast<std::int64_t>(rank());
  if (dim < -dims || dim >= dims)
    throw InputError(fmt::format("a {} has no dimension {}", to_string(type()), dim));
  return shape()[static_cast<std::size_t>(dim < 0 ? dim + dims : dim)];
}

SourceLine Operand::source() const { return source_line(where_); }

SourceLine source_line(const std::source_location &where) {
  const std::string path = where.file_name();
  return {path.substr(path.find_last_of('/') + 1), static_cast<int>(where.line())};
}

} // namespace brigade

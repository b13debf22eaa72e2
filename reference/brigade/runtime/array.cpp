#include "brigade/runtime/array.hpp"

#include "brigade/comm/require_mesh.hpp"
#include "brigade/core/quantity.hpp"
#include "brigade/runtime/aligned_memory.hpp"
#include "brigade/trace/tensor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace brigade {
namespace {

/// So that no product of sizes wraps around, whatever block of the array it is of.
void check_bytes(const Shape &shape, DType dtype) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (element_count(shape) > most / static_cast<std::int64_t>(size_of(dtype)))
    throw InputError(fmt::format("an array of shape {} has more than 2^63 - 1 bytes as {}; use "
                                 "smaller sizes",
                                 to_string(shape), to_string(dtype)));
}

/// Memory for a shard of an array.
std::shared_ptr<std::byte> shard_memory(const Shape &shard, const Shape &shape, DType dtype) {
  const std::size_t bytes = static_cast<std::size_t>(element_count(shard)) * size_of(dtype);
  try {
    return allocate_aligned(bytes);
  } catch (const std::bad_alloc &) {
    throw Error(fmt::format(
        "there is no memory for a shard of shape {} of an array {}{}: it has {} bytes ({}); cut "
        "the array over more devices, or use smaller sizes",
        to_string(shard), to_string(dtype), to_string(shape), bytes,
        bytes_text(static_cast<double>(bytes))));
  }
}

} // namespace

xt::dynamic_shape<std::size_t> extents(const Shape &shape) { return {shape.begin(), shape.end()}; }

Array Array::empty(Runtime &runtime, Shape shape, DType dtype, NamedSharding sharding) {
  sharding.check(shape);
  check_bytes(shape, dtype);
  require_mesh(runtime, sharding.mesh());
  Slices slices = sharding.slices_of(shape, runtime.rank());
  std::shared_ptr<std::byte> memory = shard_memory(shape_of(slices), shape, dtype);
  Layout made{&runtime, std::move(shape), dtype, std::move(sharding), std::move(slices)};
  return {std::make_shared<const Layout>(std::move(made)),
          std::make_shared<Storage>(Storage{std::move(memory), {}})};
}

const Array::Layout &Array::layout() const {
  if (!layout_)
    throw Error("an Array without a value was used; assign to it before its use");
  return *layout_;
}

Array::Storage &Array::storage() const {
  (void)layout();
  if (!storage_->memory)
    throw Error(fmt::format("{} was used after it was donated at {}: its memory holds something "
                            "else now; use what that call returned, or do not donate it",
                            brigade::to_string(*this), donated_at()));
  return *storage_;
}

std::size_t Array::shard_bytes() const {
  return static_cast<std::size_t>(element_count(slices())) * size_of(dtype());
}

std::byte *Array::mutable_data() {
  const std::byte *now = data();
  if (storage_.use_count() > 1) {
    std::shared_ptr<std::byte> own = shard_memory(shard_shape(), shape(), dtype());
    std::memcpy(own.get(), now, shard_bytes());
    storage_ = std::make_shared<Storage>(Storage{std::move(own), {}});
  }
  return storage_->memory.get();
}

Array Array::donate(const std::source_location &where) const {
  Storage &given = storage();
  Array taker(layout_, std::make_shared<Storage>(Storage{std::move(given.memory), {}}));
  given.memory.reset();
  given.donated_at = where;
  return taker;
}

std::string Array::donated_at() const {
  return is_donated() ? to_string(source_line(storage_->donated_at)) : "";
}

std::shared_ptr<std::byte> Array::release_memory() {
  return has_memory_alone() ? std::move(storage_->memory) : nullptr;
}

Array Array::in_memory(std::shared_ptr<std::byte> memory) const {
  return {layout_, std::make_shared<Storage>(Storage{std::move(memory), {}})};
}

Array Array::with_sharding(NamedSharding other) const {
  if (!sharding().is_equivalent_to(other, shape().size()))
    throw Error(fmt::format("{} does not lie as {} says: device_put moves it there",
                            brigade::to_string(*this), to_string(other)));
  Layout other_layout{layout().runtime, shape(), dtype(), std::move(other), slices()};
  return {std::make_shared<const Layout>(std::move(other_layout)), storage_};
}

void Array::check_dtype(DType asked) const {
  if (asked != dtype())
    throw Error(fmt::format("the shard of {} was asked for as {}: its elements are {}",
                            brigade::to_string(*this), to_string(asked), to_string(dtype())));
}

std::string to_string(const Array &array) {
  return fmt::format("{}{} @ {}", to_string(array.dtype()), to_string(array.shape()),
                     to_string(array.sharding()));
}

} // namespace brigade

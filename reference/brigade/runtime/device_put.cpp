#include "brigade/runtime/device_put.hpp"

#include "brigade/runtime/message_tag.hpp"
#include "brigade/runtime/reshard_plan.hpp"

#include <vector>

namespace brigade {
namespace {

/// A part on its way to this rank that cannot be received in place.
struct Staged {
  Slices part;
  std::vector<std::byte> bytes;
};

} // namespace

Array device_put(Runtime &runtime, const void *host, Shape shape, DType dtype,
                 NamedSharding sharding) {
  Array array = Array::empty(runtime, std::move(shape), dtype, std::move(sharding));
  copy_block(array.slices(), static_cast<const std::byte *>(host), whole(array.shape()),
             array.mutable_data(), array.slices(), size_of(dtype));
  return array;
}

Array device_put(const Array &array, NamedSharding sharding) {
  Runtime &runtime = array.runtime();
  Array result = Array::empty(runtime, array.shape(), array.dtype(), std::move(sharding));
  if (array.sharding().is_equivalent_to(result.sharding(), array.shape().size()))
    return array.with_sharding(result.sharding());

  const std::size_t element_bytes = size_of(array.dtype());
  const std::byte *old_data = array.data();
  std::byte *new_data = result.mutable_data();
  const Group world = runtime.world();
  const std::vector<Transfer> plan =
      plan_reshard(array.shape(), array.sharding(), result.sharding(), runtime.nodes());

  // Receives first: what arrives then goes straight to its place.
  std::vector<Staged> received, sent;
  std::vector<Pending> receives, sends;
  received.reserve(plan.size());
  sent.reserve(plan.size());
  const auto staging = [&](const Slices &part) {
    return Staged{part, std::vector<std::byte>(static_cast<std::size_t>(element_count(part)) *
                                               element_bytes)};
  };
  for (const Transfer &transfer : plan) {
    if (transfer.to != runtime.rank() || transfer.from == transfer.to)
      continue;
    const auto count = static_cast<std::size_t>(element_count(transfer.part));
    const std::int64_t offset = contiguous_offset(transfer.part, result.slices());
    std::byte *target = offset >= 0 ? new_data + static_cast<std::size_t>(offset) * element_bytes
                                    : received.emplace_back(staging(transfer.part)).bytes.data();
    receives.push_back(start_receive(world, Buffer{target, count}, array.dtype(),
                                     static_cast<int>(transfer.from), kArrayTag));
  }
  for (const Transfer &transfer : plan) {
    if (transfer.from != runtime.rank())
      continue;
    if (transfer.to == transfer.from) {
      copy_block(transfer.part, old_data, array.slices(), new_data, result.slices(), element_bytes);
      continue;
    }
    const auto count = static_cast<std::size_t>(element_count(transfer.part));
    const std::int64_t offset = contiguous_offset(transfer.part, array.slices());
    const std::byte *source = nullptr;
    if (offset >= 0) {
      source = old_data + static_cast<std::size_t>(offset) * element_bytes;
    } else {
      Staged &packed = sent.emplace_back(staging(transfer.part));
      copy_block(transfer.part, old_data, array.slices(), packed.bytes.data(), transfer.part,
                 element_bytes);
      source = packed.bytes.data();
    }
    sends.push_back(start_send(world, ConstBuffer{source, count}, array.dtype(),
                               static_cast<int>(transfer.to), kArrayTag));
  }
  for (Pending &receive : receives)
    receive.wait();
  for (const Staged &staged : received)
    copy_block(staged.part, staged.bytes.data(), staged.part, new_data, result.slices(),
               element_bytes);
  for (Pending &send : sends)
    send.wait();
  return result;
}

} // namespace brigade

#include "brigade/runtime/check_replicas.hpp"

#include "brigade/comm/all_gather.hpp"
#include "brigade/runtime/held_blocks.hpp"
#include "brigade/runtime/message_tag.hpp"
#include "brigade/runtime/run_together.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <functional>
#include <optional>
#include <vector>

namespace brigade {
namespace {

struct Disagreement {
  HeldBlock held;
  DeviceId first = 0, second = 0;
};

std::optional<Disagreement> first_disagreement(const Array &array) {
  const std::string_view bytes(reinterpret_cast<const char *>(array.data()), array.shard_bytes());
  const auto hash = static_cast<std::int64_t>(std::hash<std::string_view>{}(bytes));
  std::vector<std::int64_t> hashes(static_cast<std::size_t>(array.runtime().device_count()));
  all_gather<std::int64_t>(array.runtime().world(), std::span(&hash, 1), hashes);
  const auto hash_of = [&](DeviceId device) { return hashes[static_cast<std::size_t>(device)]; };
  for (const HeldBlock &held : held_blocks(array.sharding(), array.shape()))
    for (DeviceId device : held.holders)
      if (hash_of(device) != hash_of(held.holders.front()))
        return Disagreement{held, held.holders.front(), device};
  return std::nullopt;
}

/// "1.5 (0x3fc00000)": the bits tell apart values that print alike.
template <class Value, class Bits> std::string describe(const std::byte *element) {
  Value value;
  Bits bits;
  std::memcpy(&value, element, sizeof value);
  std::memcpy(&bits, element, sizeof bits);
  return fmt::format("{} ({:#0{}x})", value, bits, 2 + 2 * sizeof bits);
}

std::string describe(DType dtype, const std::byte *element) {
  switch (dtype) {
  case DType::f32:
    return describe<float, std::uint32_t>(element);
  case DType::f64:
    return describe<double, std::uint64_t>(element);
  case DType::i32:
    return describe<std::int32_t, std::uint32_t>(element);
  case DType::i64:
    return describe<std::int64_t, std::uint64_t>(element);
  case DType::boolean:
    return describe<std::uint8_t, std::uint8_t>(element);
  }
  return "?";
}

/// The global index of the element at row-major `position` of a block.
std::vector<std::int64_t> global_index(const Slices &block, std::int64_t position) {
  std::vector<std::int64_t> index(block.size());
  for (std::size_t d = block.size(); d-- > 0;) {
    index[d] = block[d].begin + position % block[d].size();
    position /= block[d].size();
  }
  return index;
}

std::string explain(const Array &array, std::string_view name, const Disagreement &found,
                    const std::vector<std::byte> &other) {
  const std::size_t element_bytes = size_of(array.dtype());
  std::size_t at = 0;
  while (std::memcmp(array.data() + at, other.data() + at, element_bytes) == 0)
    at += element_bytes;
  return fmt::format(
      "replicas of `{}` ({}) disagree: element [{}] is {} on device {} and {} on device {}; "
      "devices {} "
      "hold block {} and have to agree bit for bit",
      name, to_string(array),
      fmt::join(global_index(found.held.block, static_cast<std::int64_t>(at / element_bytes)),
                ", "),
      describe(array.dtype(), other.data() + at), found.first,
      describe(array.dtype(), array.data() + at), found.second, fmt::join(found.held.holders, ", "),
      to_string(found.held.block));
}

} // namespace

void check_replicas(const Array &array, std::string_view name) {
  const std::optional<Disagreement> found = first_disagreement(array);
  if (!found)
    return;
  const Group world = array.runtime().world();
  const auto count = static_cast<std::size_t>(element_count(array.slices()));
  std::string message;
  if (world.rank() == found->first)
    send(world, ConstBuffer{array.data(), count}, array.dtype(), static_cast<int>(found->second),
         kArrayTag);
  if (world.rank() == found->second) {
    std::vector<std::byte> other(array.shard_bytes());
    receive(world, Buffer{other.data(), count}, array.dtype(), static_cast<int>(found->first),
            kArrayTag);
    message = explain(array, name, *found, other);
  }
  run_together(world, [&] {
    if (!message.empty())
      throw Error(message);
  });
}

} // namespace brigade

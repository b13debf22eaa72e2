#include "brigade/runtime/check_replicas.hpp"

#include "brigade/comm/all_gather.hpp"
#include "brigade/core/fingerprint.hpp"
#include "brigade/runtime/broadcast_text.hpp"
#include "brigade/runtime/message_tag.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace brigade {
namespace {

/// The holders of a block whose copies are not those of most others (of the first one, where as
/// many have one as another).
struct Disagreement {
  const HeldBlock &held;
  DeviceId usual = 0; ///< the first with the copy that most have
  std::vector<DeviceId> others;
};

std::int64_t hash_of(const Array &array) {
  const std::string_view bytes(reinterpret_cast<const char *>(array.data()), array.shard_bytes());
  return static_cast<std::int64_t>(hash_by_words(bytes));
}

/// `hash` of each device.
template <class Hash>
std::optional<Disagreement> disagreement(const HeldBlock &held, const Hash &hash) {
  const auto alike = [&](DeviceId device) {
    return std::ranges::count_if(held.holders,
                                 [&](DeviceId other) { return hash(other) == hash(device); });
  };
  const DeviceId usual = *std::ranges::max_element(held.holders, {}, alike);
  Disagreement found{held, usual, {}};
  for (const DeviceId device : held.holders)
    if (hash(device) != hash(usual))
      found.others.push_back(device);
  return found.others.empty() ? std::nullopt : std::optional(found);
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
                    const std::vector<std::byte> &usual) {
  const std::size_t element_bytes = size_of(array.dtype());
  std::size_t at = 0;
  while (std::memcmp(array.data() + at, usual.data() + at, element_bytes) == 0)
    at += element_bytes;
  return fmt::format(
      "replicas of `{}` ({}) disagree: element [{}] is {} on device {} and {} on device {}; "
      "devices "
      "{} hold block {} and have to agree bit for bit, and {} differ{} from device {}",
      name, to_string(array),
      fmt::join(global_index(found.held.block, static_cast<std::int64_t>(at / element_bytes)),
                ", "),
      describe(array.dtype(), usual.data() + at), found.usual,
      describe(array.dtype(), array.data() + at), found.others[0],
      fmt::join(found.held.holders, ", "), to_string(found.held.block),
      fmt::join(found.others, ", "), found.others.size() == 1 ? "s" : "", found.usual);
}

/// On all ranks. The two devices compare their copies, and one of them tells.
[[noreturn]] void tell(const Array &array, std::string_view name, const Disagreement &found,
                       std::string_view when) {
  const Group world = array.runtime().world();
  const auto count = static_cast<std::size_t>(element_count(array.slices()));
  std::string message;
  if (world.rank() == found.usual)
    send(world, ConstBuffer{array.data(), count}, array.dtype(), static_cast<int>(found.others[0]),
         kArrayTag);
  if (world.rank() == found.others[0]) {
    std::vector<std::byte> usual(array.shard_bytes());
    receive(world, Buffer{usual.data(), count}, array.dtype(), static_cast<int>(found.usual),
            kArrayTag);
    message = explain(array, name, found, usual);
  }
  throw Error(fmt::format("{}{}{}", when, when.empty() ? "" : ": ",
                          broadcast_text(world, message, static_cast<int>(found.others[0]))));
}

} // namespace

ReplicaCheck::ReplicaCheck(std::vector<std::string> names, std::span<const Array> arrays) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    std::vector<HeldBlock> blocks = held_blocks(arrays[i].sharding(), arrays[i].shape());
    std::erase_if(blocks, [](const HeldBlock &held) { return held.holders.size() == 1; });
    if (!blocks.empty())
      copied_.push_back({i, std::move(names[i]), std::move(blocks)});
  }
}

void ReplicaCheck::operator()(std::span<const Array> arrays, std::string_view when) const {
  if (copied_.empty())
    return;
  const Runtime &runtime = arrays[copied_[0].array].runtime();
  const std::size_t count = copied_.size();
  std::vector<std::int64_t> own;
  for (const Copied &copied : copied_)
    own.push_back(hash_of(arrays[copied.array]));
  std::vector<std::int64_t> all(count * static_cast<std::size_t>(runtime.device_count()));
  all_gather<std::int64_t>(runtime.world(), own, all);
  for (std::size_t i = 0; i < count; ++i)
    for (const HeldBlock &held : copied_[i].blocks)
      if (const std::optional<Disagreement> found = disagreement(held, [&](DeviceId device) {
            return all[static_cast<std::size_t>(device) * count + i];
          }))
        tell(arrays[copied_[i].array], copied_[i].name, *found, when);
}

void check_replicas(const Array &array, std::string_view name) {
  ReplicaCheck({std::string(name)}, {&array, 1})({&array, 1}, "");
}

} // namespace brigade

#include "brigade/runtime/executor/join_blocks.hpp"

#include "brigade/comm/all_gather.hpp"
#include "brigade/core/error.hpp"
#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/runtime/executor/collective.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/sharding/block.hpp"

#include <fmt/format.h>

#include <vector>

namespace brigade {

Literal join_blocks(const Runtime &runtime, const Mesh &mesh, const TensorType &type,
                    const TensorSharding &sharding, const Literal &block, std::string_view name) {
  const Literal reduced = reduce_block(runtime, mesh, sharding, block);
  std::vector<Slices> parts;
  std::vector<std::size_t> counts;
  std::size_t count = 0;
  for (DeviceId device = 0; device < runtime.device_count(); ++device) {
    parts.push_back(local_slices(type, sharding, mesh, device));
    counts.push_back(static_cast<std::size_t>(element_count(parts.back())));
    count += counts.back();
  }
  const std::size_t element_bytes = size_of(type.dtype);
  std::vector<std::byte> gathered(count * element_bytes);
  all_gather(runtime.world(), {bytes_of(reduced), static_cast<std::size_t>(reduced.size())},
             {gathered.data(), count}, counts, type.dtype);

  Literal joined(type);
  const Slices everything = whole(type.shape);
  std::vector<Literal> blocks;
  const std::byte *at = gathered.data();
  for (std::size_t device = 0; device < parts.size(); ++device) {
    Literal &received = blocks.emplace_back(TensorType{type.dtype, shape_of(parts[device])});
    copy_block(parts[device], at, parts[device], bytes_of(received), parts[device], element_bytes);
    copy_block(parts[device], at, parts[device], bytes_of(joined), everything, element_bytes);
    at += counts[device] * element_bytes;
  }
  for (std::size_t device = 0; device < parts.size(); ++device)
    if (!same_bits(blocks[device], part_of(joined, parts[device])))
      throw Error(fmt::format("{} ({} @ {}): device {} holds another block {} than a device with a "
                              "copy of it; copies have to agree bit for bit",
                              name, to_string(type), to_string(sharding), device,
                              to_string(parts[device])));
  return joined;
}

} // namespace brigade

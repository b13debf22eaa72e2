#include "brigade/gspmd/device/largest_block.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

namespace brigade {

namespace {

/// An axis that cuts a dimension, and the place of the devices along it where all have the same.
struct Cut {
  std::int64_t size = 1;
  std::optional<std::int64_t> place;
};

std::int64_t product_of_sizes(std::span<const Cut> cuts) {
  std::int64_t product = 1;
  for (const Cut &cut : cuts)
    product *= cut.size;
  return product;
}

/// The blocks that cuts leave open.
std::vector<std::int64_t> listed(std::span<const Cut> cuts) {
  std::vector<std::int64_t> blocks{0};
  for (const Cut &cut : cuts) {
    std::vector<std::int64_t> finer;
    for (const std::int64_t block : blocks)
      for (std::int64_t place = cut.place.value_or(0);
           place < (cut.place ? *cut.place + 1 : cut.size); ++place)
        finer.push_back(block * cut.size + place);
    blocks = std::move(finer);
  }
  return blocks;
}

/// Block b of N has floor(D/N) positions, and one more where b·r mod N >= N - r, r = D mod N.
std::int64_t largest_of(std::int64_t size, std::span<const Cut> cuts) {
  const auto is_fixed = [](const Cut &cut) { return cut.place.has_value(); };
  // Over the minor axes all places are taken: blocks that make up a coarser one and differ by at
  // most 1, so that the largest is its part, rounded up.
  const auto minor = std::find_if(cuts.rbegin(), cuts.rend(), is_fixed).base();
  const std::int64_t parts = product_of_sizes({minor, cuts.end()});
  // Over the n major ones too: with b = k·m + c, k·m·r mod N takes on all multiples of m·gcd(r, n).
  const auto major = std::find_if(cuts.begin(), minor, is_fixed);
  const std::int64_t n = product_of_sizes({cuts.begin(), major}),
                     m = product_of_sizes({major, minor}), r = size % (n * m),
                     step = m * std::gcd(r, n);
  // One between fixed ones, which is rare, is gone through.
  const bool has_one_more = std::ranges::any_of(listed({major, minor}), [&](std::int64_t c) {
    // Both are below 2^32.
    const auto product = static_cast<std::uint64_t>(c) * static_cast<std::uint64_t>(r);
    return static_cast<std::int64_t>(product % static_cast<std::uint64_t>(step)) >= step - r;
  });
  const std::int64_t coarser = size / (n * m) + (has_one_more ? 1 : 0);
  return coarser / parts + (coarser % parts != 0 ? 1 : 0);
}

} // namespace

std::int64_t largest_block(const TensorType &type, const TensorSharding &sharding, const Mesh &mesh,
                           DeviceId device, const std::vector<std::string> &along) {
  const std::vector<std::int64_t> coordinates = mesh.coordinates_of(device);
  std::int64_t elements = 1;
  for (std::size_t d = 0; d < type.rank(); ++d) {
    std::vector<Cut> cuts;
    for (const std::string &axis : sharding.dimensions[d].axes) {
      cuts.push_back({mesh.axis_size(axis), std::nullopt});
      if (std::ranges::find(along, axis) == along.end())
        cuts.back().place = coordinates[mesh.axis_index(axis)];
    }
    elements *= largest_of(type.shape[d], cuts);
  }
  return elements;
}

} // namespace brigade

#pragma once

#include "brigade/mesh/mesh.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// How many messages, one after the other, a collective over p devices is made of.
enum class CollectiveSteps {
  ring,               ///< p-1, each to the neighbour; an all-reduce goes round twice
  recursive_doubling, ///< log2 p, rounded up
  one,                ///< counted once, as some published cost models do
};

/// Of a link between devices: a message of n bytes takes latency + n · seconds_per_byte.
struct LinkProfile {
  double latency = 0; ///< seconds
  double seconds_per_byte = 0;
  CollectiveSteps steps = CollectiveSteps::ring;
  /// Whether a device computes while its messages are on the way. It does not where a message is a
  /// copy that the device makes itself.
  bool overlaps = true;
  bool operator==(const LinkProfile &) const = default;
};

/// What modelled times are made of. Axes whose devices share a node talk over `inside`, others over
/// `between`.
struct MachineProfile {
  std::string name;
  double flops_per_second = 0;
  double bytes_per_second = 0; ///< of a device's memory
  LinkProfile inside, between;
  std::int64_t devices_per_node = 0; ///< devices 0 to n-1, n to 2n-1, …; 0 = all on one node
  bool operator==(const MachineProfile &) const = default;
};

/// The preset of which plans are the same text on every machine: a link's and a device's speed in
/// proportions that are ordinary today, but nobody's own.
MachineProfile uniform_profile();

/// The slowest link that a group along the axes uses.
const LinkProfile &link_of(const MachineProfile &profile, const Mesh &mesh,
                           const std::vector<std::string> &axes);

} // namespace brigade

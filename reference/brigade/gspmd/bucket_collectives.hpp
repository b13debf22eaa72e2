#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

namespace brigade {

/// Clean-up: collectives of one kind, over the same axes, by the same operation and of one element
/// type, none of which needs what another makes, become a bucket: they travel together, as soon as
/// the last of them can. That saves the latency of messages, and delays the first ones, of which
/// less is hidden behind computing. So for each kind several sizes of buckets are tried, from two
/// values to all, and the program is taken that ends earliest, and of such the one that
/// communicates least; of those that do not hold more than `most_bytes` at one time. `overlaps`:
/// whether instructions will be ordered so that they overlap (order_for_overlap.hpp).
Program bucket_collectives(const Program &partitioned, const MachineProfile &profile, bool overlaps,
                           double most_bytes);

/// What any buckets leave of the modelled time of a program, or more: computing, the bytes that
/// move as if messages had no latency, and for each kind one latency after the other along the
/// longest chain of collectives that need each other, since these cannot travel together.
double least_seconds_in_buckets(const Program &partitioned, const MachineProfile &profile);

} // namespace brigade

#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/sharding/block.hpp"

namespace brigade {

/// `slices` as seen from the beginning of `block`, which contains them.
Slices within(const Slices &slices, const Slices &block);

/// The part of an array that lies at `slices`.
Literal part_of(const Literal &array, const Slices &slices);
/// Writes a part to its place in an array.
void put(Literal &array, const Slices &slices, const Literal &part);

/// Element by element the sum, or the larger or smaller one. Integers wrap around. nan wins over
/// every number.
void join(Literal &into, const Literal &other, ReduceOp reduction);

} // namespace brigade

#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/core/dtype.hpp"

#include <cstddef>
#include <span>

namespace brigade {

/// out[i] = sources[0][i] op sources[1][i] op …, for `count` elements, in one pass over memory and
/// always in the order of the sources, so that every rank that does it gets the same bits. `mean`
/// divides by the number of sources. `out` may be one of the sources. Sums of integers wrap around.
/// The max of booleans is "any", their min "all". Throws InputError for sums of booleans and for
/// the mean of integers.
void reduce_sources(void *out, std::span<const std::byte *const> sources, std::size_t count,
                    DType type, ReduceOp op);

} // namespace brigade

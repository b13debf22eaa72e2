#pragma once

#include "brigade/ir/block_builder.hpp"

#include <string_view>
#include <vector>

namespace brigade {

/// Appends what "bij,bjk->bik" says of one or two operands: each letter names a dimension, one of
/// the same letter has the same size everywhere; the products of elements are summed over the
/// letters that are not behind the arrow. Blanks do not count. A letter that stands twice at one
/// operand takes its diagonal. Becomes select, sum, dot and transpose; returns the last one's
/// value. Throws InputError, with the source line, if letters and operands do not fit.
ValueId einsum(BlockBuilder &builder, const std::vector<ValueId> &operands,
               std::string_view subscripts, SourceLine source = {});

} // namespace brigade

#pragma once

#include "brigade/trace/tensor.hpp"

#include <string_view>

namespace brigade {

/// Rows times columns, as NumPy's: (m, k), (k, n) -> (m, n); a vector on the left counts as a row,
/// on the right as a column; dimensions before the last two are a batch, joined by broadcasting.
Tensor matmul(Operand a, Operand b);
/// Sums of products over pairs of dimensions. The result's dimensions are the batch ones, the rest
/// of the left operand's, the rest of the right one's.
Tensor dot(Operand a, Operand b, const DotAttributes &attributes = {});

/// "bij,bjk->bik": each letter names a dimension; products of elements are summed over the letters
/// that are not behind the arrow. A letter that stands twice at one operand takes its diagonal.
Tensor einsum(Operand a, Operand b, std::string_view subscripts);
Tensor einsum(Operand a, std::string_view subscripts);

} // namespace brigade

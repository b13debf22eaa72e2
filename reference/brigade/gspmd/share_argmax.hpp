#pragma once

#include "brigade/ir/program.hpp"

#include <optional>

namespace brigade {

/// `annotated` with each argmax along a dimension that `propagated` cuts into equal blocks written
/// in two steps: the largest element of each block with its place in there, and of these the first
/// that is the largest. Devices then move these pairs in place of all that is looked through. Equal
/// elements, and those that are no numbers, count as argmax does by itself. None where there is no
/// such argmax. Blocks that are not equal are no reshape.
std::optional<Program> share_argmax(const Program &annotated, const Program &propagated);

} // namespace brigade

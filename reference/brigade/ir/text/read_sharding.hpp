#pragma once

#include "brigade/ir/text/token_reader.hpp"
#include "brigade/sharding/tensor_sharding.hpp"

namespace brigade {

/// Reads what to_string prints: "[x, (y, z), ?] {unreduced w}". What the axes are is not asked.
TensorSharding read_sharding(TokenReader &reader);

} // namespace brigade

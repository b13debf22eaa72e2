#pragma once

#include "brigade/ir/tensor_type.hpp"
#include "brigade/ir/text/token_reader.hpp"

namespace brigade {

/// Reads "f32[8, 32]". Throws InputError also for sizes that no array has.
TensorType read_type(TokenReader &reader);

} // namespace brigade

#pragma once

#include "brigade/ir/attributes.hpp"

#include <string>
#include <vector>

namespace brigade {

/// The fields of an instruction's attributes as the text form writes them: "dim=0". One that has
/// its ordinary value is left out. Numbers are those of elements of `type`.
std::vector<std::string> attribute_texts(const Attributes &attributes, DType type);

/// Do they stand before the operands?
bool stand_before_operands(const Attributes &attributes);

} // namespace brigade

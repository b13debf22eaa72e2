#pragma once

#include "brigade/ir/program.hpp"

namespace brigade {

/// Throws InputError naming the source line where there is one, the block and the instruction where
/// a program is not well formed: an operand that is not defined before its use, a value that is
/// defined twice, a type that does not follow from the operands, two values or blocks of one name,
/// a name that is not a word, a call of a block that does not come before, calls in blocks that
/// are called more than 200 deep, a sharding that does not fit its value or the mesh, is not as
/// check_and_normalise leaves it, is unreduced by a reduction that its elements do not have, or is
/// there without a mesh.
void verify(const Program &program);

} // namespace brigade

#pragma once

#include "brigade/ir/program.hpp"

namespace brigade {

/// The program with instructions in the place of each grad(@block, …): those of the block, and
/// those of its derivative. Blocks that nothing calls any more, and instructions that nothing uses,
/// are gone. A program without grad comes back as it is. Throws InputError naming the line of an
/// operation that has no derivative.
Program expand_grads(const Program &program);

} // namespace brigade

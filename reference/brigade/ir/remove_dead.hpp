#pragma once

#include "brigade/ir/program.hpp"

namespace brigade {

/// Without the instructions of which no result is used, directly or not, by what the block returns.
/// Parameters stay.
Block remove_dead(Block block);

/// Each block without dead instructions, and no block that the program does not come to.
Program remove_dead(Program program);

} // namespace brigade

#pragma once

#include "brigade/gspmd/sharded_program.hpp"

namespace brigade {

/// Moves free values as long as the program gets cheaper: a value alone, the operands or results of
/// an instruction together, and a value with the chain of elementwise and shape operations that
/// follow it. @return the modelled seconds of where it ends, at most those of where it began
double descend(ShardedProgram &sharded);

} // namespace brigade

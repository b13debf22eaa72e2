#pragma once

#include "brigade/ir/program.hpp"

namespace brigade {

/// Clean-up: of collectives and slices that bring the same value to the same layout, the first is
/// kept, and the others' users take its result.
Program reuse_moves(Program partitioned);

} // namespace brigade

#pragma once

#include "brigade/ir/program.hpp"

namespace brigade {

/// The same block with its values in the order of their definition. Values that nothing defines,
/// and that nothing may use, are gone.
Block renumber(Block block);

} // namespace brigade

#pragma once

#include "brigade/ir/program.hpp"

namespace brigade {

/// The program without the blocks to which it does not come, and the others without what none of
/// their calls needs: parameters, results and instructions. Of the main block, which the user sees,
/// only the operands and results of its calls go. Where nothing is called, the same program.
Program needed_blocks(const Program &program);

} // namespace brigade

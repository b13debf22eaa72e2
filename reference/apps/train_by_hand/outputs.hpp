#pragma once

#include "options.hpp"
#include "report.hpp"

#include "brigade/comm/runtime.hpp"

namespace brigade::by_hand {

/// Finds out before the training that every file the options name can be written. Throws
/// InputError.
void check_outputs(const TrainOptions &options);

/// Writes report, plot and trace, those that the options name. All ranks together; rank 0 writes.
void write_outputs(Runtime &runtime, const TrainReport &report, const TrainOptions &options);

} // namespace brigade::by_hand

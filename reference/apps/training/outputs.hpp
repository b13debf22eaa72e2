#pragma once

#include "options.hpp"
#include "report.hpp"

#include "brigade/comm/runtime.hpp"

namespace brigade::training {

/// On rank 0: finds out before the training that every file the options name can be written, and
/// that they are different ones. Throws InputError.
void check_outputs(const TrainOptions &options);

/// Writes report, plot and trace, those that the options name. All ranks together; rank 0 writes,
/// and says which files it wrote, unless the training is quiet.
void write_outputs(Runtime &runtime, const TrainReport &report, const TrainOptions &options);

} // namespace brigade::training

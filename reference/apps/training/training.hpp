#pragma once

#include "options.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "trainer.hpp"

#include "brigade/comm/runtime.hpp"

namespace brigade::training {

/// Trains as the options say; all ranks together. Stops early, after the same step on all ranks,
/// when any of them was asked to by a signal. Throws Error naming the step where the loss is no
/// finite number.
/// @return the same on every rank.
TrainReport train(Runtime &runtime, const TrainOptions &options, const TrainerKind &kind,
                  Progress &progress);

} // namespace brigade::training

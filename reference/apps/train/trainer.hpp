#pragma once

#include "training/trainer.hpp"

#include <memory>

namespace brigade::train {

/// The steps of brigade-train.
std::unique_ptr<training::Trainer> make_trainer(const training::TrainerSettings &settings);

} // namespace brigade::train

#pragma once

#include "train_step.hpp"
#include "training/trainer.hpp"

#include <memory>

namespace brigade::by_hand {

/// The steps of brigade-train-by-hand.
std::unique_ptr<training::Trainer> make_trainer(const training::TrainerSettings &settings);

} // namespace brigade::by_hand

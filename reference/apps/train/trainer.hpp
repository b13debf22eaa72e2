#pragma once

#include "brigade/gspmd/plan.hpp"
#include "training/trainer.hpp"

#include <memory>

namespace brigade::train {

/// The steps of brigade-train.
std::unique_ptr<training::Trainer> make_trainer(const training::TrainerSettings &settings);

/// What make_trainer plans for a step on a whole batch. All ranks together.
Plan plan_of_step(const training::TrainerSettings &settings);

} // namespace brigade::train

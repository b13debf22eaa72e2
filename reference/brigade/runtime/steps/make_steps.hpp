#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/runtime/steps/collective_step.hpp"
#include "brigade/runtime/steps/loop_step.hpp"
#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>
#include <vector>

namespace brigade {

/// What a step does of its unit.
enum class StepPart {
  whole,
  start, ///< of a collective
  await, ///< what has been started
};

/// A step, and the unit of the plan that it does.
struct UnitStep {
  std::size_t unit;
  std::unique_ptr<Step> step;
  StepPart part = StepPart::whole;
};

/// A device's plan as steps, in its order; units for which nothing is to be done have none.
struct StepList {
  std::vector<UnitStep> steps;
  std::vector<std::shared_ptr<CollectiveStep>> started; ///< what some of them start
};

/// `tile_memory` has the plan's tile_bytes. What `source` refers to may go afterwards.
StepList make_steps(const Runtime &runtime, const Program &partitioned, const StepSource &source,
                    std::byte *tile_memory);

/// Writes the constants of many numbers to where they lie.
void write_constants(const StepSource &source, std::byte *constants);

} // namespace brigade

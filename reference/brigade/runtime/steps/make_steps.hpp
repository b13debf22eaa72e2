#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/runtime/steps/loop_step.hpp"
#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>
#include <vector>

namespace brigade {

/// A step, and the unit of the plan that it does.
struct UnitStep {
  std::size_t unit;
  std::unique_ptr<Step> step;
};

/// The steps of a device's plan, in its order; units for which nothing is to be done have none.
/// `tile_memory` has kTileMemory bytes. What `source` refers to may go afterwards.
std::vector<UnitStep> make_steps(const Runtime &runtime, const Program &partitioned,
                                 const StepSource &source, std::byte *tile_memory);

/// Writes the constants of many numbers to where they lie.
void write_constants(const StepSource &source, std::byte *constants);

} // namespace brigade

#pragma once

#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/runtime/steps/make_steps.hpp"
#include "brigade/tracer/ledger.hpp"

namespace brigade {

/// What the ledger keeps of a step that does this unit, without its times: the operations ("dot",
/// "add relu sum", "start all_reduce", "await all_reduce"), the elements that it walks over, and
/// the line of the last operation.
CommRecord step_record(const DevicePlan &plan, std::size_t unit, StepPart part);

} // namespace brigade

#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// The step of a unit that takes rows of a table by their ids (gather), adds rows up by them
/// (scatter_add), or writes one (update_row). Ids of rows that the table lacks count for nothing.
std::unique_ptr<Step> rows_step(const StepSource &source, std::size_t unit);

} // namespace brigade

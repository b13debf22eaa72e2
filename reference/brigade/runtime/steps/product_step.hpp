#pragma once

#include "brigade/runtime/steps/step_memory.hpp"

#include <memory>

namespace brigade {

/// The step of a unit that is a dot of f32 or f64: products of matrices by BLAS, written into
/// place, behind a copy of the operands that do not lie as BLAS reads them. Throws InputError where
/// a size exceeds what BLAS takes.
std::unique_ptr<Step> product_step(const StepSource &source, std::size_t unit,
                                   std::byte *tile_memory);

} // namespace brigade

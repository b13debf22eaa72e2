#pragma once

#include "brigade/trace/recording.hpp"

#include <vector>

namespace brigade {

/// A loss by each of some inputs, recorded after all that is there. Throws InputError if the loss
/// is no f32[] or f64[] of the current recording, or an operation on the way has no derivative.
/// `source` is where the derivative was asked for.
std::vector<Tensor> gradient(const Tensor &loss, const std::vector<Tensor> &inputs,
                             const SourceLine &source);

/// An argument of a function, to differentiate by it: a Tensor of its own, so that what the
/// function has from elsewhere counts as constant even where it is the same value. Throws
/// InputError naming it (params.w) if it is not of f32 or f64.
Tensor gradient_input(const Tensor &argument, const std::string &name, const SourceLine &source);

} // namespace brigade

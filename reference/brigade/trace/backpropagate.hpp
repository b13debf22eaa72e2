#pragma once

#include "brigade/trace/recording.hpp"

#include <vector>

namespace brigade {

/// The derivative of a loss by some inputs, in reverse mode: records, at the end of the current
/// recording, how the cotangents of the inputs follow from those of the outputs (the loss by each
/// of them, of its type). Zeros where an output does not depend on the input. Inputs are parameters
/// or aliases; what lies before the first of them, or is reached only through another value that an
/// alias stands for, is constant. Throws InputError naming the line of an operation that has no
/// derivative.
std::vector<Tensor> backpropagate(Recording &recording, const std::vector<Tensor> &outputs,
                                  const std::vector<Tensor> &cotangents,
                                  const std::vector<Tensor> &inputs);

} // namespace brigade

#pragma once

#include "trial/not_implemented.hpp"

#include <xtensor/xarray.hpp>

#include <map>
#include <memory>
#include <string>

namespace kitchen {

using Array = xt::xarray<double>; ///< of any number of dimensions

/// Arrays by name. The arrays are shared, as frameworks hold them: copying a Parameters copies
/// pointers, not numbers.
using Parameters = std::map<std::string, std::shared_ptr<Array>>;

/// What training carries from step to step.
struct TrainingState {
  Parameters weights;
  Parameters velocity; ///< the same names and shapes; zeros before the first step
};

/// One step of stochastic gradient descent with momentum, as a pure function: returns the next
/// state in arrays of its own. For each parameter
///   velocity' = momentum · velocity + gradient
///   weights'  = weights - learning_rate · velocity'
///
/// @param gradient the same names and shapes as state.weights; no pointer is null. An array may
///   have no elements.
/// Pure: no array that was given changes, none of them is part of the result, and two calls with
/// the same arguments agree bit for bit, whatever was called between them.
/// The trial also cuts each parameter into 1, 2, 3, 4 and 8 pieces and steps each piece alone.
///
/// Example: weights [10], velocity [2], gradient [3], learning_rate 0.1, momentum 0.5
/// give velocity [4] and weights [9.6].
TrainingState sgd_step(const TrainingState &state, const Parameters &gradient, double learning_rate,
                       double momentum);

} // namespace kitchen

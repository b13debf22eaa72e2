#pragma once

namespace brigade::nn {

/// Parameters, and what the optimizer keeps, after a step.
template <class Parameters, class State> struct Optimized {
  Parameters parameters;
  State state;
};

} // namespace brigade::nn

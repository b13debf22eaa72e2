#include "initial_weights.hpp"

#include "brigade/core/random.hpp"

#include <cmath>

namespace brigade::by_hand {

template <class T>
void draw_initial_weights(const LayerPlan &plan, std::uint64_t seed, std::size_t layer,
                          MatrixView<T> block) {
  const RandomStream stream(seed, layer);
  const std::int64_t spread =
      plan.activation == Activation::relu ? plan.inputs : plan.inputs + plan.outputs;
  const double bound = std::sqrt(6.0 / static_cast<double>(spread));
  for (std::int64_t i = 0; i < block.rows; ++i)
    for (std::int64_t j = 0; j < block.columns; ++j) {
      const std::int64_t place =
          (plan.local_inputs.begin + i) * plan.outputs + plan.local_outputs.begin + j;
      // Drawn as a double whatever T is, so that both types begin from the same network.
      const double draw = stream.uniform(static_cast<std::uint64_t>(place));
      block.row(i)[j] = static_cast<T>(bound * (2 * draw - 1));
    }
}

template void draw_initial_weights(const LayerPlan &, std::uint64_t, std::size_t,
                                   MatrixView<float>);
template void draw_initial_weights(const LayerPlan &, std::uint64_t, std::size_t,
                                   MatrixView<double>);

} // namespace brigade::by_hand

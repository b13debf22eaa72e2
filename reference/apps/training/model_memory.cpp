#include "model_memory.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade::training {

void check_model_fits(const MlpShape &shape, const ModelMemory &training, double available_bytes) {
  double parameters = 0, activations = 0; // more than 64 bits count, perhaps
  for (std::size_t layer = 1; layer < shape.sizes.size(); ++layer) {
    const auto inputs = static_cast<double>(shape.sizes[layer - 1]);
    const auto outputs = static_cast<double>(shape.sizes[layer]);
    parameters += (inputs + 1) * outputs;
    activations += static_cast<double>(training.rows) * outputs;
  }
  // The value, its gradient, and the mean (and the square) of earlier gradients.
  const int of_a_parameter = training.optimizer == OptimizerKind::adam ? 4 : 3;
  const double numbers = of_a_parameter * parameters + 2 * activations;
  const double needed = numbers * static_cast<double>(training.number_bytes) *
                        static_cast<double>(training.ranks_on_node) /
                        static_cast<double>(training.model_size);
  // The rest is for the data, the programs and the ranks' buffers of messages.
  if (needed > 0.9 * available_bytes)
    throw InputError(fmt::format(
        "the layers {} have {:.3g} parameters: {} {} of this machine would need {:.3g} GB, and "
        "{:.3g} GB are available; smaller --hidden layers would fit, or more devices along model",
        fmt::join(shape.sizes, "-"), parameters, training.ranks_on_node,
        training.ranks_on_node == 1 ? "rank" : "ranks", needed / 1e9, available_bytes / 1e9));
}

} // namespace brigade::training

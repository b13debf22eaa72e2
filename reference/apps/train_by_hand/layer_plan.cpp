#include "layer_plan.hpp"

namespace brigade::by_hand {

std::vector<LayerPlan> plan_layers(const MlpShape &shape, std::int64_t model_size,
                                   std::int64_t model_rank) {
  const std::size_t count = shape.sizes.size() - 1;
  std::vector<LayerPlan> layers(count);
  for (std::size_t i = 0; i < count; ++i) {
    LayerPlan &layer = layers[i];
    layer.inputs = shape.sizes[i];
    layer.outputs = shape.sizes[i + 1];
    layer.activation = i + 1 == count ? Activation::none : shape.activation;
    layer.local_inputs = {0, layer.inputs};
    layer.local_outputs = {0, layer.outputs};
    if (i % 2 == 1) {
      layer.kind = LayerKind::row_parallel;
      layer.local_inputs = block_of(layer.inputs, model_size, model_rank);
    } else if (i + 1 < count) {
      layer.kind = LayerKind::column_parallel;
      layer.local_outputs = block_of(layer.outputs, model_size, model_rank);
    }
  }
  return layers;
}

} // namespace brigade::by_hand

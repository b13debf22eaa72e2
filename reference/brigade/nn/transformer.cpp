#include "brigade/nn/transformer.hpp"

#include "brigade/trace/block.hpp"
#include "brigade/trace/functions.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade::nn {

Tensor transformer_layer(const TransformerLayer<Tensor> &layer, Tensor x) {
  x = x + causal_attention(layer.attention, layer_norm(layer.attention_norm, x));
  const Tensor hidden = gelu(linear(layer.up, layer_norm(layer.mlp_norm, x)));
  return x + linear(layer.down, hidden);
}

Tensor transformer(const Transformer<Tensor> &model, Tensor tokens, Layers layers) {
  const auto called = block("layer", [](TransformerLayer<Tensor> layer, Tensor x) {
    return transformer_layer(layer, x);
  });
  Tensor x = embed(model.embedding, tokens);
  for (const TransformerLayer<Tensor> &layer : model.layers)
    x = layers == Layers::calls ? called(layer, x) : transformer_layer(layer, x);
  return matmul(layer_norm(model.norm, x), model.head);
}

Transformer<TensorType> transformer_types(const TransformerSizes &sizes, DType type) {
  const auto of = [&](Shape shape) { return TensorType{type, std::move(shape)}; };
  const LayerNorm<TensorType> norm{of({sizes.width}), of({sizes.width})};
  const TensorType to_heads = of({sizes.width, sizes.heads, sizes.head});
  const TransformerLayer<TensorType> layer{
      norm,
      {to_heads, to_heads, to_heads, of({sizes.heads, sizes.head, sizes.width})},
      norm,
      {of({sizes.width, sizes.hidden}), of({sizes.hidden})},
      {of({sizes.hidden, sizes.width}), of({sizes.width})}};
  return {{of({sizes.vocabulary, sizes.width}), of({sizes.length, sizes.width})},
          std::vector<TransformerLayer<TensorType>>(static_cast<std::size_t>(sizes.layers), layer),
          norm,
          of({sizes.width, sizes.vocabulary})};
}

std::string transformer_table(bool has_data, bool has_model) {
  return fmt::format(R"(tokens: [{data}, -]
targets: [{data}, -]
*.embedding.tokens: [{model}, -]
*.embedding.positions: [-, -]
*.head: [-, {model}]
*.attention.query: [-, {model}, -]
*.attention.key: [-, {model}, -]
*.attention.value: [-, {model}, -]
*.attention.output: [{model}, -, -]
*.up.weight: [-, {model}]
*.up.bias: [{model}]
*.down.weight: [{model}, -]
*.down.bias: [-]
*.scale: [-]
*.shift: [-]
)",
                     fmt::arg("data", has_data ? "data" : "-"),
                     fmt::arg("model", has_model ? "model" : "-"));
}

} // namespace brigade::nn

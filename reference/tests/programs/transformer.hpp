#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/nn/transformer.hpp"

#include <cstdint>
#include <optional>

namespace brigade::testing {

/// The sizes of a decoder (nn/transformer.hpp) and of its batch.
struct TransformerSizes {
  std::int64_t layers = 12, batch = 64, length = 512, vocabulary = 32'000;
  std::int64_t model = 768, heads = 12, head = 64, hidden = 3072;
  nn::Layers as = nn::Layers::written_out; ///< with SGD the layers' updates too
};

enum class Optimizer { sgd, adam };

/// A training step of it: cross entropy over the vocabulary, its derivatives, and the update of all
/// parameters. Takes the parameters (params.layers.0.attention.query …), for Adam the two averages
/// of each, tokens and targets i32[batch, length], and the learning rate; gives the loss, and all
/// that is trained in the same order. Nothing is annotated.
Program transformer_step(const TransformerSizes &sizes, Optimizer optimizer,
                         const std::optional<Mesh> &mesh = {});

/// Its arguments cut as people do by hand on a mesh {data, model}: tokens by data; attention by
/// heads and the perceptron by hidden units over model.
Program with_data_and_tensor_parallelism(const Program &step);

} // namespace brigade::testing

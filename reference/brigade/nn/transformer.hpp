#pragma once

#include "brigade/nn/attention.hpp"
#include "brigade/nn/embedding.hpp"
#include "brigade/nn/layer_norm.hpp"
#include "brigade/nn/linear.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace brigade::nn {

/// One layer of a decoder: attention and a perceptron, each with a normalisation before it.
template <class T> struct TransformerLayer {
  LayerNorm<T> attention_norm;
  Attention<T> attention;
  LayerNorm<T> mlp_norm;
  Linear<T> up;   ///< width to hidden
  Linear<T> down; ///< hidden to width
};

/// A decoder: from tokens to the logits of those that follow.
template <class T> struct Transformer {
  Embedding<T> embedding;
  std::vector<TransformerLayer<T>> layers;
  LayerNorm<T> norm;
  T head; ///< (width, vocabulary)
};

struct TransformerSizes {
  std::int64_t layers = 2, length = 16, vocabulary = 256;
  std::int64_t width = 64; ///< numbers that stand for a token
  std::int64_t heads = 4, head = 16;
  std::int64_t hidden = 256; ///< of the perceptrons
};

/// (batch, length, width) to the same: x + attention(norm(x)), then that + perceptron(norm(that)),
/// with gelu between the perceptron's two products.
Tensor transformer_layer(const TransformerLayer<Tensor> &layer, Tensor x);

/// How the layers of a model stand in its program.
enum class Layers {
  written_out, ///< each in its own instructions, so that each may be sharded in its own way
  calls        ///< of one block (trace/block.hpp), planned once, however many there are
};

/// tokens (batch, length) of integers to logits (batch, length, vocabulary).
Tensor transformer(const Transformer<Tensor> &model, Tensor tokens,
                   Layers layers = Layers::written_out);

/// Types of the parameters of such a model.
Transformer<TensorType> transformer_types(const TransformerSizes &sizes, DType type = DType::f32);

/// How people cut one by hand, as a table of shardings (gspmd/sharding_table.hpp) of a program
/// whose arguments are the model, under any name, `tokens` and `targets`: the batch over the axis
/// `data`; over the axis `model` attention by heads, perceptrons by hidden units, and embedding and
/// head by vocabulary (Shoeybi et al. 2019). A layer then has two all-reduces over `model`
/// forwards, and two backwards: what query, key and value give to the gradient of their input is
/// added before it is reduced. An axis that the mesh lacks cuts nothing.
std::string transformer_table(bool has_data, bool has_model);

} // namespace brigade::nn

#include "programs/transformer.hpp"

#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/trace/grad.hpp"
#include "brigade/trace/trace.hpp"

#include <cmath>
#include <vector>

namespace brigade::testing {

namespace {

template <class T> struct Layer {
  T scale1, shift1, wq, wk, wv, wo, scale2, shift2, w1, b1, w2, b2;
};

template <class T> struct Params {
  T embedding, positions;
  std::vector<Layer<T>> layers;
  T scale, shift, head;
};

template <class T> struct State { Params<T> params, mean, square; };

template <class T> struct Stepped {
  Tensor loss;
  T state;
};

/// Over the last dimension, of size `size`.
Tensor layer_norm(Tensor x, Tensor scale, Tensor shift) {
  const Tensor centred = x - mean(x, {-1}, {.keep_dims = true});
  const Tensor variance = mean(centred * centred, {-1}, {.keep_dims = true});
  return centred * rsqrt(variance + 1e-5) * scale + shift;
}

/// x: [batch, length, model] -> the same.
Tensor attention(Tensor x, const Layer<Tensor> &layer) {
  const Tensor q = einsum(x, layer.wq, "bsm,mhd->bhsd"), k = einsum(x, layer.wk, "bsm,mhd->bhsd"),
               v = einsum(x, layer.wv, "bsm,mhd->bhsd");
  const std::int64_t length = x.size(1);
  const double scale = 1 / std::sqrt(static_cast<double>(q.size(3)));
  const Tensor scores = einsum(q, k, "bhqd,bhkd->bhqk") * scale;
  const Tensor past = iota({length, length}, 0) < iota({length, length}, 1);
  const Tensor weights = softmax(where(past, -1e9, scores), 3);
  return einsum(einsum(weights, v, "bhqk,bhkd->bhqd"), layer.wo, "bhsd,hdm->bsm");
}

Tensor perceptron(Tensor x, const Layer<Tensor> &layer) {
  return matmul(gelu(matmul(x, layer.w1) + layer.b1), layer.w2) + layer.b2;
}

Tensor loss(Params<Tensor> params, Tensor tokens, Tensor targets) {
  Tensor x = gather(params.embedding, tokens) + params.positions;
  for (const Layer<Tensor> &layer : params.layers) {
    x = x + attention(layer_norm(x, layer.scale1, layer.shift1), layer);
    x = x + perceptron(layer_norm(x, layer.scale2, layer.shift2), layer);
  }
  const Tensor logits = matmul(layer_norm(x, params.scale, params.shift), params.head);
  const Tensor right =
      where(eq(iota(logits.shape(), 2), reshape(targets, {logits.size(0), logits.size(1), 1})),
            log_softmax(logits, 2), 0.0);
  return -sum(right) / static_cast<double>(logits.size(0) * logits.size(1));
}

Stepped<Params<Tensor>> sgd(Params<Tensor> params, Tensor tokens, Tensor targets, Tensor rate) {
  auto [value, gradient] = value_and_grad(loss)(params, tokens, targets);
  std::vector<Tensor> all = leaves<Tensor>(params);
  const std::vector<Tensor> by = leaves<Tensor>(gradient);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = all[i] - rate * by[i];
  assign_leaves(params, all);
  return {value, params};
}

Stepped<State<Tensor>> adam(State<Tensor> state, Tensor tokens, Tensor targets, Tensor rate) {
  auto [value, gradient] = value_and_grad(loss)(state.params, tokens, targets);
  const std::vector<Tensor> by = leaves<Tensor>(gradient);
  std::vector<Tensor> params = leaves<Tensor>(state.params), means = leaves<Tensor>(state.mean),
                      squares = leaves<Tensor>(state.square);
  for (std::size_t i = 0; i < by.size(); ++i) {
    means[i] = 0.9 * means[i] + 0.1 * by[i];
    squares[i] = 0.999 * squares[i] + 0.001 * by[i] * by[i];
    params[i] = params[i] - rate * means[i] / (sqrt(squares[i]) + 1e-8);
  }
  assign_leaves(state.params, params);
  assign_leaves(state.mean, means);
  assign_leaves(state.square, squares);
  return {value, state};
}

Params<TensorType> types_of(const TransformerSizes &sizes) {
  const auto type = [](Shape shape) { return TensorType{DType::f32, std::move(shape)}; };
  const TensorType features = type({sizes.model});
  const TensorType to_heads = type({sizes.model, sizes.heads, sizes.head});
  const Layer<TensorType> layer{features,
                                features,
                                to_heads,
                                to_heads,
                                to_heads,
                                type({sizes.heads, sizes.head, sizes.model}),
                                features,
                                features,
                                type({sizes.model, sizes.hidden}),
                                type({sizes.hidden}),
                                type({sizes.hidden, sizes.model}),
                                features};
  return {type({sizes.vocabulary, sizes.model}),
          type({sizes.length, sizes.model}),
          std::vector<Layer<TensorType>>(static_cast<std::size_t>(sizes.layers), layer),
          features,
          features,
          type({sizes.model, sizes.vocabulary})};
}

} // namespace

Program transformer_step(const TransformerSizes &sizes, Optimizer optimizer,
                         const std::optional<Mesh> &mesh) {
  const Params<TensorType> params = types_of(sizes);
  const TensorType ids{DType::i32, {sizes.batch, sizes.length}}, rate{DType::f32, {}};
  TraceOptions options{
      .name = "step", .mesh = mesh, .argument_names = {"params", "tokens", "targets", "rate"}};
  if (optimizer == Optimizer::sgd)
    return trace(options, sgd, params, ids, ids, rate);
  options.argument_names[0] = "state";
  return trace(options, adam, State<TensorType>{params, params, params}, ids, ids, rate);
}

Program with_data_and_tensor_parallelism(const Program &step) {
  return with_shardings(step, parse_sharding_table(R"(
tokens: [data, -]
targets: [data, -]
rate: []
*.embedding: [model, -]
*.positions: [-, -]
*.head: [-, model]
*.wq: [-, model, -]
*.wk: [-, model, -]
*.wv: [-, model, -]
*.wo: [model, -, -]
*.w1: [-, model]
*.b1: [model]
*.w2: [model, -]
*.b2: [-]
*.scale*: [-]
*.shift*: [-]
)"));
}

} // namespace brigade::testing

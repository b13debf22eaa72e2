#include "model_program.hpp"

#include "brigade/core/error.hpp"
#include "brigade/nn/mlp.hpp"
#include "brigade/nn/optimizer/sgd.hpp"
#include "brigade/nn/softmax_cross_entropy.hpp"
#include "brigade/nn/transformer.hpp"
#include "brigade/trace/grad.hpp"
#include "brigade/trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <utility>
#include <vector>

namespace brigade::plan {

namespace {

constexpr std::int64_t kRows = 64, kTexts = 8;
constexpr std::int64_t kLargestSize = 2'147'483'647; // of what i32 numbers count
constexpr std::int64_t kMostLayers = 10'000;
/// So large that on a few devices activations are smaller than the weights that they meet: then
/// layers by hand are also the cheapest.
constexpr nn::TransformerSizes kTransformer{
    .layers = 2, .length = 128, .vocabulary = 2048, .width = 512, .heads = 8};
constexpr double kLearningRate = 0.1;

std::vector<std::int64_t> layer_sizes(const std::string &model) {
  const std::size_t colon = model.find(':');
  if (colon == std::string::npos)
    return {64, 128, 128, 10};
  std::vector<std::int64_t> sizes;
  std::istringstream words(model.substr(colon + 1));
  for (std::string word; std::getline(words, word, ',');) {
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), size);
    if (error != std::errc() || end != word.data() + word.size() || size < 1 ||
        size > kLargestSize)
      throw InputError(fmt::format("--model {}: '{}' is no size; whole numbers from 1 to {} are",
                                   model, word, kLargestSize));
    sizes.push_back(size);
  }
  if (sizes.size() < 2)
    throw InputError(fmt::format(
        "--model {}: features and classes are needed at least, as in mlp:64,10", model));
  return sizes;
}

std::pair<Tensor, nn::Mlp<Tensor>> mlp_step(nn::Mlp<Tensor> model, Tensor x, Tensor labels) {
  const auto loss = [](nn::Mlp<Tensor> parameters, Tensor rows, Tensor classes) {
    return nn::softmax_cross_entropy(nn::mlp(parameters, rows, "relu"), classes);
  };
  const auto [value, gradients] = value_and_grad(loss)(model, x, labels);
  return {named(value, "loss"), nn::sgd(model, gradients, kLearningRate)};
}

Program mlp_program(const Options &options) {
  const ModelSizes &given = options.sizes;
  for (const auto &[option, size] : {std::pair{"--layers", given.layers},
                                     {"--width", given.width},
                                     {"--heads", given.heads},
                                     {"--sequence", given.sequence},
                                     {"--vocabulary", given.vocabulary}})
    if (size)
      throw InputError(fmt::format("{} is of --model transformer; mlp's sizes stand behind its "
                                   "name, as in mlp:64,128,10",
                                   option));
  if (given.layers_are_calls)
    throw InputError("--calls is of --model transformer; mlp's layers are not alike");
  const std::vector<std::int64_t> sizes = layer_sizes(options.model);
  const std::int64_t rows = given.batch.value_or(kRows);
  nn::Mlp<TensorType> types;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
    types.layers.push_back({{DType::f32, {sizes[i], sizes[i + 1]}}, {DType::f32, {sizes[i + 1]}}});
  return trace({.name = "step", .mesh = options.mesh, .argument_names = {"model", "x", "labels"}},
               mlp_step, types, TensorType{DType::f32, {rows, sizes[0]}},
               TensorType{DType::i32, {rows}});
}

Program transformer_program(const Options &options) {
  const ModelSizes &given = options.sizes;
  nn::TransformerSizes sizes = kTransformer;
  sizes.layers = given.layers.value_or(sizes.layers);
  if (sizes.layers > kMostLayers)
    throw InputError(fmt::format("--layers {}: at most {} are planned", sizes.layers, kMostLayers));
  sizes.length = given.sequence.value_or(sizes.length);
  sizes.vocabulary = given.vocabulary.value_or(sizes.vocabulary);
  sizes.width = given.width.value_or(sizes.width);
  sizes.heads = given.heads.value_or(sizes.heads);
  if (sizes.width % sizes.heads != 0)
    throw InputError(fmt::format("--width {} is no multiple of --heads {}, of which each has as "
                                 "many numbers as the others; --width {} would work",
                                 sizes.width, sizes.heads,
                                 (sizes.width / sizes.heads + 1) * sizes.heads));
  sizes.head = sizes.width / sizes.heads;
  sizes.hidden = 4 * sizes.width;
  const TensorType ids{DType::i32, {given.batch.value_or(kTexts), sizes.length}};
  const nn::Layers layers = given.layers_are_calls ? nn::Layers::calls : nn::Layers::written_out;
  const auto loss = [layers](nn::Transformer<Tensor> model, Tensor tokens, Tensor targets) {
    return nn::softmax_cross_entropy(nn::transformer(model, tokens, layers), targets);
  };
  const auto step = [loss](nn::Transformer<Tensor> model, Tensor tokens, Tensor targets) {
    const auto [value, gradients] = value_and_grad(loss)(model, tokens, targets);
    return std::pair(named(value, "loss"), nn::sgd(model, gradients, kLearningRate));
  };
  return trace(
      {.name = "step", .mesh = options.mesh, .argument_names = {"model", "tokens", "targets"}},
      step, nn::transformer_types(sizes), ids, ids);
}

} // namespace

Program model_program(const Options &options) {
  const bool is_transformer = options.model == "transformer";
  if (!is_transformer && options.model.substr(0, options.model.find(':')) != "mlp")
    throw InputError(
        fmt::format("--model {}: there is the model mlp, also with its sizes, as in mlp:64,128,10, "
                    "and the model transformer",
                    options.model));
  if (!options.mesh)
    throw InputError(
        fmt::format("--model {} needs a mesh: add --mesh data=2,model=4", options.model));
  return is_transformer ? transformer_program(options) : mlp_program(options);
}

std::optional<ShardingTable> default_table(const Options &options) {
  if (options.model != "transformer" || !options.mesh)
    return std::nullopt;
  const auto has = [&](const char *axis) {
    return std::ranges::find(options.mesh->axis_names(), axis) != options.mesh->axis_names().end();
  };
  if (!has("data") && !has("model"))
    return std::nullopt;
  return parse_sharding_table(nn::transformer_table(has("data"), has("model")),
                              "the table by hand");
}

} // namespace brigade::plan

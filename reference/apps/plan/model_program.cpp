#include "model_program.hpp"

#include "brigade/core/error.hpp"
#include "brigade/nn/mlp.hpp"
#include "brigade/nn/optimizer/sgd.hpp"
#include "brigade/nn/softmax_cross_entropy.hpp"
#include "brigade/trace/grad.hpp"
#include "brigade/trace/trace.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <sstream>
#include <utility>
#include <vector>

namespace brigade::plan {

namespace {

constexpr std::int64_t kBatch = 64;
constexpr double kLearningRate = 0.1;

std::vector<std::int64_t> sizes_of(const std::string &model) {
  const std::size_t colon = model.find(':');
  if (model.substr(0, colon) != "mlp")
    throw InputError(fmt::format(
        "--model {}: there is the model mlp, also with its sizes, as in mlp:64,128,10", model));
  if (colon == std::string::npos)
    return {64, 128, 128, 10};
  std::vector<std::int64_t> sizes;
  std::istringstream words(model.substr(colon + 1));
  for (std::string word; std::getline(words, word, ',');) {
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), size);
    if (error != std::errc() || end != word.data() + word.size() || size < 1)
      throw InputError(
          fmt::format("--model {}: '{}' is no size; whole numbers from 1 are", model, word));
    sizes.push_back(size);
  }
  if (sizes.size() < 2)
    throw InputError(fmt::format(
        "--model {}: features and classes are needed at least, as in mlp:64,10", model));
  return sizes;
}

std::pair<Tensor, nn::Mlp<Tensor>> training_step(nn::Mlp<Tensor> model, Tensor x, Tensor labels) {
  const auto loss = [](nn::Mlp<Tensor> parameters, Tensor rows, Tensor classes) {
    return nn::softmax_cross_entropy(nn::mlp(parameters, rows, "relu"), classes);
  };
  const auto [value, gradients] = value_and_grad(loss)(model, x, labels);
  return {named(value, "loss"), nn::sgd(model, gradients, kLearningRate)};
}

} // namespace

Program model_program(const std::string &model, const std::optional<Mesh> &mesh) {
  const std::vector<std::int64_t> sizes = sizes_of(model);
  if (!mesh)
    throw InputError(fmt::format("--model {} needs a mesh: add --mesh data=2,model=4", model));
  nn::Mlp<TensorType> types;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
    types.layers.push_back({{DType::f32, {sizes[i], sizes[i + 1]}}, {DType::f32, {sizes[i + 1]}}});
  return trace({.name = "step", .mesh = mesh, .argument_names = {"model", "x", "labels"}},
               training_step, types, TensorType{DType::f32, {kBatch, sizes[0]}},
               TensorType{DType::i32, {kBatch}});
}

} // namespace brigade::plan

#include "brigade/nn/transformer.hpp"

#include "nn/interpreted.hpp"
#include "trace/finite_differences.hpp"

#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/nn/softmax_cross_entropy.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>

namespace brigade::nn {
namespace {

using namespace brigade::testing;
using ::testing::ElementsAre;
using ::testing::Pair;

constexpr TransformerSizes kSizes{
    .layers = 2, .length = 5, .vocabulary = 7, .width = 6, .heads = 2, .head = 3, .hidden = 4};
constexpr std::int64_t kBatch = 2;

Tensor loss(Transformer<Tensor> model, Tensor tokens, Tensor targets) {
  return softmax_cross_entropy(transformer(model, tokens), targets);
}

const TensorType kIds{DType::i32, {kBatch, kSizes.length}};

/// Small enough for softmaxes that are not steep.
std::vector<Literal> random_parameters() {
  std::mt19937 random(3);
  std::vector<Literal> parameters;
  for (const TensorType &type : leaves<TensorType>(transformer_types(kSizes, DType::f64)))
    parameters.push_back(moved(Literal(type), random_literal(type.shape, random), 0.5));
  return parameters;
}

std::vector<Literal> random_ids() {
  std::mt19937 random(4);
  std::vector<Literal> ids(2, Literal(kIds));
  for (Literal &literal : ids)
    for (std::int32_t &id : literal.as<std::int32_t>())
      id = static_cast<std::int32_t>(random() % static_cast<unsigned>(kSizes.vocabulary));
  return ids;
}

/// Numbers by place and feature, of one text of the batch.
using Rows = std::vector<std::vector<double>>;

/// The model by its definition, in loops over plain numbers. Takes the parameters in their order.
class ByDefinition {
public:
  explicit ByDefinition(const std::vector<Literal> &parameters) : parameters_(parameters) {}

  Rows logits(const std::vector<std::int64_t> &tokens) {
    next_ = 0;
    const Literal &rows = take(), &positions = take();
    Rows x(tokens.size(), std::vector<double>(kWidth));
    for (std::size_t s = 0; s < x.size(); ++s)
      for (std::size_t m = 0; m < kWidth; ++m)
        x[s][m] = at(rows, static_cast<std::size_t>(tokens[s]) * kWidth + m) +
                  at(positions, s * kWidth + m);
    for (std::int64_t layer = 0; layer < kSizes.layers; ++layer) {
      x = sum(x, attention(norm(x)));
      Rows hidden = affine(norm(x), kHidden);
      for (std::vector<double> &row : hidden)
        for (double &h : row)
          h = 0.5 * h *
              (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (h + 0.044715 * h * h * h)));
      x = sum(x, affine(hidden, kWidth));
    }
    const Rows normal = norm(x);
    return product(normal, take(), static_cast<std::size_t>(kSizes.vocabulary));
  }

private:
  static constexpr std::size_t kWidth = kSizes.width, kHeads = kSizes.heads, kHead = kSizes.head,
                               kHidden = kSizes.hidden;

  const Literal &take() { return parameters_.at(next_++); }
  static double at(const Literal &literal, std::size_t i) {
    return literal.number(static_cast<std::int64_t>(i));
  }
  static Rows sum(Rows a, const Rows &b) {
    for (std::size_t s = 0; s < a.size(); ++s)
      for (std::size_t m = 0; m < a[s].size(); ++m)
        a[s][m] += b[s][m];
    return a;
  }
  static Rows product(const Rows &x, const Literal &weight, std::size_t columns) {
    Rows y(x.size(), std::vector<double>(columns));
    for (std::size_t s = 0; s < x.size(); ++s)
      for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t m = 0; m < x[s].size(); ++m)
          y[s][j] += x[s][m] * at(weight, m * columns + j);
    return y;
  }
  Rows affine(const Rows &x, std::size_t columns) {
    Rows y = product(x, take(), columns);
    const Literal &bias = take();
    for (std::vector<double> &row : y)
      for (std::size_t j = 0; j < columns; ++j)
        row[j] += at(bias, j);
    return y;
  }
  Rows norm(Rows x) {
    const Literal &scale = take(), &shift = take();
    for (std::vector<double> &row : x) {
      double mean = 0, variance = 0;
      for (const double number : row)
        mean += number / static_cast<double>(row.size());
      for (const double number : row)
        variance += (number - mean) * (number - mean) / static_cast<double>(row.size());
      for (std::size_t m = 0; m < row.size(); ++m)
        row[m] = (row[m] - mean) / std::sqrt(variance + 1e-5) * at(scale, m) + at(shift, m);
    }
    return x;
  }
  Rows attention(const Rows &x) {
    const Rows query = product(x, take(), kHeads * kHead), key = product(x, take(), kHeads * kHead),
               value = product(x, take(), kHeads * kHead);
    Rows taken(x.size(), std::vector<double>(kHeads * kHead));
    for (std::size_t head = 0; head < kHeads; ++head)
      for (std::size_t s = 0; s < x.size(); ++s) {
        std::vector<double> shares;
        double total = 0;
        for (std::size_t t = 0; t <= s; ++t) { // nothing of what comes later
          double score = 0;
          for (std::size_t d = head * kHead; d < (head + 1) * kHead; ++d)
            score += query[s][d] * key[t][d];
          shares.push_back(std::exp(score / std::sqrt(static_cast<double>(kHead))));
          total += shares.back();
        }
        for (std::size_t t = 0; t <= s; ++t)
          for (std::size_t d = head * kHead; d < (head + 1) * kHead; ++d)
            taken[s][d] += shares[t] / total * value[t][d];
      }
    return product(taken, take(), kWidth);
  }

  const std::vector<Literal> &parameters_;
  std::size_t next_ = 0;
};

TEST(Transformer, GivesTheLogitsOfItsDefinition) {
  const std::vector<Literal> parameters = random_parameters(), ids = random_ids();
  const auto model = [](Transformer<Tensor> weights, Tensor tokens) {
    return transformer(weights, tokens);
  };
  const Literal logits = interpreted(model, joined(parameters, {ids[0]}),
                                     transformer_types(kSizes, DType::f64), kIds)[0];
  std::int64_t next = 0;
  for (std::int64_t text = 0; text < kBatch; ++text) {
    std::vector<std::int64_t> tokens;
    for (std::int64_t s = 0; s < kSizes.length; ++s)
      tokens.push_back(static_cast<std::int64_t>(ids[0].number(text * kSizes.length + s)));
    for (const std::vector<double> &row : ByDefinition(parameters).logits(tokens))
      for (const double expected : row)
        EXPECT_NEAR(logits.number(next++), expected, 1e-12 * (1 + std::abs(expected)));
  }
  EXPECT_EQ(next, logits.size());
}

TEST(Transformer, HasTheGradientsThatDifferencesOfItsLossHave) {
  const Transformer<TensorType> types = transformer_types(kSizes, DType::f64);
  expect_close_to_differences(trace(loss, types, kIds, kIds), trace(grad(loss), types, kIds, kIds),
                              random_parameters(), random_ids(), 1e-7);
}

TEST(Transformer, NamesItsParametersByTheirPlace) {
  std::vector<std::string> names;
  const Transformer<TensorType> types = transformer_types({.layers = 1});
  for_each_leaf<TensorType>(
      types, "model", [&](const TensorType &, const std::string &path) { names.push_back(path); });
  EXPECT_THAT(
      names, ElementsAre(
                 "model.embedding.tokens", "model.embedding.positions",
                 "model.layers.0.attention_norm.scale", "model.layers.0.attention_norm.shift",
                 "model.layers.0.attention.query", "model.layers.0.attention.key",
                 "model.layers.0.attention.value", "model.layers.0.attention.output",
                 "model.layers.0.mlp_norm.scale", "model.layers.0.mlp_norm.shift",
                 "model.layers.0.up.weight", "model.layers.0.up.bias", "model.layers.0.down.weight",
                 "model.layers.0.down.bias", "model.norm.scale", "model.norm.shift", "model.head"));
}

/// Collectives by kind and axes of a plan that follows the table by hand, none of them bucketed.
template <class F>
std::map<std::string, int> collectives(F f, std::int64_t layers, const Mesh &mesh) {
  const Program program =
      trace({.name = "p", .mesh = mesh, .argument_names = {"model", "tokens", "targets"}}, f,
            transformer_types({.layers = layers}), TensorType{DType::i32, {8, 16}},
            TensorType{DType::i32, {8, 16}});
  const auto has = [&](const char *axis) {
    return std::ranges::find(mesh.axis_names(), axis) != mesh.axis_names().end();
  };
  Passes passes{.choose = false};
  passes.cleanup.bucket = false;
  const Plan plan = make_plan(
      with_shardings(program, parse_sharding_table(transformer_table(has("data"), has("model")))),
      uniform_profile(), passes);
  std::map<std::string, int> counts;
  for (const CollectiveUse &use : collectives_of(*plan.partitioned, plan.profile))
    ++counts[std::string(to_string(use.kind)) + " " + use.axes.at(0)];
  return counts;
}

/// What a layer more adds.
template <class F> std::map<std::string, int> of_a_layer(F f, const Mesh &mesh) {
  std::map<std::string, int> counts = collectives(f, 3, mesh);
  for (const auto &[key, count] : collectives(f, 2, mesh))
    if ((counts[key] -= count) == 0)
      counts.erase(key);
  return counts;
}

// As many as Shoeybi et al. (2019) count, section 3.
TEST(TransformerTable, HasTwoAllReducesALayerForwardsAndTwoBackwards) {
  const Mesh mesh(DeviceGrid({4}), {"model"});
  EXPECT_THAT(of_a_layer(loss, mesh), ElementsAre(Pair("all_reduce model", 2)));
  EXPECT_THAT(of_a_layer(value_and_grad(loss), mesh), ElementsAre(Pair("all_reduce model", 2 + 2)));
}

TEST(TransformerTable, AddsOneAllReduceOverTheDataForEachGradient) {
  const Mesh mesh(DeviceGrid({2, 2}), {"data", "model"});
  const auto parameters =
      static_cast<int>(leaves<TensorType>(transformer_types({.layers = 1}).layers).size());
  EXPECT_THAT(of_a_layer(loss, mesh), ElementsAre(Pair("all_reduce model", 2)));
  EXPECT_THAT(of_a_layer(value_and_grad(loss), mesh),
              ElementsAre(Pair("all_reduce data", parameters), Pair("all_reduce model", 2 + 2)));
}

} // namespace
} // namespace brigade::nn

// Computes the numbers of chapter 03, with the solutions of its exercises.
#include "exercises/03-single-device/activations/solution.cpp"
#include "exercises/03-single-device/dense-forward/solution.cpp"
#include "exercises/03-single-device/independent-rows/solution.cpp"
#include "exercises/03-single-device/sgd-step/solution.cpp"
#include "exercises/03-single-device/softmax-cross-entropy/solution.cpp"
#include "exercises/03-single-device/two-layer-backward/solution.cpp"

#include "brigade/core/interval.hpp"
#include "brigade/core/random.hpp"
#include "brigade/mesh/create_device_mesh.hpp"
#include "brigade/mesh/mesh.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace kitchen;
using Vector = xt::xtensor<double, 1>;
using Labels = xt::xtensor<std::int32_t, 1>;

// With the minus sign that the text has.
void say(std::string_view key, double value, int digits) {
  fmt::print("{} {}{:.{}f}\n", key, value < 0 ? "−" : "", std::abs(value), digits);
}
void say(std::string_view key, std::int64_t value) { fmt::print("{} {}\n", key, value); }

// A row as a list of JSON would have it, with so many digits.
std::string text_of(const Vector &row, int digits) {
  std::vector<std::string> numbers;
  for (const double value : row)
    numbers.push_back(fmt::format("{:.{}f}", value + 0.0, digits)); // + 0.0: no -0
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

Labels labels_of(const std::vector<std::int32_t> &values) {
  return xt::adapt(values, std::vector<std::size_t>{values.size()});
}

void questions_on_earlier_chapters() {
  const brigade::Interval rows = brigade::block_of(10, 3, 1);
  say("rows-of-1.first", rows.begin);
  say("rows-of-1.last", rows.end - 1);
  const brigade::Mesh mesh(brigade::create_device_mesh({2, 4}), {"data", "model"});
  const auto place = mesh.coordinates_of(5);
  fmt::print("place {},{}\n", place[0], place[1]);
  std::vector<int> along_model, along_data;
  for (int rank = 0; rank < 8; ++rank) {
    if (mesh.coordinates_of(rank)[0] == place[0])
      along_model.push_back(rank);
    if (mesh.coordinates_of(rank)[1] == place[1])
      along_data.push_back(rank);
  }
  fmt::print("along-model {}\nalong-data {}\n", fmt::join(along_model, ","),
             fmt::join(along_data, ","));
  say("mean", (10.0 + 1 + 2 + 3) / 4, 0);
  say("mean.wrong", (10.0 + (1.0 + 2 + 3) / 3) / 2, 0);
}

// The network that the text works through by hand.
TwoLayers by_hand() {
  TwoLayers network;
  network.w1 = {{1, -1}, {1, 0}};
  network.b1 = xt::zeros<double>({2});
  network.w2 = {{0.5, 0}, {1, 3}};
  network.b2 = {0.5, 1};
  return network;
}

// [evaluate]
struct Evaluation {
  double loss = 0;
  Gradients gradients;
};

// The loss of a batch and its gradients: a pure function of the weights and the batch.
Evaluation evaluate(const TwoLayers &network, const Matrix &x, const Labels &labels,
                    std::int64_t global_batch) {
  const Matrix h = relu_forward(dense_forward(x, network.w1, network.b1));
  const Matrix logits = dense_forward(h, network.w2, network.b2);
  const auto [loss, dlogits] = softmax_cross_entropy(logits, labels, global_batch);
  return {loss, two_layer_backward(network, x, dlogits)};
}
// [evaluate]

double loss_of(const TwoLayers &network) {
  return evaluate(network, {{1, 2}}, labels_of({0}), 1).loss;
}

void one_sample_by_hand() {
  const TwoLayers network = by_hand();
  const Matrix x = {{1, 2}};
  const Matrix s = dense_forward(x, network.w1, network.b1), h = relu_forward(s);
  const Matrix z = dense_forward(h, network.w2, network.b2);
  for (std::size_t j = 0; j < 2; ++j) {
    say(fmt::format("s{}", j), s(0, j), 0);
    say(fmt::format("h{}", j), h(0, j), 0);
    say(fmt::format("z{}", j), z(0, j), 0);
  }
  const double total = std::exp(z(0, 0)) + std::exp(z(0, 1));
  say("p0", std::exp(z(0, 0)) / total, 4);
  say("p1", std::exp(z(0, 1)) / total, 4);
  const auto [loss, dz] = softmax_cross_entropy(z, labels_of({0}), 1);
  const auto shifted = softmax_cross_entropy(z + 10000, labels_of({0}), 1);
  say("loss", loss, 4);
  say("loss.shifted", shifted.loss, 4);
  say("dz0", dz(0, 0), 4);
  say("dz1", dz(0, 1), 4);

  const Gradients g = two_layer_backward(network, x, dz);
  fmt::print("[backward]\ndz  = {}\ndw2 = {}\n      {}\ndb2 = {}\n", text_of(xt::row(dz, 0), 4),
             text_of(xt::row(g.w2, 0), 4), text_of(xt::row(g.w2, 1), 4), text_of(g.b2, 4));
  const Matrix dh = {{dz(0, 0) * network.w2(0, 0) + dz(0, 1) * network.w2(0, 1),
                      dz(0, 0) * network.w2(1, 0) + dz(0, 1) * network.w2(1, 1)}};
  fmt::print("dh  = {}\nds  = {}\ndw1 = {}\n      {}\ndb1 = {}\ndx  = {}\n[/backward]\n",
             text_of(xt::row(dh, 0), 4), text_of(g.b1, 4), text_of(xt::row(g.w1, 0), 4),
             text_of(xt::row(g.w1, 1), 4), text_of(g.b1, 4), text_of(xt::row(g.x, 0), 4));
  say("dh1", dh(0, 1), 4);
  say("dw1.10", g.w1(1, 0), 4);

  fmt::print("[differences]\n   δ      δ²     ε/δ  slope         error below δ² + ε/δ\n");
  for (const int exponent : {-1, -2, -5, -8, -12}) {
    const double step = std::pow(10.0, exponent), epsilon = std::numeric_limits<double>::epsilon();
    TwoLayers above = network, below = network;
    above.w1(1, 0) += step;
    below.w1(1, 0) -= step;
    const double slope = (loss_of(above) - loss_of(below)) / (2 * step);
    const double error = std::abs(slope - g.w1(1, 0)), bound = step * step + epsilon / step;
    // Only so many digits as do not depend on the machine's rounding.
    const int digits = static_cast<int>(std::max(2.0, std::min(9.0, -std::log10(bound) - 1)));
    fmt::print("1e{:<4}  {:5.0e}  {:5.0e}  {:<12.{}f}  {}\n", exponent, step * step, epsilon / step,
               slope, digits, error < bound ? "yes" : "no");
  }
  fmt::print("[/differences]\n");

  const double rate = 0.1;
  TwoLayers stepped = network;
  stepped.w1 -= rate * g.w1;
  stepped.b1 -= rate * g.b1;
  stepped.w2 -= rate * g.w2;
  stepped.b2 -= rate * g.b2;
  say("w1.10.stepped", stepped.w1(1, 0), 4);
  say("loss.stepped", loss_of(stepped), 4);
}

void formulas_by_themselves() {
  const Matrix y = dense_forward({{1, 2, 3}, {4, 5, 6}}, {{1, 0}, {0, 1}, {1, 1}}, {10, 20});
  say("dense.00", y(0, 0), 0);
  say("dense.11", y(1, 1), 0);
  const double t = std::tanh(0.5);
  say("tanh", t, 4);
  say("tanh.slope", 1 - t * t, 4);
  say("largest-exponent", static_cast<std::int64_t>(std::log(std::numeric_limits<double>::max())));
  say("largest-exponent.single",
      static_cast<std::int64_t>(std::log(std::numeric_limits<float>::max())));
  say("step.single", std::cbrt(static_cast<double>(std::numeric_limits<float>::epsilon())), 3);
  const auto share = [](double value) { return std::make_shared<Array>(Array{value}); };
  const TrainingState next =
      sgd_step({{{"w", share(10)}}, {{"w", share(2)}}}, {{"w", share(3)}}, 0.1, 0.5);
  say("sgd.velocity", (*next.velocity.at("w"))(0), 0);
  say("sgd.weight", (*next.weights.at("w"))(0), 1);
}

void rows_that_look_at_each_other() {
  const Matrix x = {{1, 3}, {50, 10}};
  const Matrix row_0 = {{1, 3}};
  const Vector ones = {1, 1}, none = {0, 0};
  const Matrix y = normalised_rows(x, ones, none), alone = normalised_rows(row_0, ones, none);
  const auto over_the_batch = [](const Matrix &batch) {
    Matrix out = batch;
    for (std::size_t j = 0; j < batch.shape(1); ++j) {
      const double mean = xt::mean(xt::view(batch, xt::all(), j))();
      const double variance = xt::variance(xt::view(batch, xt::all(), j))();
      for (std::size_t i = 0; i < batch.shape(0); ++i)
        out(i, j) = (batch(i, j) - mean) / std::sqrt(variance + 1e-5);
    }
    return out;
  };
  fmt::print("[rows]\n                        in the batch        alone\n"
             "mean of its row         {:18}  {}\nmean over the batch     {:18}  {}\n[/rows]\n",
             text_of(xt::row(y, 0), 3), text_of(xt::row(alone, 0), 3),
             text_of(xt::row(over_the_batch(x), 0), 3),
             text_of(xt::row(over_the_batch(row_0), 0), 3));
  std::vector<std::int64_t> sizes;
  for (std::int64_t d = 0; d < 4; ++d)
    sizes.push_back(brigade::block_of(6, 4, d).size());
  fmt::print("pieces-of-6 {}\n", fmt::join(sizes, ","));
}

// Two classes that no straight line parts: the sign of x0 · x1.
struct Batch {
  Matrix x;
  Labels labels;
};
Batch draw_batch(std::size_t rows) {
  Batch batch{Matrix::from_shape({rows, 2}), Labels::from_shape({rows})};
  const brigade::RandomStream numbers(2026);
  for (std::size_t i = 0; i < rows; ++i) {
    batch.x(i, 0) = 2 * numbers.uniform(2 * i) - 1;
    batch.x(i, 1) = 2 * numbers.uniform(2 * i + 1) - 1;
    batch.labels(i) = batch.x(i, 0) * batch.x(i, 1) > 0 ? 1 : 0;
  }
  return batch;
}

std::shared_ptr<Array> share(const Array &values) { return std::make_shared<Array>(values); }

Parameters named(const Gradients &g) {
  return {{"w1", share(g.w1)}, {"b1", share(g.b1)}, {"w2", share(g.w2)}, {"b2", share(g.b2)}};
}

TwoLayers network_of(const Parameters &weights) {
  return {*weights.at("w1"), *weights.at("b1"), *weights.at("w2"), *weights.at("b2")};
}

TrainingState first_state(std::size_t hidden) {
  Gradients drawn;
  drawn.w1 = Matrix::from_shape({2, hidden});
  drawn.w2 = Matrix::from_shape({hidden, 2});
  drawn.b1 = xt::zeros<double>({hidden});
  drawn.b2 = xt::zeros<double>({2});
  // [random]
  const brigade::RandomStream weights(7);
  for (std::size_t i = 0; i < drawn.w1.size(); ++i)
    drawn.w1.flat(i) = weights.fold_in(1).normal(i);
  for (std::size_t i = 0; i < drawn.w2.size(); ++i)
    drawn.w2.flat(i) = 0.5 * weights.fold_in(2).normal(i);
  // [random]
  TrainingState state{named(drawn), named(drawn)};
  for (auto &[name, velocity] : state.velocity)
    *velocity *= 0;
  return state;
}

void train() {
  const std::size_t rows = 50;
  const auto [x, labels] = draw_batch(rows);
  fmt::print("[training]\n");
  // [train]
  TrainingState state = first_state(8);
  for (int step = 0; step <= 400; ++step) {
    const auto [loss, gradients] = evaluate(network_of(state.weights), x, labels, rows);
    if (step % 100 == 0)
      fmt::print("step {:3}  loss {:.4f}\n", step, loss);
    state = sgd_step(state, named(gradients), 0.1, 0.9);
  }
  // [train]
  fmt::print("[/training]\n");
}

void the_same_in_pieces() {
  const std::int64_t rows = 50;
  const auto [x, labels] = draw_batch(rows);
  const TwoLayers network = network_of(first_state(8).weights);
  const Evaluation whole = evaluate(network, x, labels, rows);
  fmt::print("[pieces]\npieces  loss            gradient of w1\n"
             "     1  {:.12f}  -\n",
             whole.loss);
  for (const std::int64_t pieces : {2, 3, 8, 64}) {
    double loss = 0;
    Matrix dw1 = xt::zeros_like(network.w1);
    // [sum_of_pieces]
    for (std::int64_t d = 0; d < pieces; ++d) {
      const auto begin = d * rows / pieces, end = (d + 1) * rows / pieces;
      const Evaluation part = evaluate(network, xt::view(x, xt::range(begin, end), xt::all()),
                                       xt::view(labels, xt::range(begin, end)), rows);
      loss += part.loss;
      dw1 += part.gradients.w1;
    }
    // [sum_of_pieces]
    const double difference = xt::amax(xt::abs(dw1 - whole.gradients.w1))();
    fmt::print("{:6}  {:.12f}  {}\n", pieces, loss,
               difference < 1e-15 ? "the same, to within 1e-15" : "another");
  }
  fmt::print("[/pieces]\n");
}

} // namespace

int main() {
  questions_on_earlier_chapters();
  formulas_by_themselves();
  one_sample_by_hand();
  rows_that_look_at_each_other();
  train();
  the_same_in_pieces();
}

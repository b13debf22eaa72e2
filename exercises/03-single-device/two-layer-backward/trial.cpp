#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xview.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace {

using brigade::Tolerance;
using brigade::Trial;
using kitchen::Gradients;
using kitchen::Matrix;
using kitchen::two_layer_backward;
using kitchen::TwoLayers;
using kitchen::Vector;

// Numbers on a grid of quarters, and biases of the hidden layer between two of its points: no sum
// that enters relu lies nearer to its corner than 1/32, and finite differences have no error of
// their own.
template <class Array> Array on_grid(const xt::xarray<double> &values) {
  return xt::round(values * 4.0) / 4.0;
}

struct Case {
  TwoLayers network;
  Matrix x, dy;
};

Case make_case(Trial &trial, std::size_t rows, std::size_t features, std::size_t hidden,
               std::size_t outputs) {
  Case made;
  made.x = on_grid<Matrix>(trial.same_everywhere<double>({rows, features}, -2, 2));
  made.dy = on_grid<Matrix>(trial.same_everywhere<double>({rows, outputs}, -3, 3));
  made.network.w1 = on_grid<Matrix>(trial.same_everywhere<double>({features, hidden}, -2, 2));
  made.network.b1 = on_grid<Vector>(trial.same_everywhere<double>({hidden}, -2, 2)) + 1.0 / 32;
  made.network.w2 = on_grid<Matrix>(trial.same_everywhere<double>({hidden, outputs}, -2, 2));
  made.network.b2 = on_grid<Vector>(trial.same_everywhere<double>({outputs}, 20, 30));
  return made;
}

std::size_t hidden_width(const Trial &trial) { return static_cast<std::size_t>(trial.size()) + 2; }

void give_inputs(Trial &trial, const Case &made) {
  trial.input("x", made.x);
  trial.input("dy", made.dy);
  trial.input("w1", made.network.w1);
  trial.input("b1", made.network.b1);
  trial.input("w2", made.network.w2);
}

// Σ dy ⊙ y, a loss whose gradient with respect to y is dy.
double loss(const Case &made) {
  double sum = 0;
  for (std::size_t i = 0; i < made.x.shape(0); ++i)
    for (std::size_t c = 0; c < made.dy.shape(1); ++c) {
      double y = made.network.b2(c);
      for (std::size_t j = 0; j < made.network.b1.shape(0); ++j) {
        double s = made.network.b1(j);
        for (std::size_t k = 0; k < made.x.shape(1); ++k)
          s += made.x(i, k) * made.network.w1(k, j);
        y += std::max(s, 0.0) * made.network.w2(j, c);
      }
      sum += made.dy(i, c) * y;
    }
  return sum;
}

// Records how far `gradient` is from (loss(p + step) - loss(p - step)) / (2 · step), for each
// element p of `parameters`, a part of `made`: nothing but rounding, as the loss is straight in
// between.
template <class Array>
void differ(Trial &trial, const std::string &name, Case &made, Array &parameters,
            const Array &gradient) {
  if (gradient.shape() != parameters.shape()) {
    trial.record(name, gradient); // says what shape it has
    return;
  }
  const double step = 1.0 / 1024, magnitude = std::abs(loss(made)) / step;
  Array off = gradient;
  for (std::size_t at = 0; at < parameters.size(); ++at) {
    double &parameter = parameters.flat(at);
    const double kept = parameter;
    parameter = kept + step;
    const double above = loss(made);
    parameter = kept - step;
    const double below = loss(made);
    parameter = kept;
    off.flat(at) -= (above - below) / (2 * step);
  }
  trial.record(name, off, Tolerance::sum_of(2, magnitude));
}

// Adds a piece's part; one of another shape takes the sum's place, so that the record shows it.
template <class Array> void add(Array &sum, const Array &part) {
  sum = part.shape() == sum.shape() ? Array(sum + part) : part;
}

constexpr std::string_view kFirstLayer =
    "The gradient of the sums is dy·w2ᵀ where x·w1 + b1 is positive, and 0 elsewhere: the bias "
    "belongs to the sums that decide. w1 gets xᵀ times it, and b1 its sum over the rows.";
constexpr std::string_view kSecondLayer =
    "w2 gets relu(x·w1 + b1)ᵀ·dy, and b2 the sum of dy over all rows of the batch.";

TEST(TwoLayerBackward, TwoCallsAgree) {
  Trial trial;
  const Case made = make_case(trial, 4, 3, 5, 2), before = made,
             other = make_case(trial, 2, 3, 5, 2);
  give_inputs(trial, made);
  const Gradients first = two_layer_backward(made.network, made.x, made.dy),
                  second = two_layer_backward(made.network, made.x, made.dy);
  two_layer_backward(other.network, other.x, other.dy); // something else between
  const Gradients third = two_layer_backward(made.network, made.x, made.dy);
  const auto agree = [](const Gradients &a, const Gradients &b) {
    return a.x == b.x && a.w1 == b.w1 && a.b1 == b.b1 && a.w2 == b.w2 && a.b2 == b.b2;
  };
  trial.record("gradient of w1", first.w1, Tolerance::sum_of(4 + 2, 24));
  trial.likely_cause("gradient of w1", kFirstLayer);
  trial.record("all calls agree bit for bit", agree(first, second) && agree(first, third),
               brigade::kKeptBetweenCalls);
  trial.record("the inputs are as they were",
               made.x == before.x && made.dy == before.dy && made.network.w1 == before.network.w1 &&
                   made.network.b1 == before.network.b1 && made.network.w2 == before.network.w2 &&
                   made.network.b2 == before.network.b2,
               brigade::kInputChanged);
}

TEST(TwoLayerBackward, SecondLayersGradients) {
  Trial trial;
  const Case made = make_case(trial, 5, 4, hidden_width(trial), 2);
  give_inputs(trial, made);
  const Gradients gradients = two_layer_backward(made.network, made.x, made.dy);
  trial.record("gradient of w2", gradients.w2, Tolerance::sum_of(5 + 4, 60));
  trial.likely_cause("gradient of w2", kSecondLayer);
  trial.record("gradient of b2", gradients.b2, Tolerance::sum_of(5, 3));
  trial.likely_cause("gradient of b2", kSecondLayer);
}

TEST(TwoLayerBackward, FirstLayersGradients) {
  Trial trial;
  const Case made = make_case(trial, 5, 4, hidden_width(trial), 2);
  give_inputs(trial, made);
  const Gradients gradients = two_layer_backward(made.network, made.x, made.dy);
  trial.record("gradient of w1", gradients.w1, Tolerance::sum_of(5 + 2, 24));
  trial.likely_cause("gradient of w1", kFirstLayer);
  trial.record("gradient of b1", gradients.b1, Tolerance::sum_of(5 + 2, 12));
  trial.likely_cause("gradient of b1", kFirstLayer);
}

TEST(TwoLayerBackward, GradientOfTheInput) {
  Trial trial;
  const std::size_t hidden = hidden_width(trial);
  const Case made = make_case(trial, 3, hidden, hidden, hidden); // square: w and wᵀ both fit
  give_inputs(trial, made);
  trial.record("gradient of x", two_layer_backward(made.network, made.x, made.dy).x,
               Tolerance::sum_of(static_cast<std::int64_t>(2 * hidden), 24));
  trial.likely_cause(
      "gradient of x",
      "It is the gradient of the sums times w1ᵀ: with a square w1, w1 itself fits too.");
}

TEST(TwoLayerBackward, FiniteDifferencesAgree) {
  Trial trial;
  Case made = make_case(trial, 3, 4, hidden_width(trial), 2);
  const Gradients gradients = two_layer_backward(made.network, made.x, made.dy);
  differ(trial, "gradient of w2, less its finite differences", made, made.network.w2, gradients.w2);
  differ(trial, "gradient of b2, less its finite differences", made, made.network.b2, gradients.b2);
  differ(trial, "gradient of w1, less its finite differences", made, made.network.w1, gradients.w1);
  differ(trial, "gradient of b1, less its finite differences", made, made.network.b1, gradients.b1);
  differ(trial, "gradient of x, less its finite differences", made, made.x, gradients.x);
}

TEST(TwoLayerBackward, PiecesOfTheBatchAddUp) {
  Trial trial;
  const auto pieces = static_cast<std::size_t>(trial.size());
  const std::size_t rows = 6; // eight pieces: two of them have no row
  const Case made = make_case(trial, rows, 4, 3, 2);
  Matrix w1 = xt::zeros<double>({4, 3}), w2 = xt::zeros<double>({3, 2});
  Vector b1 = xt::zeros<double>({3}), b2 = xt::zeros<double>({2});
  for (std::size_t d = 0; d < pieces; ++d) {
    const std::size_t begin = d * rows / pieces, end = (d + 1) * rows / pieces;
    const Matrix x = xt::view(made.x, xt::range(begin, end), xt::all());
    const Matrix dy = xt::view(made.dy, xt::range(begin, end), xt::all());
    const Gradients part = two_layer_backward(made.network, x, dy);
    add(w1, part.w1);
    add(b1, part.b1);
    add(w2, part.w2);
    add(b2, part.b2);
    trial.record("gradient of x, piece " + std::to_string(d), part.x,
                 {{6, 4}, {static_cast<std::int64_t>(begin), 0}}, Tolerance::sum_of(5, 24));
  }
  trial.record("gradient of w1, added up", w1, Tolerance::sum_of(6 + 2, 24));
  trial.record("gradient of b1, added up", b1, Tolerance::sum_of(6 + 2, 12));
  trial.record("gradient of w2, added up", w2, Tolerance::sum_of(6 + 4, 60));
  trial.record("gradient of b2, added up", b2, Tolerance::sum_of(6, 3));
}

} // namespace

#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xview.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace {

using brigade::Tolerance;
using brigade::Trial;
using kitchen::Matrix;

std::size_t columns(const Trial &trial) { return static_cast<std::size_t>(trial.size()) + 1; }

// Sums of both signs, with an exact zero of either sign in the first row.
Matrix sums(Trial &trial, std::size_t rows, std::size_t width, double reach) {
  Matrix x = trial.same_everywhere<double>({rows, width}, -reach, reach);
  x(0, 0) = 0.0;
  x(0, 1) = -0.0;
  return x;
}

TEST(Activations, ReluKeepsWhatIsPositive) {
  Trial trial;
  const Matrix x = sums(trial, 5, columns(trial), 3), before = x;
  trial.input("x", x);
  const Matrix y = kitchen::relu_forward(x);
  trial.record("relu(x)", y, Tolerance::exact());
  trial.record("x is as it was", x == before, brigade::kInputChanged);
  trial.record("relu of nothing", kitchen::relu_forward(xt::zeros<double>({0, 3})));
}

TEST(Activations, ReluPassesTheGradientWhereItsOutputIsPositive) {
  Trial trial;
  const Matrix x = sums(trial, 5, columns(trial), 3);
  const Matrix y = xt::where(x > 0.0, x, 0.0); // zero in about half of the places
  const Matrix dy = trial.same_everywhere<double>({5, columns(trial)}, 2, 9), before = dy;
  trial.input("dy", dy);
  trial.input("y", y);
  trial.record("dx", kitchen::relu_backward(dy, y), Tolerance::exact());
  trial.likely_cause("dx", "relu passes dy on where its output is positive, and 0 elsewhere: the "
                           "mask is multiplied with dy.");
  trial.record("dy is as it was", dy == before, brigade::kInputChanged);
}

TEST(Activations, TanhSquashes) {
  Trial trial;
  const Matrix x = sums(trial, 4, columns(trial), 2);
  trial.input("x", x);
  trial.record("tanh(x)", kitchen::tanh_forward(x), Tolerance::sum_of(2));
  const Matrix large = {{-3000.0, -120.0, -20.0}, {20.0, 120.0, 3000.0}};
  trial.record("tanh of sums as large as 3000", kitchen::tanh_forward(large), Tolerance::sum_of(2));
}

TEST(Activations, TanhGradientFollowsFromItsOutput) {
  Trial trial;
  const Matrix x = sums(trial, 4, columns(trial), 2);
  const Matrix y = xt::tanh(x);
  const Matrix dy = trial.same_everywhere<double>({4, columns(trial)}, 2, 9);
  trial.input("dy", dy);
  trial.record("dx", kitchen::tanh_backward(dy, y), Tolerance::sum_of(3));
  trial.likely_cause("dx", "dx = dy·(1 - y²), with y the output: it is tanh of the sums already, "
                           "and tanh is not taken once more.");
  const Matrix saturated = {{-1.0, 1.0}};
  trial.record("dx where tanh is at its end", kitchen::tanh_backward({{4.0, 4.0}}, saturated),
               Tolerance::exact());
}

TEST(Activations, NanStaysNan) {
  Trial trial;
  Matrix x = trial.same_everywhere<double>({2, columns(trial)});
  x(1, 1) = std::numeric_limits<double>::quiet_NaN();
  const Matrix relu = kitchen::relu_forward(x), tanh = kitchen::tanh_forward(x);
  constexpr std::string_view kComparison =
      "Every comparison with NaN is false, so x > 0 ? x : 0 makes it 0, as std::max(0.0, x) does, "
      "and a fault upstream no longer shows. Ask for x < 0.";
  trial.record("relu(NaN) is NaN", std::isnan(relu(1, 1)), kComparison);
  trial.record("tanh(NaN) is NaN", std::isnan(tanh(1, 1)), kComparison);
  trial.record("relu beside a NaN is NaN", std::isnan(relu(1, 0)),
               "Each element is computed from its own sum alone.");
}

TEST(Activations, PiecesOfTheBatchJoinToTheWhole) {
  Trial trial;
  const auto pieces = static_cast<std::size_t>(trial.size());
  const std::size_t rows = 6; // eight pieces: two of them have no row
  const Matrix x = trial.same_everywhere<double>({rows, 3}, -2, 2);
  const Matrix dy = trial.same_everywhere<double>({rows, 3}, 2, 9);
  for (std::size_t d = 0; d < pieces; ++d) {
    const std::size_t begin = d * rows / pieces, end = (d + 1) * rows / pieces;
    const Matrix x_piece = xt::view(x, xt::range(begin, end), xt::all());
    const Matrix dy_piece = xt::view(dy, xt::range(begin, end), xt::all());
    const brigade::records::Placement place{{6, 3}, {static_cast<std::int64_t>(begin), 0}};
    const std::string of = " of piece " + std::to_string(d);
    trial.record("dx of relu" + of,
                 kitchen::relu_backward(dy_piece, kitchen::relu_forward(x_piece)), place);
    trial.record("dx of tanh" + of,
                 kitchen::tanh_backward(dy_piece, kitchen::tanh_forward(x_piece)), place,
                 Tolerance::sum_of(4));
  }
}

} // namespace

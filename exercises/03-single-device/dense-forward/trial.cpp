#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/thrown_by.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xview.hpp>

#include <string>
#include <vector>

namespace {

using brigade::Tolerance;
using brigade::Trial;
using kitchen::Matrix;
using kitchen::Vector;

// Memory that was just freed is what the next arrays lie in: a sum that begins at no number shows.
constexpr double kMark = -3e7;
void leave_marks(std::size_t elements) {
  std::vector<std::vector<double>> marked;
  for (int copy = 0; copy < 8; ++copy)
    marked.emplace_back(elements, kMark);
}

TEST(DenseForward, EveryRowIsItsSumPlusTheBias) {
  Trial trial;
  const auto outputs = static_cast<std::size_t>(trial.size()) + 2; // 1 + 2 … 8 + 2
  const Matrix x = trial.same_everywhere<double>({7, 5});
  const Matrix w = trial.same_everywhere<double>({5, outputs});
  const Vector b = trial.same_everywhere<double>({outputs}, 20, 30); // large: one left out shows
  trial.input("x", x);
  trial.input("w", w);
  trial.input("b", b);
  trial.input(brigade::records::kMemoryHeld, xt::xtensor<double, 1>{kMark});
  leave_marks(7 * outputs);
  trial.record("y", kitchen::dense_forward(x, w, b), Tolerance::sum_of(6));
  trial.likely_cause("y",
                     "y(i, j) = Σ over k of x(i, k)·w(k, j), + b(j): j counts the columns of w, "
                     "the biases and the columns of y.");

  const Matrix square = trial.same_everywhere<double>({5, 5}); // w and its transpose both fit
  const Vector no_bias = xt::zeros<double>({5});
  trial.input("square w", square);
  trial.record("y of a square w, without a bias", kitchen::dense_forward(x, square, no_bias),
               Tolerance::sum_of(5));
  // Nothing but the transpose goes wrong here alone, and that is recognised.
  trial.likely_cause("y of a square w, without a bias", brigade::kKeptBetweenCalls);
}

TEST(DenseForward, TwoCallsAgree) {
  Trial trial;
  const Matrix x = trial.same_everywhere<double>({3, 4});
  const Matrix w = trial.same_everywhere<double>({4, 6});
  const Vector b = trial.same_everywhere<double>({6}, 20, 30);
  const Matrix x_before = x, w_before = w;
  const Vector b_before = b;
  const auto y = [&] {
    leave_marks(3 * 6);
    return kitchen::dense_forward(x, w, b);
  };
  const Matrix first = y(), second = y();
  kitchen::dense_forward(w, xt::zeros<double>({6, 2}),
                         xt::ones<double>({2})); // something else between
  trial.record("all calls agree bit for bit", first == second && first == y(),
               brigade::kKeptBetweenCalls);
  trial.record("the inputs are as they were", x == x_before && w == w_before && b == b_before,
               brigade::kInputChanged);
}

TEST(DenseForward, PiecesOfTheBatchJoinToTheWhole) {
  Trial trial;
  const auto pieces = static_cast<std::size_t>(trial.size());
  const std::size_t rows = 6; // eight pieces: two of them have no row
  const Matrix x = trial.same_everywhere<double>({rows, 4});
  const Matrix w = trial.same_everywhere<double>({4, 3});
  const Vector b = trial.same_everywhere<double>({3}, 20, 30);
  for (std::size_t d = 0; d < pieces; ++d) {
    const std::size_t begin = d * rows / pieces, end = (d + 1) * rows / pieces;
    const Matrix piece = xt::view(x, xt::range(begin, end), xt::all());
    trial.record("y of piece " + std::to_string(d), kitchen::dense_forward(piece, w, b),
                 {{6, 3}, {static_cast<std::int64_t>(begin), 0}}, Tolerance::sum_of(5));
  }
}

TEST(DenseForward, ShapesThatDoNotFitAreRefused) {
  Trial trial;
  const auto filled = [](std::size_t rows, std::size_t columns) -> Matrix {
    return xt::ones<double>({rows, columns});
  };
  const auto refused = [&](const char *name, const Matrix &x, const Matrix &w, const Vector &b) {
    trial.record(name, brigade::thrown_by([&] { kitchen::dense_forward(x, w, b); }),
                 brigade::kOtherRefusal);
  };
  const Vector b = xt::ones<double>({2});
  refused("thrown for x (4, 3), w (3, 2), b (2)", filled(4, 3), filled(3, 2), b);
  refused("thrown for x (4, 3), w (5, 2), b (2)", filled(4, 3), filled(5, 2), b);
  refused("thrown for x (4, 3), w (2, 2), b (2)", filled(4, 3), filled(2, 2), b);
  refused("thrown for x (4, 3), w (3, 2), b (1)", filled(4, 3), filled(3, 2),
          xt::ones<double>({1}));
  refused("thrown for x (4, 3), w (3, 2), b (3)", filled(4, 3), filled(3, 2),
          xt::ones<double>({3}));
}

} // namespace

#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xview.hpp>

#include <string>
#include <string_view>

namespace {

using brigade::Tolerance;
using brigade::Trial;
using kitchen::Matrix;
using kitchen::normalised_rows;
using kitchen::Vector;

struct Case {
  Matrix x;
  Vector scale, shift;
};

// Rows at heights of their own, so that what one row takes from another shows.
Case make_case(Trial &trial, std::size_t rows, std::size_t features) {
  Case made{trial.same_everywhere<double>({rows, features}, -2, 2),
            trial.same_everywhere<double>({features}, 1, 3),
            trial.same_everywhere<double>({features}, 4, 6)};
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < features; ++j)
      made.x(i, j) += 3.0 * static_cast<double>(i);
  return made;
}

// F numbers are added twice, and the heights of the rows cancel.
Tolerance allowed(std::size_t features) {
  return Tolerance::sum_of(static_cast<std::int64_t>(2 * features), 60);
}

constexpr std::string_view kFormula =
    "The variance is the sum of the squared differences divided by F, the number of features "
    "(neither by F - 1 nor by the rows), and 1e-5 is added to it under the root.";

TEST(IndependentRows, AnotherRowDoesNotMatter) {
  Trial trial;
  const std::size_t features = static_cast<std::size_t>(trial.size()) + 3;
  Case made = make_case(trial, 4, features);
  const Matrix before = normalised_rows(made.x, made.scale, made.shift);
  xt::view(made.x, 3, xt::all()) = 1.0e6; // one row runs wild
  const Matrix after = normalised_rows(made.x, made.scale, made.shift);
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector row_before = xt::view(before, i, xt::all()),
                 row_after = xt::view(after, i, xt::all());
    trial.record(
        "row " + std::to_string(i) + " is the same when row 3 changes", row_before == row_after,
        "Mean and variance are those of the row itself: one that is taken over a column or "
        "over the whole array lets the other rows in.");
  }
}

TEST(IndependentRows, PiecesOfTheBatchJoinToTheWhole) {
  Trial trial;
  const auto pieces = static_cast<std::size_t>(trial.size());
  const std::size_t rows = 6, features = 5; // eight pieces: two of them have no row
  const Case made = make_case(trial, rows, features);
  for (std::size_t d = 0; d < pieces; ++d) {
    const std::size_t begin = d * rows / pieces, end = (d + 1) * rows / pieces;
    const Matrix piece = xt::view(made.x, xt::range(begin, end), xt::all());
    const std::string name = "y of piece " + std::to_string(d);
    trial.record(name, normalised_rows(piece, made.scale, made.shift),
                 {{6, 5}, {static_cast<std::int64_t>(begin), 0}}, allowed(features));
    trial.likely_cause(name, kFormula);
  }
}

TEST(IndependentRows, EachRowIsNormalisedByItself) {
  Trial trial;
  const std::size_t features = static_cast<std::size_t>(trial.size()) + 3;
  const Case made = make_case(trial, 5, features), before = made;
  trial.input("x", made.x);
  trial.record("y", normalised_rows(made.x, made.scale, made.shift), allowed(features));
  trial.likely_cause("y", kFormula);
  trial.record("x is as it was", made.x == before.x, brigade::kInputChanged);
}

} // namespace

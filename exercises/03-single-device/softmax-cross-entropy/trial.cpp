#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/thrown_by.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xview.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using brigade::Tolerance;
using brigade::Trial;
using kitchen::LossAndGradient;
using kitchen::Matrix;
using kitchen::softmax_cross_entropy;
using Labels = xt::xtensor<std::int32_t, 1>;

Labels labels_of(const std::vector<std::int32_t> &values) {
  auto labels = Labels::from_shape({values.size()});
  std::copy(values.begin(), values.end(), labels.begin());
  return labels;
}

Labels draw_labels(Trial &trial, std::size_t rows, std::size_t classes) {
  Labels labels = xt::zeros<std::int32_t>({rows});
  for (auto &label : labels)
    label = static_cast<std::int32_t>(trial.choose(static_cast<std::int64_t>(classes)));
  return labels;
}

TEST(SoftmaxCrossEntropy, LossIsTheMeanOverTheBatch) {
  Trial trial;
  const std::size_t rows = 5, classes = static_cast<std::size_t>(trial.size()) + 2;
  const Matrix logits = trial.same_everywhere<double>({rows, classes}, -4, 4);
  const Labels labels = draw_labels(trial, rows, classes);
  const Matrix before = logits;
  const LossAndGradient first = softmax_cross_entropy(logits, labels, 5);
  const LossAndGradient second = softmax_cross_entropy(logits, labels, 5);
  softmax_cross_entropy({{1.0, 2.0}}, labels_of({1}), 1); // something else between
  const LossAndGradient third = softmax_cross_entropy(logits, labels, 5);
  const auto terms = static_cast<std::int64_t>(rows + classes);
  trial.record("loss", first.loss, Tolerance::sum_of(terms, 8)); // rows' losses reach 8
  trial.likely_cause("loss",
                     "The loss is the mean over the batch: the rows' -log p of their label, "
                     "added and divided by global_batch.");
  trial.record("all calls agree bit for bit",
               first.loss == second.loss && first.gradient == second.gradient &&
                   first.loss == third.loss && first.gradient == third.gradient,
               brigade::kKeptBetweenCalls);
  trial.record("the logits are as they were", logits == before, brigade::kInputChanged);
}

TEST(SoftmaxCrossEntropy, GradientIsSoftmaxMinusOneHot) {
  Trial trial;
  const std::size_t rows = 4, classes = static_cast<std::size_t>(trial.size()) + 2;
  const Matrix logits = trial.same_everywhere<double>({rows, classes}, -3, 3);
  const Labels labels = draw_labels(trial, rows, classes);
  trial.input("logits", logits);
  trial.record("gradient", softmax_cross_entropy(logits, labels, 4).gradient,
               Tolerance::sum_of(static_cast<std::int64_t>(classes), 0.25));
  trial.likely_cause("gradient", "(softmax - one-hot) / global_batch: 1 is subtracted at the label "
                                 "of the row, and nowhere else.");
}

TEST(SoftmaxCrossEntropy, LogitsOfTenThousandStayFinite) {
  Trial trial;
  const Matrix offsets = trial.same_everywhere<double>({4, 3}, -2, 2);
  const Matrix scale = {{1.0e4, -1.0e4, 0.0},  // far apart
                        {1.0e4, 1.0e4, 1.0e4}, // all large: the offsets decide
                        {-1.0e4, -1.0e4, -1.0e4},
                        {0.0, 1.0e4, -1.0e4}};
  const Matrix logits = offsets + scale;
  const Labels labels =
      labels_of({1, 2, 0, 1}); // row 0: the label's probability is 0, its loss about 20,000
  const LossAndGradient result = softmax_cross_entropy(logits, labels, 4);
  trial.input("logits", logits);
  trial.record("loss", result.loss, Tolerance::sum_of(7, 1.0e4));
  trial.record("gradient", result.gradient, Tolerance::sum_of(3, 1.0e4)); // by the logits' rounding
  const LossAndGradient level = softmax_cross_entropy({{-1.0e4, -1.0e4}}, labels_of({0}), 1);
  trial.record("loss of two logits of -10,000", level.loss, Tolerance::sum_of(2, 1.0e4));
}

TEST(SoftmaxCrossEntropy, PiecesOfTheBatchAddUp) {
  Trial trial;
  const auto pieces = static_cast<std::size_t>(trial.size());
  const std::size_t rows = 6, classes = 3; // eight pieces: two of them have no row
  const Matrix logits = trial.same_everywhere<double>({rows, classes}, -3, 3);
  const Labels labels = draw_labels(trial, rows, classes);
  double loss = 0;
  for (std::size_t d = 0; d < pieces; ++d) {
    const std::size_t begin = d * rows / pieces, end = (d + 1) * rows / pieces;
    const Matrix piece = xt::view(logits, xt::range(begin, end), xt::all());
    const Labels its_labels = xt::view(labels, xt::range(begin, end));
    const LossAndGradient result = softmax_cross_entropy(piece, its_labels, 6);
    loss += result.loss;
    trial.record("gradient of piece " + std::to_string(d), result.gradient,
                 {{6, 3}, {static_cast<std::int64_t>(begin), 0}}, Tolerance::sum_of(3, 1.0 / 6));
  }
  trial.record("sum of the pieces' losses", loss, Tolerance::sum_of(9, 6));
}

TEST(SoftmaxCrossEntropy, LabelsThatDoNotFitAreRefused) {
  Trial trial;
  const Matrix logits = trial.same_everywhere<double>({2, 3});
  const auto refused = [&](const char *name, const std::vector<std::int32_t> &labels,
                           std::int64_t global_batch) {
    trial.record(name, brigade::thrown_by([&] {
                   softmax_cross_entropy(logits, labels_of(labels), global_batch);
                 }),
                 brigade::kOtherRefusal);
  };
  refused("thrown for 2 rows of 3 classes, labels 0 and 2", {0, 2}, 2);
  refused("thrown for 2 rows of 3 classes, labels 0 and 3", {0, 3}, 2);
  refused("thrown for 2 rows of 3 classes, labels 0 and -1", {0, -1}, 2);
  refused("thrown for 2 rows, 1 label", {0}, 2);
  refused("thrown for 2 rows, 3 labels", {0, 1, 2}, 2);
  refused("thrown for a global batch of 0", {0, 2}, 0);
}

} // namespace

#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace brigade::grader::patterns {
namespace {

/// A matrix of doubles, row by row; no rows: none could be made.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  Numbers values;
};

Matrix matrix_of(const Field &field, int rank) {
  const RankBlock *own = block(&field, rank);
  if (own == nullptr || own->is_damaged || own->shape.size() != 2)
    return {};
  return {static_cast<std::size_t>(own->shape[0]), static_cast<std::size_t>(own->shape[1]),
          own->values};
}

Matrix transposed(const Matrix &a) {
  Matrix result{a.columns, a.rows, Numbers(a.values.size())};
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.columns; ++j)
      result.values[j * a.rows + i] = a.values[i * a.columns + j];
  return result;
}

Matrix product(const Matrix &a, const Matrix &b) {
  constexpr std::size_t kMostWork = 1'000'000; // trials are small; a large one is not for trying
  if (a.columns != b.rows || a.rows * a.columns * b.columns > kMostWork)
    return {};
  Matrix result{a.rows, b.columns, Numbers(a.rows * b.columns)};
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.columns; ++k)
      for (std::size_t j = 0; j < b.columns; ++j)
        result.values[i * b.columns + j] +=
            a.values[i * a.columns + k] * b.values[k * b.columns + j];
  return result;
}

Matrix relu(Matrix a) {
  for (double &value : a.values)
    value = std::max(value, 0.0);
  return a;
}

Numbers column_sums(const Matrix &a) {
  Numbers sums(a.columns);
  for (std::size_t at = 0; at < a.values.size(); ++at)
    sums[at % a.columns] += a.values[at];
  return sums;
}

/// What is made of the gradient that came in and the weights that it came through: the gradients
/// of a layer's weights, of its bias and of its input.
enum class Wanted { weights, bias, input };

/// On one rank; empty where the shapes do not fit.
Numbers gradient(Wanted wanted, const Matrix &of_sums, const Matrix &other) {
  switch (wanted) {
  case Wanted::weights:
    return product(transposed(other), of_sums).values;
  case Wanted::input:
    return product(of_sums, transposed(other)).values;
  case Wanted::bias:
    return column_sums(of_sums);
  }
  return {};
}

bool is_gradient(const Evidence &evidence, Wanted wanted, bool with_relu, const Field &came_in,
                 const Field &weights, const Field &other) {
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *got = block(evidence.got, rank);
    if (got == nullptr)
      continue;
    const Matrix back = product(matrix_of(came_in, rank), transposed(matrix_of(weights, rank)));
    if (back.rows == 0)
      return false;
    const Numbers found = gradient(wanted, with_relu ? relu(back) : back, matrix_of(other, rank));
    if (found.empty() || !close(found, got->values, slack(evidence)))
      return false;
  }
  return true;
}

enum class Factor { as_it_is, transposed };

/// a·b or a·bᵀ on one rank; no rows where the shapes do not fit.
Matrix product_on(int rank, const Field &a, const Field &b, Factor factor) {
  const Matrix of_b = matrix_of(b, rank);
  return product(matrix_of(a, rank), factor == Factor::transposed ? transposed(of_b) : of_b);
}

/// `field` is that product on every rank that has it, with `bias` (where there is one) added to its
/// rows.
bool is_product(const Evidence &evidence, const Field *field, const Field &a, const Field &b,
                Factor factor, const Field *bias) {
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *own = block(field, rank);
    if (own == nullptr)
      continue;
    Matrix found = product_on(rank, a, b, factor);
    const RankBlock *added = bias ? block(bias, rank) : nullptr;
    if (found.values.empty() ||
        (bias != nullptr && (added == nullptr || added->values.size() != found.columns)))
      return false;
    for (std::size_t at = 0; added != nullptr && at < found.values.size(); ++at)
      found.values[at] += added->values[at % found.columns];
    if (!close(found.values, own->values, slack(evidence)))
      return false;
  }
  return true;
}

/// On some rank a·b is not a·bᵀ.
bool transposing_changes(const Evidence &evidence, const Field &a, const Field &b) {
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (!close(product_on(rank, a, b, Factor::as_it_is).values,
               product_on(rank, a, b, Factor::transposed).values, slack(evidence)))
      return true;
  return false;
}

} // namespace

std::optional<Pattern> factor_transposed(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  std::vector<const Field *> biases = evidence.inputs;
  biases.insert(biases.begin(), nullptr);
  const auto is_with_any_bias = [&](const Field *field, const Field &a, const Field &b,
                                    Factor factor) {
    return std::ranges::any_of(
        biases, [&](const Field *bias) { return is_product(evidence, field, a, b, factor, bias); });
  };
  for (const Field *a : evidence.inputs)
    for (const Field *b : evidence.inputs)
      if (transposing_changes(evidence, *a, *b) &&
          is_with_any_bias(evidence.got, *a, *b, Factor::transposed) &&
          is_with_any_bias(evidence.expected, *a, *b, Factor::as_it_is))
        return Pattern{"a factor is transposed",
                       fmt::format("it is {} times the transpose of {}", a->name, b->name),
                       fmt::format("Rows and columns of {} are swapped: the index that runs "
                                   "inside the sum counts its rows. Only of a square matrix the "
                                   "shapes do not show it.",
                                   b->name)};
  return std::nullopt;
}

std::optional<Pattern> mask_of_the_way_back(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  for (const Field *came_in : evidence.inputs)
    for (const Field *weights : evidence.inputs)
      for (const Field *other : evidence.inputs)
        for (const Wanted wanted : {Wanted::weights, Wanted::bias, Wanted::input})
          for (const bool with_relu : {false, true}) {
            if (came_in == weights || other == came_in ||
                !is_gradient(evidence, wanted, with_relu, *came_in, *weights, *other))
              continue;
            const std::string back = fmt::format("{}·{}ᵀ", came_in->name, weights->name);
            const std::string through = with_relu ? fmt::format("relu({})", back) : back;
            const std::string what =
                wanted == Wanted::weights ? fmt::format("{}ᵀ·({})", other->name, through)
                : wanted == Wanted::input ? fmt::format("({})·{}ᵀ", through, other->name)
                                          : fmt::format("the sum of {} over the rows", through);
            if (with_relu)
              return Pattern{"mask of the gradient",
                             fmt::format("it is {}, masked where the gradient is negative", what),
                             "The mask is that of the way forward: the gradient passes relu where "
                             "relu's output was positive, whatever its own sign."};
            return Pattern{"mask forgotten",
                           fmt::format("it is {}, with no mask between the products", what),
                           "The gradient passes relu only where relu's output was positive; "
                           "elsewhere it is 0."};
          }
  return std::nullopt;
}

} // namespace brigade::grader::patterns

#pragma once

#include "brigade/ir/interpret.hpp"
#include "brigade/trace/grad.hpp"
#include "brigade/trace/trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <vector>

namespace brigade::testing {

using Tensors = std::vector<Tensor>;
using TensorFunction = std::function<Tensor(const Tensors &numbers, const Tensors &others)>;

/// A function of Tensors, and where its derivative by the numbers is looked at.
struct Sample {
  TensorFunction function;
  std::vector<Literal> numbers; ///< f64
  std::vector<Literal> others;  ///< ids, conditions
};

inline std::vector<TensorType> types_of(const std::vector<Literal> &literals) {
  std::vector<TensorType> types;
  for (const Literal &literal : literals)
    types.push_back(literal.type());
  return types;
}

inline std::vector<Literal> joined(std::vector<Literal> a, const std::vector<Literal> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A normal distribution; f64.
inline Literal random_literal(const Shape &shape, std::mt19937 &random, double mean = 0) {
  Literal literal(TensorType{DType::f64, shape});
  std::normal_distribution<double> normal(mean, 1);
  for (double &number : literal.as<double>())
    number = normal(random);
  return literal;
}

/// Dimensions of 1 and of primes, not many elements.
inline Shape random_shape(std::mt19937 &random, std::size_t least_rank = 0,
                          std::size_t most_rank = 3) {
  static constexpr std::int64_t kSizes[] = {1, 2, 3, 5, 7};
  Shape shape(least_rank + random() % (most_rank - least_rank + 1));
  for (std::int64_t &size : shape)
    size = kSizes[random() % std::size(kSizes)];
  return shape;
}

/// The sum of a function's elements, each with a weight of its own.
inline Tensor weighted_sum(const Tensor &x, std::int64_t stream) {
  return sum(x * random_normal(x.shape(), {.seed = 11, .stream = stream}, x.dtype()));
}

/// The literal with `step` times the direction added.
inline Literal moved(Literal literal, const Literal &direction, double step) {
  for (std::int64_t i = 0; i < literal.size(); ++i)
    literal.as<double>()[static_cast<std::size_t>(i)] += step * direction.number(i);
  return literal;
}

/// Holds gradients that a program computes against differences of a loss that another one does:
/// along two random directions for each of the numbers.
inline void expect_close_to_differences(const Program &loss, const Program &gradients,
                                        const std::vector<Literal> &numbers,
                                        const std::vector<Literal> &others, double allowed) {
  std::mt19937 random(99);
  const double step = 1e-5;
  const std::vector<Literal> got = interpret(gradients, joined(numbers, others));
  ASSERT_EQ(got.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    ASSERT_EQ(got[i].type(), numbers[i].type());
    for (int round = 0; round < 2; ++round) {
      const Literal direction = random_literal(numbers[i].shape(), random);
      const auto at = [&](double distance) {
        std::vector<Literal> there = numbers;
        there[i] = moved(there[i], direction, distance);
        return interpret(loss, joined(there, others)).at(0).number(0);
      };
      const double expected = (at(step) - at(-step)) / (2 * step);
      double found = 0, size = 1 + std::abs(at(0));
      for (std::int64_t k = 0; k < got[i].size(); ++k) {
        found += got[i].number(k) * direction.number(k);
        size += std::abs(got[i].number(k) * direction.number(k));
      }
      EXPECT_LE(std::abs(found - expected), allowed * size)
          << "operand " << i << ": by the program " << found << ", by differences " << expected
          << ", " << 100 * std::abs(found - expected) / (allowed * size) << " % of what is allowed";
    }
  }
}

/// First and second derivatives of a sample. Adds the operations of the function to `seen`.
inline void expect_derivatives(const Sample &sample, std::set<Operation> *seen = nullptr) {
  const auto loss = [&](Tensors numbers, Tensors others) {
    return weighted_sum(sample.function(numbers, others), 0);
  };
  // Another function of the same numbers: a sum of its first derivatives.
  const auto slope = [&](Tensors numbers, Tensors others) {
    const Tensors gradients = grad(loss)(numbers, others);
    Tensor total = zeros({}, DType::f64);
    for (std::size_t i = 0; i < gradients.size(); ++i)
      total = total + weighted_sum(gradients[i], 1 + static_cast<std::int64_t>(i));
    return total;
  };
  const auto numbers = types_of(sample.numbers), others = types_of(sample.others);
  const Program once = trace(loss, numbers, others);
  if (seen)
    for (const Block &block : once.blocks)
      for (const Instruction &instruction : block.instructions)
        seen->insert(instruction.operation);
  expect_close_to_differences(once, trace(grad(loss), numbers, others), sample.numbers,
                              sample.others, 1e-8);
  expect_close_to_differences(trace(slope, numbers, others), trace(grad(slope), numbers, others),
                              sample.numbers, sample.others, 1e-7);
}

} // namespace brigade::testing

#include "programs/random_arguments.hpp"
#include "programs/random_program.hpp"
#include "trace/finite_differences.hpp"

#include "brigade/trace/replay.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace brigade::testing {
namespace {

constexpr std::uint64_t kPrograms = 400;

RandomProgramOptions options() {
  RandomProgramOptions options;
  options.operations = 20;
  options.sizes = {1, 2, 3, 5, 7};
  options.most_elements = 60;
  options.types = {DType::f64, DType::f64, DType::f64, DType::i32, DType::boolean};
  return options;
}

bool has_f32(const Program &program) {
  return std::ranges::any_of(program.blocks, [](const Block &block) {
    return std::ranges::any_of(block.values,
                               [](const Value &value) { return value.type.dtype == DType::f32; });
  });
}

// Differences see through stop_gradient, so it makes way for a barrier.
Program without_stop_gradient(Program program) {
  for (Block &block : program.blocks)
    for (Instruction &instruction : block.instructions)
      if (instruction.operation == Operation::stop_gradient)
        instruction.operation = Operation::barrier;
  return program;
}

bool is_number(const Literal &literal) { return literal.type().dtype == DType::f64; }

// A weighted sum of what a program returns, as a function of its f64 and of its other arguments.
auto loss_of(const Program &program) {
  return [&program](Tensors numbers, Tensors others) {
    Recording &recording = *numbers.front().recording();
    for (const Block &block : program.blocks)
      if (&block != &program.main())
        recording.blocks().add(block);
    Tensors arguments;
    std::size_t number = 0, other = 0;
    for (const ValueId id : program.main().parameters)
      arguments.push_back(program.main().type(id).dtype == DType::f64 ? numbers[number++]
                                                                      : others[other++]);
    Tensor total = zeros({}, DType::f64);
    std::int64_t stream = 0;
    for (const Tensor &result : replay(recording, program.main(), arguments))
      if (result.dtype() == DType::f64)
        total = total + weighted_sum(tanh(result * 0.01), stream++);
    return total;
  };
}

// Programs go through each other's operations in ways that nobody thought of, and call blocks.
TEST(Derivatives, OfRandomProgramsAgreeWithDifferences) {
  int compared = 0, at_corners = 0;
  double largest = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Program program = without_stop_gradient(random_program(seed, options()));
    std::vector<Literal> numbers, others;
    for (const Literal &argument : random_arguments(program, seed))
      (is_number(argument) ? numbers : others).push_back(argument);
    if (has_f32(program) || numbers.empty())
      continue;
    const auto loss = loss_of(program);
    const Program value = trace(loss, types_of(numbers), types_of(others));
    const Program gradients = trace(grad(loss), types_of(numbers), types_of(others));
    const std::vector<Literal> got = interpret(gradients, joined(numbers, others));
    std::mt19937 random(static_cast<unsigned>(seed));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Literal direction = random_literal(numbers[i].shape(), random);
      const auto at = [&](double distance) {
        std::vector<Literal> there = numbers;
        there[i] = moved(there[i], direction, distance);
        return interpret(value, joined(there, others)).at(0).number(0);
      };
      const auto slope = [&](double step) { return (at(step) - at(-step)) / (2 * step); };
      const double coarse = slope(2e-5), fine = slope(1e-5), here = at(0);
      double found = 0, size = 1 + std::abs(here);
      for (std::int64_t k = 0; k < got[i].size(); ++k) {
        found += got[i].number(k) * direction.number(k);
        size += std::abs(got[i].number(k) * direction.number(k));
      }
      const double allowed = 1e-7 * size;
      if (!std::isfinite(here) || std::abs(coarse - fine) > allowed) {
        ++at_corners;
        continue;
      }
      ++compared;
      largest = std::max(largest, std::abs(found - fine) / allowed);
      EXPECT_LE(std::abs(found - fine), allowed)
          << "argument " << i << ": by the program " << found << ", by differences " << fine;
    }
  }
  EXPECT_GT(compared, 4 * at_corners) << "too many programs are looked at where they have corners";
  EXPECT_GT(compared, static_cast<int>(kPrograms)) << "too few programs have a derivative at all";
  RecordProperty("compared", compared);
  RecordProperty("percent_of_what_is_allowed", static_cast<int>(100 * largest));
}

} // namespace
} // namespace brigade::testing

#include "brigade/trace/block.hpp"

#include "trace/finite_differences.hpp"
#include "trace/printed.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <class T> struct Layer { T w, b; };

Tensor layer(Layer<Tensor> parameters, Tensor x) {
  return tanh(matmul(gelu(x), parameters.w) + parameters.b);
}

enum class Calls { none, block, checkpoint };

// The loss of a network of as many layers as it is given.
auto network(Calls calls) {
  return [calls](std::vector<Layer<Tensor>> layers, Tensor x) {
    for (const Layer<Tensor> &each : layers)
      x = calls == Calls::none    ? layer(each, x)
          : calls == Calls::block ? block("layer", layer)(each, x)
                                  : checkpoint("layer", layer)(each, x);
    return mean(x * x);
  };
}

std::vector<Layer<TensorType>> layer_types(std::size_t depth) {
  return std::vector<Layer<TensorType>>(depth, {f64({5, 5}), f64({5})});
}

std::vector<Literal> numbers(std::size_t depth) {
  std::mt19937 random(5);
  std::vector<Literal> result;
  for (std::size_t i = 0; i < depth; ++i) {
    result.push_back(random_literal({5, 5}, random));
    result.push_back(random_literal({5}, random));
  }
  return result;
}

const std::vector<Literal> &input() {
  static const std::vector<Literal> kInput = [] {
    std::mt19937 random(6);
    return std::vector{random_literal({3, 5}, random)};
  }();
  return kInput;
}

TEST(Block, IsRecordedOnceAndCalledOften) {
  const Program program = trace(network(Calls::block), layer_types(12), f64({3, 5}));
  EXPECT_THAT(block_names(program), ElementsAre("layer", "main"));
  EXPECT_EQ(count(program.main(), Operation::call), 12);
  EXPECT_THAT(parameter_names({{}, {program.block("layer")}}),
              ElementsAre("layer.w", "layer.b", "arg1"));
}

TEST(Block, OtherTypesMakeAnotherBlock) {
  const auto f = [](Tensor x, Tensor y) {
    const auto twice = block("twice", [](Tensor a) { return a + a; });
    return std::pair(twice(twice(x)), twice(y));
  };
  EXPECT_THAT(block_names(trace(f, f32({2}), f32({3}))), ElementsAre("twice", "twice.2", "main"));
}

TEST(Block, ItsDerivativeIsTwoBlocksWhateverTheDepth) {
  for (const std::size_t depth : {2, 12}) {
    const Program program = trace(grad(network(Calls::block)), layer_types(depth), f64({3, 5}));
    // The first layer's input is no argument of the gradient, so that one has a way back of its
    // own.
    EXPECT_THAT(block_names(program),
                ElementsAre("layer.forward", "layer.backward", "layer.backward.2", "main"));
    EXPECT_EQ(count(program.main(), Operation::call), static_cast<std::ptrdiff_t>(2 * depth));
  }
}

TEST(Block, ItsDerivativeAgreesWithThatOfTheFunctionAndWithDifferences) {
  const auto types = layer_types(3);
  const Program loss = trace(network(Calls::none), types, f64({3, 5}));
  const auto arguments = joined(numbers(3), input());
  const auto expected = interpret(trace(grad(network(Calls::none)), types, f64({3, 5})), arguments);
  for (const Calls calls : {Calls::block, Calls::checkpoint}) {
    const Program gradients = trace(grad(network(calls)), types, f64({3, 5}));
    EXPECT_EQ(interpret(gradients, arguments), expected);
    expect_close_to_differences(loss, gradients, numbers(3), input(), 1e-9);
  }
}

TEST(Block, HasSecondDerivatives) {
  for (const Calls calls : {Calls::none, Calls::block, Calls::checkpoint}) {
    const auto slope = [calls](std::vector<Layer<Tensor>> layers, Tensor x) {
      Tensor total = zeros({}, DType::f64);
      for (const Layer<Tensor> &each : grad(network(calls))(layers, x))
        total = total + weighted_sum(each.w, 1) + weighted_sum(each.b, 2);
      return total;
    };
    const auto types = layer_types(2);
    expect_close_to_differences(trace(slope, types, f64({3, 5})),
                                trace(grad(slope), types, f64({3, 5})), numbers(2), input(), 1e-8);
  }
}

TEST(Block, ItsBackwardTakesOnlyWhatItNeeds) {
  const auto f = [](Tensor x, Tensor y) {
    return sum(block("f", [](Tensor a, Tensor b) {
      const Tensor t = tanh(a); // the derivative takes tanh(a) again, and exp(a) from the result
      return exp(a) * t + b;
    })(x, y));
  };
  const Program program = trace(grad(f, argnums<0, 1>), f64({2}), f64({2}));
  EXPECT_EQ(program.block("f.forward").results.size(), 3U);     // and exp(a), tanh(a)
  EXPECT_EQ(program.block("f.backward").parameters.size(), 3U); // and the cotangent
}

TEST(Block, WhatIsOnlyRepeatedIsNotKeptForTheWayBack) {
  const auto f = [](Tensor x, Tensor scale) {
    return sum(block("f", [](Tensor a, Tensor s) { return a * s * 2; })(x, scale));
  };
  const Program program = trace(value_and_grad(f), f64({8, 3}), f64({3}));
  EXPECT_EQ(program.block("f.forward").results.size(), 1U);
  EXPECT_EQ(count(program.block("f.backward"), Operation::broadcast), 1);
}

TEST(Block, MayCallBlocksAndReturnSeveralValues) {
  const auto f = [](Tensor x, Tensor y) {
    const auto inner =
        block("inner", [](Tensor a, Tensor i) { return std::tuple(tanh(a), i, a * a); });
    const auto outer = block("outer", [=](Tensor a, Tensor i) {
      const auto [first, second, third] = inner(a, i);
      const auto [again, same, unused] = inner(first, second);
      return std::pair(again * convert(same, DType::f64), third);
    });
    const auto [a, b] = outer(x, y);
    return sum(a) + sum(b * b);
  };
  const Literal x = Literal::from_numbers(f64({3}), std::vector<double>{0.5, -1, 2});
  const Literal y = Literal::from_numbers(i32({3}), std::vector<double>{1, 2, 3});
  const Program gradients = trace(grad(f), x.type(), y.type());
  expect_close_to_differences(trace(f, x.type(), y.type()), gradients, {x}, {y}, 1e-8);
}

TEST(Block, SeesOnlyItsArguments) {
  const auto f = [](Tensor x, Tensor y) { return block("f", [y](Tensor a) { return a + y; })(x); };
  EXPECT_THAT([&] { trace(f, f32({2}), f32({2})); },
              ThrowsMessage<InputError>(HasSubstr(
                  "add: an operand is a Tensor of the trace @main, used in @f; pass it as an "
                  "argument")));
  const auto result = [](Tensor x) { return block("f", [x](Tensor) { return x; })(x); };
  EXPECT_THAT([&] { trace(result, f32({2})); },
              ThrowsMessage<InputError>(HasSubstr("block @f: a result: ")));
  EXPECT_THAT([&] { block("f", [](Tensor a) { return a; })(Tensor()); },
              ThrowsMessage<InputError>(HasSubstr("block @f: nothing is being traced")));
}

Tensor without_end(Tensor x) { return block("endless", without_end)(x + 1); }

// Calls itself so many times more, and so is in that many blocks at last.
Tensor counting_down(Tensor x, int more) {
  return more == 0 ? x : block("step", counting_down)(x + 1, more - 1);
}

TEST(Block, ThatCallsItselfWithoutEndIsRefused) {
  const auto traced = [] { return trace(without_end, f64({3})); };
  EXPECT_THAT(traced, ThrowsMessage<InputError>(AllOf(
                          HasSubstr("block_test.cpp:"), HasSubstr("@endless is called within "),
                          HasSubstr("it seems to call itself without end"))));
  const Program deep = trace([](Tensor x) { return counting_down(x, 150); }, f64({3}));
  EXPECT_EQ(deep.blocks.size(), 1U + 150U);
}

TEST(Checkpoint, ComputesAnewBehindABarrier) {
  const auto types = layer_types(3);
  const Program kept = trace(grad(network(Calls::block)), types, f64({3, 5}));
  const Program anew = trace(grad(network(Calls::checkpoint)), types, f64({3, 5}));
  EXPECT_EQ(count(kept.main(), Operation::call), 3 + 3);
  EXPECT_EQ(count(anew.main(), Operation::call), 3 + 3 + 3);
  EXPECT_EQ(count(kept.main(), Operation::barrier), 0);
  EXPECT_EQ(count(anew.main(), Operation::barrier), 3);
  // What is computed first returns no residuals: there is nothing of its inside to keep.
  for (const Instruction &instruction : anew.main().instructions) {
    const auto *call = std::get_if<CallAttributes>(&instruction.attributes);
    if (call && call->checkpoint) {
      EXPECT_EQ(call->block, "layer");
      EXPECT_EQ(instruction.results.size(), 1U);
    }
  }
  // All that is computed anew comes from behind a barrier.
  std::set<ValueId> behind;
  for (const Instruction &instruction : anew.main().instructions) {
    if (instruction.operation == Operation::barrier)
      behind.insert(instruction.results.begin(), instruction.results.end());
    const auto *call = std::get_if<CallAttributes>(&instruction.attributes);
    if (call && call->block.starts_with("layer.forward")) {
      for (const ValueId operand : instruction.operands)
        EXPECT_TRUE(behind.contains(operand));
    }
  }
}

} // namespace
} // namespace brigade::testing

#include "brigade/trace/trace.hpp"

#include "trace/printed.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/trace/block.hpp"
#include "brigade/trace/grad.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <optional>

namespace brigade::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <class T> struct Layer { T w, b; };
template <class T> struct Params {
  Layer<T> first;
  std::vector<Layer<T>> blocks;
  std::tuple<T, T> scales;
  int heads = 1;
};
template <class T> struct Output {
  T loss;
  std::pair<T, std::tuple<T, std::vector<T>>> rest;
};

Params<TensorType> params_types() {
  return {{f32({4, 5}), f32({5})},
          {{f32({5, 5}), f32({5})}, {f32({5, 2}), f32({2})}},
          {f32({}), f32({2})},
          3};
}

// As the design has it.
Tensor two_layer_net(Tensor x, Tensor w1, Tensor b1, Tensor w2, Tensor b2) {
  Tensor h = relu(matmul(x, w1) + b1);
  return matmul(h, w2) + b2;
}

TEST(Trace, AFunctionBecomesTheProgramOfWhatItDoes) {
  const Program program =
      trace(two_layer_net, f32({8, 4}), f32({4, 16}), f32({16}), f32({16, 3}), f32({3}));
  EXPECT_EQ(operations(program.main()), "dot broadcast add relu dot broadcast add");
  EXPECT_EQ(program.main().type(program.main().results.at(0).value), f32({8, 3}));
  EXPECT_THAT(parameter_names(program), ElementsAre("arg0", "arg1", "arg2", "arg3", "arg4"));
  EXPECT_EQ(program.main().name, "main");
}

TEST(Trace, WhatIsTracedIsPrintedAndReadAgain) {
  const auto f = [](Params<Tensor> p, Tensor x) {
    return grad([x](Layer<Tensor> layer) {
      return sum(
          block("dense", [](Layer<Tensor> l, Tensor y) { return matmul(y, l.w) + l.b; })(layer, x));
    })(p.first);
  };
  const std::string text = to_string(trace(f, params_types(), f32({8, 4})));
  EXPECT_EQ(to_string(parse_program(text)), text);
  EXPECT_THAT(text, HasSubstr("params.blocks.1.w: f32[5, 2]"));
  EXPECT_THAT(text, HasSubstr("call @dense.backward("));
}

// A generic lambda has no one signature, so it cannot be traced.
static_assert(!Traceable<decltype([](auto x) { return x; })>);
static_assert(Traceable<decltype([](Tensor x) { return x; })>);
static_assert(Traceable<decltype(&two_layer_net)>);

TEST(Trace, InstructionsKnowTheLineOfTheUser) {
  int line = 0;
  const auto f = [&](Tensor x) {
    line = __LINE__ + 1;
    return relu(x + 1);
  };
  const Program program = trace(f, f32({2}));
  ASSERT_EQ(program.main().instructions.size(), 3U);
  for (const Instruction &instruction : program.main().instructions)
    EXPECT_EQ(instruction.source, (SourceLine{"trace_test.cpp", line}));
}

TEST(Trace, WhatIsNotUsedIsNotThere) {
  const auto f = [](Tensor x) {
    exp(x);
    return x + 1;
  };
  EXPECT_EQ(operations(trace(f, f32({2})).main()), "const add");
}

TEST(Trace, StructuresOfTensorsAreParametersNamedByTheWayToThem) {
  int heads = 0;
  const auto f = [&](Params<Tensor> p, Tensor x, std::pair<Tensor, int> more) {
    heads = p.heads + more.second;
    Tensor h = relu(matmul(x, p.first.w) + p.first.b);
    for (const Layer<Tensor> &layer : p.blocks)
      h = matmul(h, layer.w) + layer.b;
    return Output<Tensor>{sum(h * std::get<0>(p.scales)),
                          {h, {more.first, {x, std::get<1>(p.scales)}}}};
  };
  const Program program = trace(f, params_types(), f32({8, 4}), std::pair{i32({2}), 10});
  EXPECT_THAT(parameter_names(program),
              ElementsAre("params.first.w", "params.first.b", "params.blocks.0.w",
                          "params.blocks.0.b", "params.blocks.1.w", "params.blocks.1.b",
                          "params.scales.0", "params.scales.1", "arg1", "arg2.0"));
  EXPECT_EQ(heads, 13);
  std::vector<TensorType> results;
  for (const Result &result : program.main().results)
    results.push_back(program.main().type(result.value));
  EXPECT_THAT(results, ElementsAre(f32({}), f32({8, 2}), i32({2}), f32({8, 4}), f32({2})));
}

TEST(Trace, ArgumentsCanBeNamedAndAreNeverNamedAlike) {
  const auto f = [](Layer<Tensor> a, Layer<Tensor> b, Tensor x) { return a.w + b.w + x; };
  const Layer<TensorType> types{f32({2}), f32({2})};
  EXPECT_THAT(parameter_names(trace(f, types, types, f32({2}))),
              ElementsAre("layer.w", "layer.b", "layer_2.w", "layer_2.b", "arg2"));
  EXPECT_THAT(
      parameter_names(trace({.argument_names = {"left", "right", "x"}}, f, types, types, f32({2}))),
      ElementsAre("left.w", "left.b", "right.w", "right.b", "x"));
  EXPECT_THAT(
      [&] {
        trace({.argument_names = {"a", "b", "c", "d"}}, f, types, types, f32({2}));
      },
      ThrowsMessage<InputError>("trace: 4 names for 3 arguments"));
}

TEST(Trace, AValueCanBeNamedOnce) {
  const auto f = [](Tensor x) { return named(x * 2, "h") + 1; };
  const Program program = trace(f, f32({2}));
  EXPECT_EQ(program.main().value(program.main().instructions[1].results[0]).name, "h");
  const auto twice = [](Tensor x) { return named(named(x * 2, "h") + 1, "h"); };
  EXPECT_THAT([&] { trace(twice, f32({2})); },
              ThrowsMessage<InputError>(HasSubstr("another value of @main is named h")));
}

TEST(Trace, ATensorIsOfNoUseAfterItsTrace) {
  Tensor kept;
  trace([&](Tensor x) { return kept = x * 2; }, f32({2}));
  EXPECT_THAT([&] { kept + kept; },
              ThrowsMessage<InputError>(
                  HasSubstr("add: an operand is a Tensor of the trace @main, which has ended")));
  EXPECT_THAT([&] { trace([&](Tensor x) { return x + kept; }, f32({2})); },
              ThrowsMessage<InputError>(HasSubstr("which has ended")));
  EXPECT_THAT([&] { trace([&](Tensor) { return kept; }, f32({2})); },
              ThrowsMessage<InputError>(HasSubstr("trace: a result: an operand is a Tensor")));
}

TEST(Trace, ATraceThatThrowsEndsToo) {
  std::optional<Tensor> kept;
  EXPECT_THROW(trace(
                   [&](Tensor x) {
                     kept = x;
                     return matmul(x, x);
                   },
                   f32({2, 3})),
               InputError);
  EXPECT_THAT([&] { relu(*kept); }, ThrowsMessage<InputError>(HasSubstr("which has ended")));
  EXPECT_THAT([] { zeros({2}); }, ThrowsMessage<InputError>(HasSubstr("nothing is being traced")));
}

TEST(Trace, ATensorOfAnotherTraceIsRefused) {
  const auto outer = [](Tensor x) {
    trace(
        {.name = "inner"}, [&](Tensor y) { return x + y; }, f32({2}));
    return x;
  };
  EXPECT_THAT([&] { trace(outer, f32({2})); },
              ThrowsMessage<InputError>(HasSubstr(
                  "add: an operand is a Tensor of the trace @main, used in @inner; pass it as an "
                  "argument")));
}

TEST(Trace, ATensorWithoutValueIsRefused) {
  EXPECT_THAT([] { trace([](Tensor x) { return x + Tensor(); }, f32({2})); },
              ThrowsMessage<InputError>(HasSubstr("a Tensor without a value")));
  EXPECT_THAT([] { Tensor().shape(); }, ThrowsMessage<InputError>(HasSubstr("without a value")));
}

TEST(Trace, AConstraintNeedsAMeshAndThereIsOne) {
  const Mesh mesh(create_device_mesh({2, 2}), {"x", "y"});
  const auto by_spec = [](Tensor a) { return with_sharding_constraint(a, P("x", nullptr)); };
  EXPECT_THAT(
      [&] {
        trace(by_spec, f32({4, 4}));
      },
      ThrowsMessage<InputError>(HasSubstr("with_sharding_constraint: there is no mesh")));
  const Program program = trace({.mesh = mesh}, by_spec, f32({4, 4}));
  EXPECT_EQ(program.mesh, mesh);
  EXPECT_EQ(
      to_string(
          std::get<ConstraintAttributes>(program.main().instructions.at(0).attributes).sharding),
      "[x, -]");
  const auto named_one = [&](Tensor a) {
    return with_sharding_constraint(
        with_sharding_constraint(a, NamedSharding(mesh, P(nullptr, axes("y", "x")))), P("x"));
  };
  EXPECT_EQ(trace(named_one, f32({4, 4})).mesh, mesh);
}

TEST(Trace, TwoMeshesAreRefused) {
  const auto two = [](Tensor a) {
    const Mesh one(create_device_mesh({2}), {"x"}), other(create_device_mesh({4}), {"x"});
    return with_sharding_constraint(with_sharding_constraint(a, NamedSharding(one, P("x"))),
                                    NamedSharding(other, P("x")));
  };
  EXPECT_THAT([&] { trace(two, f32({4})); },
              ThrowsMessage<InputError>(HasSubstr(
                  "with_sharding_constraint: its mesh is {x: 4}, and the program's is {x: 2}")));
}

TEST(Trace, AConstraintThatDoesNotFitIsNamedWithItsLine) {
  const Mesh mesh(create_device_mesh({2}), {"x"});
  const auto constrained = [&](PartitionSpec spec) {
    trace(
        {.mesh = mesh}, [=](Tensor a) { return with_sharding_constraint(a, spec); }, f32({4}));
  };
  EXPECT_THAT([&] { constrained(P("z")); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("trace_test.cpp:"),
                                              HasSubstr("names axis 'z', which the mesh {x: 2}"))));
  EXPECT_THAT([&] { constrained(P("x", nullptr)); },
              ThrowsMessage<InputError>(HasSubstr("has 2 entries")));
}

} // namespace
} // namespace brigade::testing

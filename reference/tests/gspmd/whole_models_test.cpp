#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/reuse_moves.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/trace/expand_grads.hpp"
#include "whole_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

// What a training step of a two-layer network moves, forwards and backwards, under the shardings
// that people give it: Megatron's column-parallel and row-parallel pair, and data parallelism.
namespace brigade {
namespace {

// Without the choice of shardings: annotations and propagation alone have to lead there.
std::vector<std::string> moves(const std::string &text) {
  const Program program = expand_grads(parse_program(text));
  const Program partitioned =
      reuse_moves(partition(propagate(program), uniform_profile()));
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  const std::vector<Literal> got = simulate(partitioned, arguments);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expect_close(got[i], expected[i]);
  std::vector<std::string> texts;
  for (const CollectiveUse &use : collectives_of(partitioned, uniform_profile()))
    texts.push_back(fmt::format("{} {} of {}", to_string(use.kind), fmt::join(use.axes, ","),
                                use.value));
  return texts;
}

std::string step(const std::string &mesh, const std::string &x, const std::string &w1,
                 const std::string &w2, const std::string &wrt, const std::string &gradients) {
  return fmt::format(R"(mesh {}
block loss(x: f32[8, 16], w1: f32[16, 32], w2: f32[32, 8]) {{
  h = dot(x, w1)
  r = relu(h)
  o = dot(r, w2)
  return sum(mul(o, o), dims=[0, 1])
}}
program step(x: f32[8, 16] @ {}, w1: f32[16, 32] @ {}, w2: f32[32, 8] @ {}) {{
  {} = grad(@loss, x, w1, w2, wrt={})
  return {}
}})",
                     mesh, x, w1, w2, gradients.substr(0, gradients.find(';')), wrt,
                     gradients.substr(gradients.find(';') + 1));
}

using Moves = std::vector<std::string>;

TEST(TensorParallel, OneAllReduceForTheGradientsOfTheWeights) {
  EXPECT_EQ(moves(step("{model: 4}", "[-, -]", "[-, model]", "[model, -]", "[1, 2]",
                       "g1, g2;g1 @ [-, model], g2 @ [model, -]")),
            (Moves{"all_reduce model of o"}));
}

TEST(TensorParallel, AndASecondOneForTheGradientOfTheInput) {
  EXPECT_EQ(moves(step("{model: 4}", "[-, -]", "[-, model]", "[model, -]", "[0, 1, 2]",
                       "gx, g1, g2;gx @ [-, -], g1 @ [-, model], g2 @ [model, -]")),
            (Moves{"all_reduce model of o", "all_reduce model of gx"}));
}

TEST(DataParallel, OneAllReduceAWeightAndNoneForwards) {
  EXPECT_EQ(moves(step("{data: 4}", "[data, -]", "[-, -]", "[-, -]", "[1, 2]",
                       "g1, g2;g1 @ [-, -], g2 @ [-, -]")),
            (Moves{"all_reduce data of g2", "all_reduce data of g1"}));
}

TEST(DataParallel, ScattersTheGradientsWhereTheOptimizerKeepsParts) {
  EXPECT_EQ(moves(step("{data: 4}", "[data, -]", "[-, -]", "[-, -]", "[1, 2]",
                       "g1, g2;g1 @ [data, -], g2 @ [data, -]")),
            (Moves{"reduce_scatter data of g2", "reduce_scatter data of g1"}));
}

TEST(DataAndTensorParallel, BothAtOnce) {
  EXPECT_EQ(moves(step("{data: 2, model: 2}", "[data, -]", "[-, model]", "[model, -]", "[1, 2]",
                       "g1, g2;g1 @ [-, model], g2 @ [model, -]")),
            (Moves{"all_reduce model of o", "all_reduce data of g2", "all_reduce data of g1"}));
}

TEST(WholeModels, AreNeverDearerWithTheChoice) {
  for (const char *x : {"[data, -]", "[-, -]", "[data, model]"}) {
    const Program program =
        expand_grads(parse_program(step("{data: 2, model: 2}", x, "[-, model]", "[model, -]",
                                        "[1, 2]", "g1, g2;g1 @ [-, model], g2 @ [model, -]")));
    const auto cost = [](const Program &planned) {
      return cost_of(partition(planned, uniform_profile()), uniform_profile()).total_seconds();
    };
    const Program propagated = propagate(program);
    EXPECT_LE(cost(choose(program, propagated, uniform_profile())), cost(propagated)) << x;
  }
}

} // namespace
} // namespace brigade

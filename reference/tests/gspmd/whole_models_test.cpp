#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/reuse_moves.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/trace/expand_grads.hpp"
#include "conformance.hpp"
#include "whole_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

// What a training step of a two-layer network moves, forwards and backwards, under the shardings
// that people give it: Megatron's column-parallel and row-parallel pair, and data parallelism.
namespace brigade {
namespace {

/// What a plan moves, after checking what it computes.
std::vector<std::string> moves(const Program &program, const Program &partitioned) {
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  const std::vector<Literal> got = simulate(partitioned, arguments);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expect_close(got[i], expected[i]);
  std::vector<std::string> texts;
  for (const CollectiveUse &use : collectives_of(partitioned, uniform_profile()))
    texts.push_back(
        fmt::format("{} {} of {}", to_string(use.kind), fmt::join(use.axes, ","), use.value));
  return texts;
}

// Without the choice of shardings: annotations and propagation alone have to lead there. Of the
// clean-up only what joins equal moves, so that each collective is seen.
std::vector<std::string> moves(const std::string &text) {
  const Program program = expand_grads(parse_program(text));
  const Program partitioned = reuse_moves(partition(propagate(program), uniform_profile()));
  return moves(program, partitioned);
}

/// With all of the clean-up.
std::vector<std::string> moves_cleaned(const std::string &text, bool choose = false) {
  const Plan plan =
      make_plan(parse_program(text), uniform_profile(), {.choose = choose, .partition = true});
  return moves(plan.annotated, *plan.partitioned);
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

/// One step of training with momentum: two layers and a bias, their gradients, and the optimizer's
/// update. Activations are cut over the data, and the rest is left to the partitioner. The weights
/// lie as `weights` says, and so do they after the step; what the optimizer keeps lies as `state`.
std::string training_step(const std::string &mesh, const std::string &x,
                          const std::vector<std::string> &weights,
                          const std::vector<std::string> &state) {
  return fmt::format(R"(mesh {0}
block loss(x: f32[128, 24], w1: f32[24, 32], b1: f32[32], w2: f32[32, 8]) {{
  h = relu(add(constraint(dot(x, w1)) @ [data, ?], broadcast(b1, [128, 32], dims=[1])))
  o = dot(h, w2)
  return sum(mul(o, o), dims=[0, 1])
}}
program step(x: f32[128, 24] @ {1},
             w1: f32[24, 32] @ {2}, b1: f32[32] @ {3}, w2: f32[32, 8] @ {4},
             m1: f32[24, 32] @ {5}, mb: f32[32] @ {6}, m2: f32[32, 8] @ {7}) {{
  g1, gb, g2 = grad(@loss, x, w1, b1, w2, wrt=[1, 2, 3])
  n1 = add(mul(m1, const(f32[24, 32], 0.9)), g1)
  nb = add(mul(mb, const(f32[32], 0.9)), gb)
  n2 = add(mul(m2, const(f32[32, 8], 0.9)), g2)
  v1 = sub(w1, mul(n1, const(f32[24, 32], 0.1)))
  vb = sub(b1, mul(nb, const(f32[32], 0.1)))
  v2 = sub(w2, mul(n2, const(f32[32, 8], 0.1)))
  return v1 @ {2}, vb @ {3}, v2 @ {4}, n1 @ {5}, nb @ {6}, n2 @ {7}
}})",
                     mesh, x, weights[0], weights[1], weights[2], state[0], state[1], state[2]);
}

using Shardings = std::vector<std::string>;
const Shardings kWhole{"[-, -]", "[-]", "[-, -]"}, kCut{"[data, -]", "[data]", "[data, -]"};

TEST(DataParallel, OneBucketOfAllGradients) {
  for (const bool choose : {false, true})
    EXPECT_EQ(moves_cleaned(training_step("{data: 4}", "[data, -]", kWhole, kWhole), choose),
              Moves{"all_reduce data of g2, gb, g1"});
}

// Stages 1 and 2 of ZeRO: nothing but the annotation of what the optimizer keeps.
TEST(ShardedOptimizerState, ScattersTheGradientsAndGathersTheWeights) {
  for (const bool choose : {false, true})
    EXPECT_EQ(moves_cleaned(training_step("{data: 4}", "[data, -]", kWhole, kCut), choose),
              (Moves{"reduce_scatter data of g2, gb, g1", "all_gather data of v1, vb, v2"}));
}

// Stage 3: the weights are cut too, and gathered before they are used. What is gathered for the
// forward pass serves the backward pass as well.
TEST(ShardedWeights, GatherThemAndScatterTheGradients) {
  EXPECT_EQ(moves_cleaned(training_step("{data: 4}", "[data, -]", kCut, kCut), true),
            (Moves{"all_gather data of w1, b1, w2", "reduce_scatter data of g2, gb, g1"}));
}

TEST(TensorParallel, ItsTwoReductionsCannotTravelTogether) {
  EXPECT_EQ(moves_cleaned(step("{model: 4}", "[-, -]", "[-, model]", "[model, -]", "[0, 1, 2]",
                               "gx, g1, g2;gx @ [-, -], g1 @ [-, model], g2 @ [model, -]")),
            (Moves{"all_reduce model of o", "all_reduce model of gx"}));
}

TEST(DataAndTensorParallel, OneBucketOfGradientsAndOneReductionForwards) {
  const Shardings megatron{"[-, model]", "[model]", "[model, -]"};
  EXPECT_EQ(moves_cleaned(training_step("{data: 2, model: 2}", "[data, -]", megatron, megatron)),
            (Moves{"all_reduce model of o", "all_reduce data of g2, gb, g1"}));
}

TEST(DataAndTensorParallel, ShardTheOptimizerStateOverTheData) {
  const Shardings megatron{"[-, model]", "[model]", "[model, -]"},
      state{"[data, model]", "[(model, data)]", "[(model, data), -]"};
  EXPECT_EQ(moves_cleaned(training_step("{data: 2, model: 2}", "[data, -]", megatron, state)),
            (Moves{"all_reduce model of o", "reduce_scatter data of g2, gb, g1",
                   "all_gather data of v1, vb, v2"}));
}

/// Half a layer of a transformer, forwards and backwards, its two products a Megatron pair. What
/// lies between the pairs is cut along the sequence as `sequence` says.
std::string pair_in_sequence(const std::string &sequence) {
  return fmt::format(R"(mesh {{model: 4}}
block loss(x: f32[8, 64, 256], w: f32[256, 1024], v: f32[1024, 256]) {{
  n = constraint(mul(x, x)) @ [-, {0}, -]
  h = relu(dot(n, w, contract=[2],[0]))
  o = dot(h, v, contract=[2],[0])
  r = constraint(add(o, x)) @ [-, {0}, -]
  return sum(mul(r, r), dims=[0, 1, 2])
}}
program step(x: f32[8, 64, 256] @ [-, {0}, -], w: f32[256, 1024] @ [-, model],
             v: f32[1024, 256] @ [model, -]) {{
  dx, dw, dv = grad(@loss, x, w, v, wrt=[0, 1, 2])
  return dx @ [-, {0}, -], dw @ [-, model], dv @ [model, -]
}})",
                     sequence);
}

/// What a device sends, by kind of collective.
using Sent = std::map<std::string, std::vector<double>>;

Sent sent_by_pair(const std::string &sequence, bool choose) {
  const Plan plan = make_plan(parse_program(pair_in_sequence(sequence)), uniform_profile(),
                              {.choose = choose, .partition = true});
  Sent sent;
  for (const CollectiveUse &use : collectives_of(*plan.partitioned, uniform_profile()))
    sent[std::string(to_string(use.kind))].push_back(use.bytes);
  return sent;
}

// As Korthikanti et al. (2022) have it. Where nothing cuts the sequence the choice does so by
// itself: then no two devices compute the same of what is between the pairs.
TEST(SequenceParallel, EachAllReduceBecomesAReduceScatterAndAnAllGatherOfTheSameBytes) {
  const double part = 3 / 4.0 * (4 * 8 * 64 * 256); // of the activations
  const Sent whole{{"all_reduce", {2 * part, 2 * part}}},
      cut{{"reduce_scatter", {part, part}}, {"all_gather", {part, part}}};
  EXPECT_EQ(sent_by_pair("-", false), whole);
  EXPECT_EQ(sent_by_pair("model", false), cut);
  EXPECT_EQ(sent_by_pair("model", true), cut);
  EXPECT_EQ(sent_by_pair("-", true), cut);
}

// Rows 114 and 117, and sequence parallelism, as cut copies, on ranks too
// (tests/conformance_on_ranks).
TEST(WholeModels, EachIsRight) {
  const Shardings megatron{"[-, model]", "[model]", "[model, -]"};
  for (const std::string &text :
       {step("{model: 4}", "[-, -]", "[-, model]", "[model, -]", "[0, 1, 2]",
             "gx, g1, g2;gx @ [-, -], g1 @ [-, model], g2 @ [model, -]"),
        training_step("{data: 4}", "[data, -]", kWhole, kWhole),
        training_step("{data: 4}", "[data, -]", kWhole, kCut),
        training_step("{data: 4}", "[data, -]", kCut, kCut),
        training_step("{data: 2, model: 2}", "[data, -]", megatron, megatron),
        pair_in_sequence("model")})
    expect_right_values(text);
}

TEST(WholeModels, AreNeverDearerWithTheChoice) {
  for (const char *x : {"[data, -]", "[-, -]", "[data, model]"}) {
    const Program program =
        expand_grads(parse_program(step("{data: 2, model: 2}", x, "[-, model]", "[model, -]",
                                        "[1, 2]", "g1, g2;g1 @ [-, model], g2 @ [model, -]")));
    const auto cost = [](const Program &planned) {
      return cost_of(clean_up(partition(planned, uniform_profile()), uniform_profile()),
                     uniform_profile())
          .total_seconds();
    };
    const Program propagated = propagate(program);
    EXPECT_LE(cost(choose(program, propagated, uniform_profile())), cost(propagated)) << x;
  }
}

} // namespace
} // namespace brigade

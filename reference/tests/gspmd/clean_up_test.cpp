#include "brigade/gspmd/clean_up.hpp"

#include "brigade/gspmd/bucket_collectives.hpp"
#include "brigade/gspmd/live_bytes.hpp"
#include "brigade/gspmd/order_for_overlap.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/reduce_once.hpp"
#include "brigade/gspmd/scatter_reductions.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/ir/verify.hpp"
#include "conformance.hpp"
#include "whole_arrays.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// Each pass on programs that are partitioned already, so that nothing else decides what comes out.
namespace brigade {
namespace {

using testing::HasSubstr;
using Moves = std::vector<std::string>;

MachineProfile with_link(double latency, double seconds_per_byte,
                         CollectiveSteps steps = CollectiveSteps::ring) {
  MachineProfile profile = uniform_profile();
  profile.inside = profile.between = {latency, seconds_per_byte, steps, true};
  return profile;
}

void expect_same_values(const Program &before, const Program &after) {
  verify(after);
  const std::vector<Literal> arguments = whole_arguments(before);
  const std::vector<Literal> expected = simulate(before, arguments);
  const std::vector<Literal> got = simulate(after, arguments);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    expect_close(got[i], expected[i]);
}

/// A program's collectives, slices included.
Moves collectives(const Program &program) {
  Moves texts;
  for (const Instruction &instruction : program.main().instructions)
    if (info(instruction.operation).kind == OperationKind::collective)
      texts.push_back(std::string(to_string(instruction.operation)));
  return texts;
}

/// What scatter_reductions leaves of them, after checking its values.
Moves scattered(const std::string &text, const MachineProfile &profile = uniform_profile()) {
  const Program before = parse_program(text), after = scatter_reductions(before, profile);
  expect_same_values(before, after);
  return collectives(after);
}

const std::string kSum = "mesh {x: 2, y: 2} program p(a: f32[6, 5, 4] @ [x, -, -]) "
                         "{ b = sum(a, dims=[0]) @ [-, -] {unreduced x} "
                         "c = all_reduce(b, axes=[x], op=sum) @ [-, -] ";

TEST(ScatterReductions, WhatIsSlicedIsNeverReducedWhole) {
  EXPECT_EQ(scattered(kSum + "d = shard_slice(c, axes=[x], dim=1) @ [-, x] return d }"),
            Moves{"reduce_scatter"});
}

TEST(ScatterReductions, SlicesByOtherAxesFirst) {
  EXPECT_EQ(scattered(kSum + "d = shard_slice(c, axes=[y, x], dim=0) @ [(y, x), -] return d }"),
            (Moves{"shard_slice", "reduce_scatter"}));
}

TEST(ScatterReductions, FollowsSlicesOfSlices) {
  EXPECT_EQ(scattered(kSum + "d = shard_slice(c, axes=[y], dim=1) @ [-, y] "
                             "e = shard_slice(d, axes=[x], dim=0) @ [x, y] return e }"),
            (Moves{"shard_slice", "reduce_scatter"}));
}

TEST(ScatterReductions, KeepsTheReductionThatAnotherUserNeedsWhole) {
  // In rings a reduce_scatter and an all_gather are an all_reduce.
  const std::string both = kSum + "d = shard_slice(c, axes=[x], dim=1) @ [-, x] return d, c }";
  EXPECT_EQ(scattered(both), (Moves{"all_reduce", "shard_slice"}));
  // By recursive doubling they are cheaper, from four devices on.
  const std::string four =
      "mesh {x: 4} program p(a: f32[8, 64, 4] @ [x, -, -]) "
      "{ b = sum(a, dims=[0]) @ [-, -] {unreduced x} "
      "c = all_reduce(b, axes=[x], op=sum) @ [-, -] "
      "d = shard_slice(c, axes=[x], dim=0) @ [x, -] e = exp(c) @ [-, -] return d, e }";
  EXPECT_EQ(scattered(four, with_link(0, 1, CollectiveSteps::recursive_doubling)),
            (Moves{"reduce_scatter", "all_gather"}));
  EXPECT_EQ(scattered(four), (Moves{"all_reduce", "shard_slice"}));
}

TEST(ScatterReductions, OnlyWhereItIsCheaper) {
  // Two ways of cutting are two reductions: as dear as the one.
  EXPECT_EQ(scattered(kSum + "d = shard_slice(c, axes=[x], dim=1) @ [-, x] "
                             "e = shard_slice(c, axes=[x], dim=0) @ [x, -] return d, e }"),
            (Moves{"all_reduce", "shard_slice", "shard_slice"}));
}

TEST(ScatterReductions, TakesMaximaToo) {
  EXPECT_EQ(scattered("mesh {x: 3} program p(a: f32[6, 5] @ [x, -]) "
                      "{ b = max_reduce(a, dims=[0]) @ [-] {unreduced(max) x} "
                      "c = all_reduce(b, axes=[x], op=max) @ [-] "
                      "d = shard_slice(c, axes=[x], dim=0) @ [x] return d }"),
            Moves{"reduce_scatter"});
}

Moves reduced_once(const std::string &text, const MachineProfile &profile = uniform_profile()) {
  const Program before = parse_program(text), after = reduce_once(before, profile);
  expect_same_values(before, after);
  return collectives(after);
}

/// Three partial products of what devices hold parts of, and what is done with them.
std::string products(const std::string &rest, const std::string &third_axis = "x") {
  return fmt::format(
      "mesh {{x: 4, y: 2}} program p(a: f32[8, 12] @ [-, x], b: f32[12, 16] @ [x, -],"
      " c: f32[12, 16] @ [x, -], k: f32[8, 6] @ [-, {0}], l: f32[6, 16] @ [{0}, -],"
      " w: f32[8, 16] @ [-, -]) {{"
      " d = dot(a, b) @ [-, -] {{unreduced x}} e = dot(a, c) @ [-, -] {{unreduced x}}"
      " f = dot(k, l) @ [-, -] {{unreduced {0}}}"
      " g = all_reduce(d, axes=[x], op=sum) @ [-, -]"
      " h = all_reduce(e, axes=[x], op=sum) @ [-, -]"
      " i = all_reduce(f, axes=[{0}], op=sum) @ [-, -] {1} }}",
      third_axis, rest);
}

TEST(ReduceOnce, TheGradientOfWhatThreeProductsUse) {
  const std::string text = products("j = add(g, h) @ [-, -] m = add(j, i) @ [-, -] return m");
  EXPECT_EQ(reduced_once(text), Moves{"all_reduce"});
  const Program after = reduce_once(parse_program(text), uniform_profile());
  EXPECT_EQ(collectives_of(after, uniform_profile()).at(0).value, "d, e, f");
}

TEST(ReduceOnce, PartsOfALongerSum) {
  EXPECT_EQ(reduced_once(products("j = add(w, g) @ [-, -] m = add(j, h) @ [-, -]"
                                  " n = add(i, m) @ [-, -] return n")),
            Moves{"all_reduce"});
  // What is taken from it stays apart.
  EXPECT_EQ(reduced_once(products("j = add(g, w) @ [-, -] m = add(h, j) @ [-, -]"
                                  " n = sub(m, i) @ [-, -] return n")),
            (Moves{"all_reduce", "all_reduce"}));
}

TEST(ReduceOnce, DifferencesToo) {
  EXPECT_EQ(reduced_once(products("j = sub(g, h) @ [-, -] m = sub(i, j) @ [-, -] return m")),
            Moves{"all_reduce"});
}

TEST(ReduceOnce, NotWhatOthersUse) {
  const Moves all(3, "all_reduce");
  EXPECT_EQ(reduced_once(products("j = add(g, h) @ [-, -] return j, g, h, i")), all);
  EXPECT_EQ(reduced_once(products("j = add(g, h) @ [-, -] m = tanh(g) @ [-, -] return j, m, i")),
            all);
}

TEST(ReduceOnce, NotOverOtherAxesOrThroughProducts) {
  EXPECT_EQ(reduced_once(products("j = add(g, i) @ [-, -] return j, h", "y")),
            Moves(3, "all_reduce"));
  EXPECT_EQ(reduced_once(products("j = mul(g, h) @ [-, -] m = max(j, i) @ [-, -] return m")),
            Moves(3, "all_reduce"));
}

TEST(ReduceOnce, MaximaOfMaxima) {
  EXPECT_EQ(reduced_once("mesh {x: 3} program p(a: f32[6, 5] @ [x, -], b: f32[7, 5] @ [x, -]) {"
                         " c = max_reduce(a, dims=[0]) @ [-] {unreduced(max) x}"
                         " d = max_reduce(b, dims=[0]) @ [-] {unreduced(max) x}"
                         " e = all_reduce(c, axes=[x], op=max) @ [-]"
                         " f = all_reduce(d, axes=[x], op=max) @ [-]"
                         " g = max(e, f) @ [-] return g }"),
            Moves{"all_reduce"});
}

// Adding what all devices hold takes longer than adding the parts that they keep.
TEST(ReduceOnce, ScatteredSumsWhereThatTakesNoLonger) {
  const std::string text =
      "mesh {x: 4} program p(a: f32[8, 64] @ [x, -], b: f32[8, 64] @ [x, -]) {"
      " c = sum(a, dims=[0]) @ [-] {unreduced x} d = sum(b, dims=[0]) @ [-] {unreduced x}"
      " e = reduce_scatter(c, axes=[x], dim=0, op=sum) @ [x]"
      " f = reduce_scatter(d, axes=[x], dim=0, op=sum) @ [x] g = add(e, f) @ [x] return g }";
  EXPECT_EQ(reduced_once(text), Moves{"reduce_scatter"});
  MachineProfile slow = with_link(0, 1e-12);
  slow.flops_per_second = 1e6;
  EXPECT_EQ(reduced_once(text, slow), (Moves{"reduce_scatter", "reduce_scatter"}));
}

Program buckets(const Program &before, const MachineProfile &profile) {
  return bucket_collectives(before, profile, true, most_live_bytes(before));
}

/// Sums of the rows of several arrays, each reduced over x by itself.
const std::string kThreeSums =
    "mesh {x: 4} program p(a: f32[8, 6] @ [x, -], b: f32[8, 5] @ [x, -], c: f64[8, 4] @ [x, -]) {"
    " d = sum(a, dims=[0]) @ [-] {unreduced x} e = all_reduce(d, axes=[x], op=sum) @ [-]"
    " f = exp(e) @ [-]"
    " g = sum(b, dims=[0]) @ [-] {unreduced x} h = all_reduce(g, axes=[x], op=sum) @ [-]"
    " i = sum(c, dims=[0]) @ [-] {unreduced x} j = all_reduce(i, axes=[x], op=sum) @ [-]";

TEST(BucketCollectives, JoinsWhatIsOfOneKind) {
  const Program before = parse_program(kThreeSums + " return f, h, j }");
  const Program after = buckets(before, uniform_profile());
  expect_same_values(before, after);
  // The doubles travel alone.
  EXPECT_EQ(moves(after), (Moves{"all_reduce x", "all_reduce x"}));
  EXPECT_THAT(to_string(after), HasSubstr("e @ [-], h @ [-] = all_reduce(d, g, axes=[x], op=sum)"));
  const CollectiveUse bucket = collectives_of(after, uniform_profile())[0];
  EXPECT_THAT(bucket.reason, HasSubstr("2 travel together"));
  EXPECT_LT(cost_of(after, uniform_profile()).total_seconds(),
            cost_of(before, uniform_profile()).total_seconds());
}

TEST(BucketCollectives, NotWithWhatItWaitsFor) {
  const Program before = parse_program(
      "mesh {x: 4} program p(a: f32[8, 6] @ [x, -], b: f32[8, 6] @ [x, -]) {"
      " d = sum(a, dims=[0]) @ [-] {unreduced x} e = all_reduce(d, axes=[x], op=sum) @ [-]"
      " w = broadcast(e, [8, 6], dims=[1]) @ [x, -] v = mul(b, w) @ [x, -]"
      " g = sum(v, dims=[0]) @ [-] {unreduced x} h = all_reduce(g, axes=[x], op=sum) @ [-]"
      " return h }");
  EXPECT_EQ(buckets(before, uniform_profile()), before);
}

TEST(BucketCollectives, OnlyWhereItSavesTime) {
  const Program before = parse_program(kThreeSums + " return f, h, j }");
  EXPECT_EQ(buckets(before, with_link(0, 1e-11)), before) << "no latency, nothing to save";
}

// The first sum's message can travel while the second, long one is computed. Whether that is worth
// a message more is a question of the latency.
TEST(BucketCollectives, ComparesTheLatencyWithWhatIsHidden) {
  const Program before = parse_program(
      "mesh {x: 4} program p(a: f32[4096, 1024] @ [x, -], b: f32[4096, 1024] @ [x, -],"
      " c: f32[4096, 1024] @ [x, -]) {"
      " d = dot(a, b, contract=[0],[0]) @ [-, -] {unreduced x}"
      " e = all_reduce(d, axes=[x], op=sum) @ [-, -]"
      " f = dot(a, c, contract=[0],[0]) @ [-, -] {unreduced x}"
      " g = all_reduce(f, axes=[x], op=sum) @ [-, -] return e, g }");
  const double dot_seconds = 2.0 * 1024 * 1024 * 1024 / uniform_profile().flops_per_second;
  const auto count = [&](double latency) {
    return moves(buckets(before, with_link(latency, 1e-13))).size();
  };
  // A message more costs 2 (p-1) latencies, and all of the first one's time can be hidden.
  EXPECT_EQ(count(dot_seconds / 100), 2u);
  EXPECT_EQ(count(dot_seconds * 10), 1u);
  // Nothing is hidden where the device makes the copies itself.
  MachineProfile copying = with_link(dot_seconds / 100, 1e-13);
  copying.inside.overlaps = copying.between.overlaps = false;
  const Program together = buckets(before, copying);
  EXPECT_EQ(moves(together).size(), 1u);
  EXPECT_EQ(cost_of(together, copying).overlapped_seconds, 0);
}

TEST(BucketCollectives, JoinsGathersAndScattersToo) {
  const Program before = parse_program(
      "mesh {x: 4} program p(a: f32[8, 6] @ [x, -], b: f32[8, 5] @ [x, -]) {"
      " c = all_gather(a, axes=[x], dim=0) @ [-, -] d = all_gather(b, axes=[x], dim=0) @ [-, -]"
      " e = sum(a, dims=[0]) @ [-] {unreduced x} f = reduce_scatter(e, axes=[x], dim=0, op=sum) @ "
      "[x] g = sum(b, dims=[0]) @ [-] {unreduced x}"
      " h = reduce_scatter(g, axes=[x], dim=0, op=sum) @ [x] return c, d, f, h }");
  const Program after = buckets(before, uniform_profile());
  expect_same_values(before, after);
  EXPECT_EQ(moves(after), (Moves{"all_gather x", "reduce_scatter x"}));
}

TEST(OrderForOverlap, PutsIndependentComputingBehindACollective) {
  // As a backward pass writes it: the weights' gradient first, then that of the input, which has to
  // be reduced before anything goes on.
  const Program before = parse_program(
      "mesh {x: 4} program p(dy: f32[16, 64] @ [-, x], w: f32[32, 64] @ [-, x],"
      " a: f32[16, 32] @ [-, -]) {"
      " dw = dot(a, dy, contract=[0],[0]) @ [-, x]"
      " d = dot(dy, w, contract=[1],[1]) @ [-, -] {unreduced x}"
      " dx = all_reduce(d, axes=[x], op=sum) @ [-, -] e = tanh(dx) @ [-, -] return dw, e }");
  MachineProfile profile = uniform_profile();
  profile.flops_per_second = 1e9;
  const Program after = order_for_overlap(before, profile, most_live_bytes(before));
  expect_same_values(before, after);
  const PlanCost own = cost_of(before, profile), now = cost_of(after, profile);
  EXPECT_EQ(own.overlapped_seconds, 0);
  EXPECT_GT(now.overlapped_seconds, 0);
  EXPECT_DOUBLE_EQ(now.total_seconds(), own.total_seconds()) << "which nothing hides from";
  const std::string text = to_string(after);
  EXPECT_LT(text.find("dx = all_reduce"), text.find("dw = dot")) << text;
}

// Weights that are cut are gathered one layer ahead, and not all at once.
TEST(OrderForOverlap, GathersOneAhead) {
  std::string text = "mesh {x: 4} program p(a0: f32[4096, 1024] @ [x, -]";
  constexpr int kLayers = 48; // of which one more is little
  for (int i = 1; i <= kLayers; ++i)
    text += fmt::format(", w{}: f32[1024, 1024] @ [x, -]", i);
  text += ") {";
  for (int i = 1; i <= kLayers; ++i)
    text += fmt::format(" v{0} = all_gather(w{0}, axes=[x], dim=0) @ [-, -]"
                        " a{0} = dot(a{1}, v{0}) @ [x, -]",
                        i, i - 1);
  const Program before = parse_program(text + fmt::format(" return a{} }}", kLayers));
  const MachineProfile profile = with_link(1e-6, 1e-12);
  const Program after = order_for_overlap(before, profile, most_live_bytes(before));
  EXPECT_GT(cost_of(after, profile).overlapped_seconds, 0);
  EXPECT_LE(live_bytes(after), kMostGrowthOfMemory * live_bytes(before));
  int gathered = 0; // and not used yet
  for (const Instruction &instruction : after.main().instructions) {
    gathered += instruction.operation == Operation::all_gather ? 1 : -1;
    EXPECT_LE(gathered, 2) << "the next one, and one ahead";
  }
}

TEST(CleanUp, LeavesOutWhatNobodyUses) {
  const Program before = parse_program(
      "mesh {x: 2} program p(a: f32[4] @ [x]) { b = all_gather(a, axes=[x], dim=0) @ [-] "
      "c = exp(b) @ [-] return a }");
  EXPECT_EQ(moves(before), Moves{"all_gather x"});
  EXPECT_TRUE(clean_up(before, uniform_profile()).main().instructions.empty());
}

TEST(CleanUp, EachPassCanBeLeftOut) {
  const Program before = parse_program(
      "mesh {x: 4} program p(a: f32[8, 6] @ [x, -], b: f32[8, 6] @ [x, -]) {"
      " d = sum(a, dims=[0]) @ [-] {unreduced x} e = all_reduce(d, axes=[x], op=sum) @ [-]"
      " f = shard_slice(e, axes=[x], dim=0) @ [x] u = all_gather(f, axes=[x], dim=0) @ [-]"
      " g = sum(b, dims=[0]) @ [-] {unreduced x} h = all_reduce(g, axes=[x], op=sum) @ [-]"
      " i = sum(a, dims=[0]) @ [-] {unreduced x} j = all_reduce(i, axes=[x], op=sum) @ [-]"
      " k = all_reduce(g, axes=[x], op=sum) @ [-] l = exp(h) @ [-]"
      " m = max(a, b) @ [x, -] n = sum(m, dims=[0]) @ [-] {unreduced x}"
      " o = all_reduce(n, axes=[x], op=sum) @ [-] q = min(a, b) @ [x, -]"
      " r = sum(q, dims=[0]) @ [-] {unreduced x} s = all_reduce(r, axes=[x], op=sum) @ [-]"
      " t = sub(o, s) @ [-] return f, h, j, k, l, t }");
  EXPECT_EQ(clean_up(before, uniform_profile(), CleanUpPasses::none()), before);
  const Program all = clean_up(before, uniform_profile());
  expect_same_values(before, all);
  for (const CleanUpPass &pass : clean_up_passes()) {
    CleanUpPasses passes;
    passes.*(pass.runs) = false;
    const Program without = clean_up(before, uniform_profile(), passes);
    expect_same_values(before, without);
    if (pass.name == "overlap")
      continue; // here all that computes has to wait
    EXPECT_NE(without, all) << pass.name;
  }
}

TEST(CleanUp, PassesStandOnThePageOfPlanning) {
  std::ifstream file(PLANNING_PAGE);
  const std::string page(std::istreambuf_iterator<char>(file), {});
  std::size_t last = 0;
  for (const CleanUpPass &pass : clean_up_passes()) {
    const std::size_t at = page.find(fmt::format("\n| `{}` | ", pass.name));
    EXPECT_NE(at, std::string::npos) << pass.name;
    EXPECT_GT(at, last) << pass.name << " comes later";
    last = at;
  }
}

// A concat may have one operand.
TEST(CleanUp, LooksForNoSecondPartOfAConcatOfOne) {
  const Program program = parse_program("mesh {x: 2} program p(a: f32[4]) {"
                                        " c = concat(relu(a), dim=0)"
                                        " return concat(tanh(a), c, dim=0) }");
  const std::vector<Literal> arguments = whole_arguments(program);
  expect_close(simulate(*make_plan(program).partitioned, arguments)[0],
               interpret(program, arguments)[0]);
}

// A checkpoint computes its block again, for the derivative: no pass joins the two.
TEST(CleanUp, LetsACheckpointComputeTwice) {
  const auto dots = [](const char *checkpoint, bool cleaned) {
    const std::string text =
        "mesh {x: 2} block layer(x: f32[4, 6], w: f32[6, 6]) { return tanh(dot(x, w)) }"
        " block loss(x: f32[4, 6], v: f32[6, 6], w: f32[6, 6]) {"
        "  h = call @layer(x, v" +
        std::string(checkpoint) +
        ")"
        "  o = call @layer(h, w" +
        std::string(checkpoint) +
        ") return sum(mul(o, o), dims=[0, 1]) }"
        " program step(x: f32[4, 6] @ [x, -], v: f32[6, 6] @ [-, -], w: f32[6, 6] @ [-, -]) {"
        "  dv, dw = grad(@loss, x, v, w, wrt=[1, 2]) return dv @ [-, -], dw @ [-, -] }";
    Passes passes;
    if (!cleaned)
      passes.cleanup = CleanUpPasses::none();
    const Plan plan = make_plan(parse_program(text), uniform_profile(), passes);
    int count = 0;
    for (const Instruction &instruction : inline_calls(*plan.partitioned).main().instructions)
      count += instruction.operation == Operation::dot;
    return count;
  };
  for (const bool cleaned : {false, true}) {
    EXPECT_EQ(dots("", cleaned), 5);
    EXPECT_EQ(dots(", checkpoint=true", cleaned), 7);
  }
}

} // namespace
} // namespace brigade

#include "brigade/gspmd/explain.hpp"

#include "brigade/core/quantity.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/reshard.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/trace/expand_grads.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace brigade {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const char *const kMlp = R"(mesh {x: 2, y: 2}
program mlp(a: f32[8, 32] @ [x, -], b: f32[32, 16], c: f32[16]) {
  d = dot(a, b)
  e = relu(add(d, broadcast(c, [8, 16], dims=[1])))
  f = constraint(e) @ [?, y]
  return f, sum(f, dims=[0])
}
)";

const char *const kTraining = R"(mesh {data: 2, model: 2}
block loss(w: f32[8, 12], v: f32[12, 4], x: f32[6, 8]) {
  h = relu(dot(x, w))
  y = dot(h, v)
  return sum(mul(y, y), dims=[0, 1])
}
program step(w: f32[8, 12] @ [-, model], v: f32[12, 4] @ [model, -], x: f32[6, 8] @ [data, -]) {
  loss = call @loss(w, v, x)
  dw, dv = grad(@loss, w, v, x, wrt=[0, 1])
  return loss, dw, dv
}
)";

const char *const kMergesAndSplits = R"(mesh {x: 2, y: 3}
program p(a: f32[6, 4, 5] @ [(x, y), ?, ?], w: f32[20, 3]) {
  m = reshape(a, [6, 20])
  t = transpose(dot(m, w), perm=[1, 0])
  return reshape(t, [3, 2, 3])
}
)";

Explanation explained(const std::string &program, Passes passes = {}) {
  return explain(make_plan(parse_program(program, "p.txt"), uniform_profile(), passes));
}

std::string reason_of(const Explanation &explanation, const std::string &name) {
  for (const ExplainedValue &value : explanation.values)
    if (value.name == name)
      return value.reason;
  return "no such value";
}

TEST(Explain, SaysOfAValueFromWhereItsAxesCome) {
  const Explanation mlp = explained(kMlp, {.choose = false});
  EXPECT_EQ(reason_of(mlp, "a"), "annotated");
  EXPECT_EQ(reason_of(mlp, "b"), "y from d (dot, j)");
  EXPECT_EQ(reason_of(mlp, "f"), "constraint at p.txt:5:7, x from e (constraint, i)");
}

// What propagation tells is the whole story: annotated axes, and behind them those of each step.
TEST(Explain, StepsOfPropagationAddUpToWhatItFound) {
  for (const char *text : {kMlp, kTraining, kMergesAndSplits}) {
    const Program annotated = inline_calls(expand_grads(parse_program(text)));
    const Propagated propagated = propagate_and_tell(annotated);
    const Block &block = propagated.program.main();
    std::vector<std::vector<std::vector<std::string>>> axes;
    const auto begin = [&](const std::optional<TensorSharding> &sharding, std::size_t rank) {
      axes.emplace_back();
      for (const DimensionSharding &dimension : sharding.value_or(open_sharding(rank)).dimensions)
        axes.back().push_back(dimension.axes);
    };
    for (const Value &value : annotated.main().values)
      begin(value.sharding, value.type.rank());
    for (const Result &result : annotated.main().results)
      begin(result.sharding, block.type(result.value).rank());
    for (const Instruction &instruction : annotated.main().instructions)
      if (const auto *constraint = std::get_if<ConstraintAttributes>(&instruction.attributes))
        for (std::size_t dim = 0; dim < constraint->sharding.dimensions.size(); ++dim)
          axes[static_cast<std::size_t>(instruction.results[0].index)][dim] =
              constraint->sharding.dimensions[dim].axes;
    EXPECT_FALSE(propagated.spreads.empty());
    for (const Spread &spread : propagated.spreads) {
      std::vector<std::string> there;
      for (const auto &dimension : axes.at(spread.from))
        there.insert(there.end(), dimension.begin(), dimension.end());
      for (const std::string &axis : axis_names(spread.axes, *propagated.program.mesh)) {
        EXPECT_THAT(there, testing::Contains(axis)) << "where it comes from has it already";
        axes.at(spread.to).at(spread.dimension).push_back(axis);
      }
    }
    for (std::size_t i = 0; i < block.values.size(); ++i)
      for (std::size_t dim = 0; dim < block.values[i].type.rank(); ++dim)
        EXPECT_EQ(axes[i][dim], block.values[i].sharding->dimensions[dim].axes)
            << text << " value " << i << " dimension " << dim;
  }
}

TEST(Explain, SaysWhatWasChosenOverWhatWasPropagated) {
  for (const char *text : {kMlp, kTraining, kMergesAndSplits}) {
    const Explanation explanation = explained(text);
    const Program propagated = propagate(explanation.plan.annotated);
    const Block &block = explanation.plan.sharded.main();
    const std::vector<ValueId> values = propagated_values(block);
    ASSERT_EQ(values.size(), propagated.main().values.size());
    // Those of the blocks that it calls come before.
    const std::vector<ExplainedValue> explained(
        explanation.values.end() - static_cast<std::ptrdiff_t>(block.values.size()),
        explanation.values.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const TensorSharding &before = propagated.main().values[i].sharding.value();
      const ExplainedValue &value = explained[static_cast<std::size_t>(values[i].index)];
      EXPECT_EQ(value.reason.starts_with("chosen"), value.sharding != before) << value.name;
    }
    for (const Instruction &instruction : block.instructions)
      if (is_chosen_gather(instruction)) {
        const auto result = static_cast<std::size_t>(instruction.results[0].index);
        EXPECT_THAT(explained[result].reason, StartsWith("chosen: "));
      }
  }
  Plan plan = make_plan(parse_program(kMlp), uniform_profile(), {.choose = false});
  const TensorSharding before = parse_tensor_sharding("[y, -]");
  plan.departures = {{plan.sharded.main().parameters[0], before, 2e-6},
                     {plan.sharded.main().parameters[1], before, 0}};
  const Explanation chosen = explain(plan);
  EXPECT_EQ(reason_of(chosen, "a"), "chosen to save 2 µs, was propagated as [y, -]");
  EXPECT_EQ(reason_of(chosen, "b"), "chosen together with others, was propagated as [y, -]");
}

TEST(Explain, SaysOfACollectiveWhyItsValueLiesSo) {
  const Explanation mlp =
      explained("mesh {x: 2}\nprogram p(a: f32[8, 4] @ [-, x], b: f32[4, 6]) {\n"
                "  c = dot(a, b)\n  return constraint(c) @ [-, -]\n}\n",
                {.choose = false});
  ASSERT_EQ(mlp.collectives.size(), 1);
  EXPECT_EQ(mlp.collectives[0].use.kind, Operation::all_reduce);
  EXPECT_EQ(mlp.collectives[0].use.value, "c");
  EXPECT_THAT(to_string(mlp), HasSubstr(mlp.collectives[0].rule));
  for (const ExplainedCollective &collective : explained(kTraining).collectives)
    EXPECT_NE(collective.rule, "") << collective.use.value;
}

// A gather that was chosen is a value too, by which those behind it are numbered.
TEST(Explain, CallsWhatIsGatheredAsThePrintedProgramDoes) {
  const Explanation explanation =
      explained("mesh {x: 4, y: 2} program z(a: f32[16, 32] @ [x, y], c: f32[8, 5] @ [x, y]) {\n"
                "  return sum(a, dims=[0]), sum(transpose(c, perm=[1, 0]), dims=[0, 1]),\n"
                "         max_reduce(neg(a), dims=[0])\n}\n");
  EXPECT_THAT(to_string(explanation.plan.sharded), HasSubstr("%4 = transpose(c"));
  EXPECT_THAT(reason_of(explanation, "%5"), StartsWith("chosen: %4 for sum, "));
  std::size_t of_the_transpose = 0;
  for (const ExplainedCollective &collective : explanation.collectives) {
    of_the_transpose += collective.use.value == "%4";
    EXPECT_TRUE(collective.use.value == "%4" || collective.use.value == "a");
    if (collective.use.value == "%4") {
      EXPECT_THAT(collective.rule, StartsWith("%4 lies as [y, x]: "));
    }
  }
  EXPECT_EQ(of_the_transpose, 2);
  ASSERT_EQ(explanation.replications.size(), 1);
  EXPECT_EQ(explanation.replications[0].value, "%4");
  EXPECT_NE(explanation.replications[0].reason, "");
  EXPECT_NE(explanation.replications[0].advice, "");
}

TEST(Explain, TextReadsBackAsTheProgram) {
  for (const char *text : {kMlp, kTraining, kMergesAndSplits}) {
    const Explanation explanation = explained(text);
    const std::string printed = to_string(explanation);
    const std::size_t begin = printed.find("mesh"), end = printed.find("\n\nOn every device:");
    ASSERT_NE(end, std::string::npos);
    EXPECT_EQ(to_string(parse_program(printed.substr(begin, end - begin))),
              to_string(explanation.plan.sharded));
  }
}

TEST(Explain, EndsWithTheProgramWhereThatIsAllThereIs) {
  const Explanation explanation = explained(kMlp, {.choose = false, .partition = false});
  EXPECT_THAT(to_string(explanation), Not(HasSubstr("On every device")));
  EXPECT_TRUE(explanation.collectives.empty());
}

TEST(Explain, ColoursOnlyWhereTheyAreWanted) {
  const Explanation explanation = explained(kTraining);
  EXPECT_THAT(to_string(explanation), Not(HasSubstr("\033")));
  const std::string coloured = to_string(explanation, {.colours = true});
  EXPECT_THAT(coloured, HasSubstr("\033[33mall_"));
  std::string plain;
  for (std::size_t i = 0; i < coloured.size(); ++i)
    if (coloured[i] == '\033')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  EXPECT_EQ(plain, to_string(explanation));
}

TEST(FullReplication, HasAReasonAndAnAdviceEverywhere) {
  std::size_t count = 0;
  for (const char *text : {kMlp, kTraining, kMergesAndSplits})
    for (const FullReplication &each : explained(text).replications) {
      EXPECT_NE(each.reason, "") << each.value;
      EXPECT_NE(each.advice, "") << each.value;
      ++count;
    }
  EXPECT_GT(count, 0U);
}

TEST(FullReplication, OfValuesThatTravelTogetherIsToldOfAllOfThem) {
  const Explanation explanation =
      explained("mesh {x: 4} program p(a: f32[8] @ [x], b: f32[12] @ [x]) {\n"
                "  return reverse(a, dims=[0]) @ [-], reverse(b, dims=[0]) @ [-]\n}",
                {.choose = false});
  ASSERT_EQ(explanation.replications.size(), 1);
  EXPECT_EQ(explanation.replications[0].value, "a, b");
  EXPECT_EQ(explanation.replications[0].source, "p.txt:2:10, p.txt:2:38");
  ASSERT_EQ(explanation.collectives.size(), 1);
  EXPECT_EQ(explanation.collectives[0].use.source, "p.txt:2:10, p.txt:2:38");
  EXPECT_EQ(explanation.replications[0].bytes, (8 + 12) * 4);
  EXPECT_EQ(explanation.replications[0].reason, "they travel together");
  EXPECT_THAT(explanation.replications[0].advice, HasSubstr("tells of each by itself"));
}

// What stays cut along another axis, or is asked for, does not count, whatever travels with it.
TEST(FullReplication, OfValuesThatTravelTogetherCountsThoseThatBecomeWhole) {
  const Explanation explanation = explained(
      "mesh {x: 2, y: 2} program p(a: f32[8, 4] @ [x, -], b: f32[12, 4] @ [x, y], c: f32[6, 4] @ "
      "[x, -]) {\n"
      "  return reverse(a, dims=[0]) @ [-, -], reverse(b, dims=[0]) @ [-, y], c @ [-, -]\n}",
      {.choose = false});
  ASSERT_EQ(explanation.replications.size(), 1);
  EXPECT_EQ(explanation.replications[0].bytes, 8 * 4 * 4);
}

// The largest of each block and its place are gathered, which stand in no program that was given.
TEST(FullReplication, IsNotToldOfWhatThePlannerPutsIntoAnArgmax) {
  const Explanation explanation =
      explained("mesh {x: 4} program p(a: f32[3, 400000] @ [-, x]) { return argmax(a, dims=[1]) }");
  EXPECT_FALSE(explanation.collectives.empty());
  EXPECT_TRUE(explanation.replications.empty());
}

const char *const kReverse = "mesh {x: 4}\n"
                             "program p(a: f32[8, 16] @ [x, -], w: f32[16, 16]) {\n"
                             "  h = dot(a, w)\n"
                             "  r = reverse(h, dims=[0])\n"
                             "  return relu(r)\n"
                             "}\n";

TEST(FullReplication, IsSaidWithItsLineAndReason) {
  const Explanation explanation = explained(kReverse, {.choose = false});
  ASSERT_EQ(explanation.replications.size(), 1);
  const FullReplication &replication = explanation.replications[0];
  EXPECT_EQ(replication.value, "h");
  EXPECT_EQ(replication.operation, "reverse");
  EXPECT_EQ(replication.source, "p.txt:4:7");
  EXPECT_EQ(replication.bytes, 8 * 16 * 4);
  EXPECT_EQ(replication.reason, "reverse needs dimension 0 whole");
  EXPECT_THAT(to_string(explanation),
              HasSubstr("Whole on every device:\n  h (512 B) for reverse at p.txt:4:7: "));
}

// The advice is followed: what it annotates, in the text. Of sizes at which it pays: what is as
// small as above is cheapest whole, however it is annotated.
TEST(FullReplication, IsAvoidedByWhatIsAdvised) {
  const char *const large = "mesh {x: 4}\n"
                            "program p(a: f32[4096, 1024] @ [x, -], w: f32[1024, 1024]) {\n"
                            "  h = dot(a, w)\n"
                            "  r = reverse(h, dims=[0])\n"
                            "  s = relu(r)\n"
                            "  return s\n"
                            "}\n";
  const Explanation explanation = explained(large, {.choose = false});
  ASSERT_EQ(explanation.replications.size(), 1);
  const std::string advice = explanation.replications[0].advice;
  EXPECT_THAT(advice, HasSubstr(" avoids it, at "));
  Program followed = parse_program(large, "p.txt");
  const std::string name = advice.substr(0, advice.find(' '));
  const std::size_t begin = advice.find('[');
  for (Value &value : followed.main().values)
    if (value.name == name)
      value.sharding = parse_tensor_sharding(advice.substr(begin, advice.find(']') + 1 - begin));
  EXPECT_NE(followed, parse_program(large, "p.txt"));
  EXPECT_TRUE(explain(make_plan(followed)).replications.empty());
}

TEST(FullReplication, SaysWhatASumOfPartsWouldTake) {
  const Explanation explanation =
      explained("mesh {x: 4} program p(c: f32[5] @ [x]) { return sum(c, dims=[0]) }");
  ASSERT_EQ(explanation.replications.size(), 1);
  const Mesh &mesh = *explanation.plan.sharded.mesh;
  Layout partial = replicated_layout(0), rows = replicated_layout(1);
  partial.unreduced = AxisSet(0);
  rows.dimensions[0] = {Axis(0)};
  const double reduce = plan_reshard({DType::f32, {}}, partial, replicated_layout(0), mesh,
                                     explanation.plan.profile)
                            .seconds,
               gather = plan_reshard({DType::f32, {5}}, rows, replicated_layout(1), mesh,
                                     explanation.plan.profile)
                            .seconds;
  EXPECT_GT(reduce, gather);
  EXPECT_EQ(explanation.replications[0].advice,
            fmt::format("in parts sum leaves partial results, and all_reduce takes {} in place of "
                        "{}",
                        seconds_text(reduce), seconds_text(gather)));
}

// Each of these tries two annotations or more; a program of 60 operations is planned again ten
// times.
TEST(FullReplication, SaysWhereOthersHaveTakenItsTries) {
  std::string text = "mesh {x: 4}\nprogram p(a: f32[4096, 64] @ [x, -]) {\n  h0 = tanh(a)\n";
  for (int i = 0; i < 30; ++i)
    text += fmt::format(
        "  r{0} = reverse(h{0}, dims=[0])\n  h{1} = constraint(tanh(r{0})) @ [x, -]\n", i, i + 1);
  const Explanation explanation = explained(text + "  return h30\n}\n", {.choose = false});
  const std::vector<FullReplication> &all = explanation.replications;
  ASSERT_GE(all.size(), 20u);
  EXPECT_THAT(all.front().advice, Not(HasSubstr("not tried")));
  EXPECT_THAT(all.back().advice, HasSubstr("(not tried: others were tried first)"));
}

TEST(FullReplication, IsNoneWhereItIsAskedFor) {
  EXPECT_TRUE(explained("mesh {x: 4} program p(a: f32[8] @ [x]) { return constraint(a) @ [-] }")
                  .replications.empty());
  EXPECT_TRUE(
      explained("mesh {x: 4} program p(a: f32[8] @ [x]) { return a @ [-] }").replications.empty());
}

} // namespace
} // namespace brigade

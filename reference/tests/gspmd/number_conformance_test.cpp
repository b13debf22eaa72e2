#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <ostream>
#include <string>

// Numbers of the conformance list that are properties of whole plans, at full size.
namespace brigade {
namespace {

/// A step of training of linear layers h1 = x W1, h2 = h1 W2, …: all weights' gradients and
/// updates.
struct LinearLayers {
  const char *name;
  int layers, batch, hidden;
  bool has_bias;
  double seconds; ///< of the cheapest plan, by Alpa's cost model
};
void PrintTo(const LinearLayers &model, std::ostream *out) { *out << model.name; }

/// How the weight of a layer is cut, before the step as after it.
using Table = std::function<std::string(int layer)>;

std::string text_of(const LinearLayers &model, const Table &table) {
  const std::string weight = fmt::format("f32[{0}, {0}]", model.hidden),
                    bias = fmt::format("f32[{}]", model.hidden),
                    input = fmt::format("x: f32[{}, {}]", model.batch, model.hidden);
  std::string types, cut_types, arguments, gradients, body, updates, results, wrt, last = "x";
  int parameter = 0;
  const auto add = [&](const std::string &name, const std::string &type, const std::string &cut) {
    types += fmt::format(", {}: {}", name, type);
    cut_types += fmt::format(", {}: {} @ {}", name, type, cut);
    arguments += ", " + name;
    const char *comma = parameter == 0 ? "" : ", ";
    gradients += fmt::format("{}g_{}", comma, name);
    wrt += fmt::format("{}{}", comma, ++parameter);
    updates += fmt::format(" u_{0} = sub({0}, mul(g_{0}, const({1}, 0.5)))", name, type);
    results += fmt::format("{}u_{} @ {}", comma, name, cut);
  };
  for (int layer = 1; layer <= model.layers; ++layer) {
    const std::string cut = table(layer);
    add(fmt::format("w{}", layer), weight, cut);
    std::string output = fmt::format("dot({}, w{})", last, layer);
    if (model.has_bias) {
      add(fmt::format("b{}", layer), bias, cut == "[-, d]" ? "[d]" : "[-]");
      output = fmt::format("add({}, broadcast(b{}, [{}, {}], dims=[1]))", output, layer,
                           model.batch, model.hidden);
    }
    last = fmt::format("h{}", layer);
    body += fmt::format(" {} = {}", last, output);
  }
  return fmt::format(
      "mesh {{d: 4}} block loss({0}{1}) {{{2} return sum(mul({3}, {3}), dims=[0, 1])"
      " }} program step({0}{4}) {{ {5} = grad(@loss, x{6}, wrt=[{7}]){8} return {9} }}",
      input, types, body, last, cut_types, gradients, arguments, wrt, updates, results);
}

/// A latency and a byte take a second, latencies count once for each collective, and devices are so
/// slow that each product is shared out among all of them: to compute all of it on each would take
/// longer than anything that moves.
MachineProfile alpa_profile() {
  const LinkProfile link{1, 1, CollectiveSteps::one, false};
  return {"alpa", 20, 1e30, link, link, 0};
}

/// Alpa's cost of what a plan moves: whole seconds, and a little more by the kind.
double alpa_seconds(const Program &partitioned) {
  double seconds = 0;
  for (const CollectiveUse &use : collectives_of(partitioned, alpa_profile())) {
    seconds += std::floor(use.seconds);
    seconds += use.kind == Operation::all_gather       ? 0.1
               : use.kind == Operation::all_reduce     ? 0.01
               : use.kind == Operation::reduce_scatter ? 0.001
                                                       : 0;
  }
  return seconds;
}

class AlpaOptimum : public testing::TestWithParam<LinearLayers> {};

TEST_P(AlpaOptimum, IsThePlanOfTheCheapestWayToCutTheWeights) {
  const Table tables[] = {[](int) { return "[-, -]"; }, [](int) { return "[d, -]"; },
                          [](int) { return "[-, d]"; },
                          [](int layer) { return layer % 2 == 1 ? "[-, d]" : "[d, -]"; },
                          [](int layer) { return layer % 2 == 1 ? "[d, -]" : "[-, d]"; }};
  double least = std::numeric_limits<double>::infinity();
  for (const Table &table : tables) {
    Passes passes{.cut_parameters = true}; // the input, that is; each weight is annotated
    passes.cleanup.bucket = false;
    const Plan plan = make_plan(parse_program(text_of(GetParam(), table)), alpa_profile(), passes);
    least = std::min(least, alpa_seconds(*plan.partitioned));
  }
  EXPECT_NEAR(least, GetParam().seconds, 1e-3 * GetParam().seconds);
}

INSTANTIATE_TEST_SUITE_P(
    Of, AlpaOptimum,
    testing::Values(LinearLayers{"two_wide_batches", 2, 1024, 128, false, 196610.02},
                    LinearLayers{"two_wide_layers", 2, 128, 1024, false, 786433.01},
                    LinearLayers{"twelve_wide_batches", 12, 1024, 128, false, 1179660.12},
                    LinearLayers{"twelve_wide_layers", 12, 128, 1024, false, 8650763.11},
                    LinearLayers{"two_with_bias", 2, 1024, 128, true, 198148.04}),
    [](const auto &model) { return std::string(model.param.name); });

constexpr double kDevices = 64, kHidden = 1024, kParameters = 2 * kHidden * kHidden;

/// Two layers with Adam's two averages (their bias correction left out), all float32. Weights,
/// gradients and averages lie as these say; the input's gradient is returned, as to a layer below.
Plan adam_step(const std::string &weights, const std::string &gradients,
               const std::string &averages, CleanUpPasses cleanup) {
  std::string parameters, updates, results;
  for (int layer = 1; layer <= 2; ++layer) {
    parameters += fmt::format(", w{0}: {1} @ {2}, m{0}: {1} @ {3}, v{0}: {1} @ {3}", layer,
                              "f32[1024, 1024]", weights, averages);
    updates += fmt::format(" c{0} = constraint(g{0}) @ {2}"
                           " n{0} = add(mul(m{0}, const({1}, 0.9)), mul(c{0}, const({1}, 0.1)))"
                           " s{0} = add(mul(v{0}, const({1}, 0.9)), mul(c{0}, c{0}))"
                           " u{0} = sub(w{0}, div(n{0}, sqrt(s{0})))",
                           layer, "f32[1024, 1024]", averages);
    results += fmt::format(", u{0} @ {1}, n{0} @ {2}, s{0} @ {2}", layer, weights, averages);
  }
  return make_plan(
      parse_program(fmt::format(
          "mesh {{data: 64}} block loss(x: f32[256, 1024], w1: f32[1024, 1024], w2: f32[1024, "
          "1024])"
          " {{ h = relu(constraint(dot(x, w1)) @ [data, ?]) o = dot(h, w2) return sum(mul(o, o), "
          "dims=[0, 1]) }}"
          " program step(x: f32[256, 1024] @ [data, -]{0}) {{"
          " gx, g1 @ {1}, g2 @ {1} = grad(@loss, x, w1, w2, wrt=[0, 1, 2]){2}"
          " return gx @ [data, -]{3} }}",
          parameters, gradients, updates, results)),
      uniform_profile(), {.choose = false, .cleanup = cleanup});
}

/// Bytes that a device holds of weights, gradients and averages.
double state_bytes(const Plan &plan) {
  double bytes = 0;
  for (const Value &value : plan.sharded.main().values)
    if (value.name.size() == 2 && std::string("wgmv").find(value.name[0]) != std::string::npos &&
        std::isdigit(static_cast<unsigned char>(value.name[1])))
      bytes += largest_block_bytes(value.type, *value.sharding, *plan.sharded.mesh);
  return bytes;
}

/// Elements that a device sends in a step, times N / (N - 1).
double moved_elements(const Plan &plan) {
  double bytes = 0;
  for (const CollectiveUse &use : collectives_of(*plan.partitioned, plan.profile))
    bytes += use.bytes;
  return bytes / 4 * kDevices / (kDevices - 1);
}

// Rajbhandari et al. 2020. Until gradients are reduced, all of them are on each device.
TEST(ZeroStages, HoldAndMoveWhatThePaperSays) {
  const double n = kDevices, all = kParameters;
  const std::string whole = "[-, -]", cut = "[data, -]", partial = "[-, -] {unreduced data}";
  CleanUpPasses no_reuse;
  no_reuse.reuse = false;
  const Plan stages[] = {adam_step(whole, whole, whole, {}), adam_step(whole, partial, cut, {}),
                         adam_step(whole, cut, cut, {}), adam_step(cut, cut, cut, no_reuse)};
  const double bytes[] = {16 * all, 8 * all + 8 * all / n, 4 * all + 12 * all / n, 16 * all / n};
  const double elements[] = {2 * all, 2 * all, 2 * all, 3 * all};
  for (int stage = 0; stage < 4; ++stage) {
    EXPECT_DOUBLE_EQ(state_bytes(stages[stage]), bytes[stage]) << "stage " << stage;
    EXPECT_DOUBLE_EQ(moved_elements(stages[stage]), elements[stage]) << "stage " << stage;
  }
  // What is gathered forwards serves backwards too, unless a checkpoint forbids it.
  EXPECT_DOUBLE_EQ(moved_elements(adam_step(cut, cut, cut, {})), 2 * all);
}

TEST(MemoryExample, OfElementsOfOneByte) {
  const Plan plan =
      make_plan(parse_program("mesh {X: 2, Y: 8, Z: 2} program p(a: bool[128, 2048] @ "
                              "[(X, Y), -]) { return a @ [(X, Y), -] }"));
  EXPECT_EQ(memory_of(*plan.partitioned, plan.profile).argument_bytes, 16384u);
}

} // namespace
} // namespace brigade

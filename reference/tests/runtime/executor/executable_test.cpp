#include "brigade/runtime/executor/executable.hpp"

#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/gspmd/profile_presets.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/executor/execute.hpp"
#include "brigade/runtime/executor/memory_shortage.hpp"
#include "brigade/runtime/gather.hpp"
#include "brigade/tracer/ledger.hpp"
#include "ranks/runtime.hpp"
#include "runtime/executor/bytes_of_a_run.hpp"
#include "runtime/executor/layer_arguments.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace brigade {
namespace {

using ::testing::AllOf;
using testing::bytes_of_a_run;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::layer_arguments;
using testing::lying;
using testing::numbers;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

constexpr const char *kLayer = R"(
program layer(a: f32[7, 12] @ [x, -], b: f32[12, 5] @ [-, x], c: f32[5] @ [-]) {
  d = relu(add(dot(a, b), broadcast(c, [7, 5], dims=[1])))
  return d @ [x, -], sum(d, dims=[0]) @ [-]
}
)";

Program planned(const std::string &text, const Passes &passes = {}) {
  return *make_plan(parse_program(
                        fmt::format("mesh {{x: {}}}\n{}", testing::runtime().device_count(), text),
                        "text"),
                    uniform_profile(), passes)
              .partitioned;
}

TEST(Executable, GivesWhatTheSimpleExecutionGives) {
  const Program program = planned(kLayer);
  const std::vector<Array> expected = execute(testing::runtime(), program, layer_arguments());
  Executable run(testing::runtime(), program);
  for (int time = 0; time < 2; ++time) {
    const std::vector<Array> results = run(layer_arguments());
    ASSERT_EQ(results.size(), expected.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(gather<float>(results[i]), gather<float>(expected[i])) << i; // whole numbers: exact
      EXPECT_EQ(results[i].sharding().spec(), expected[i].sharding().spec());
    }
  }
}

#if defined(__SSE2__)
TEST(Executable, TakesNumbersTooSmallToBeNormalForZero) {
  Executable run(testing::runtime(), planned(R"(
program p(a: f32[3] @ [-]) {
  return mul(a, a) @ [-], add(a, a) @ [-]
}
)"));
  xt::xarray<float> a{1e-20F, 1e-39F, 1e-10F};
  const std::vector<Array> results = run({device_put(testing::runtime(), a, lying(P()))});
  EXPECT_EQ(gather<float>(results[0]), xt::xarray<float>({0.F, 0.F, 1e-10F * 1e-10F}));
  EXPECT_EQ(gather<float>(results[1]), xt::xarray<float>({2e-20F, 0.F, 2e-10F}));
  // The caller's own arithmetic is as before.
  const volatile float small = 1e-20F;
  EXPECT_GT(small * small, 0.F);
}
#endif

TEST(Executable, CanBeMoved) {
  Executable first(testing::runtime(), planned(kLayer));
  Executable second = std::move(first);
  EXPECT_EQ(second(layer_arguments()).size(), 2u);
}

TEST(Executable, RefusesArgumentsThatDoNotFit) {
  testing::expect_other_arguments_are_refused(Executable(testing::runtime(), planned(kLayer)),
                                              "layer");
}

TEST(Executable, RefusesAListOfDonationsOfAnotherLength) {
  EXPECT_THAT(
      [&] { Executable(testing::runtime(), planned(kLayer), {true}); },
      ThrowsMessage<InputError>(HasSubstr("has 3 parameters, and `donated` has 1 entries")));
}

TEST(Executable, RefusesResultsThatAreUnreduced) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one device has no partial results";
  const Program program = planned("program f(a: f32[8, 2] @ [x, -]) {\n"
                                  "  return sum(a, dims=[0]) @ [-] {unreduced x}\n}\n");
  EXPECT_THAT([&] { Executable(testing::runtime(), program); },
              ThrowsMessage<InputError>(HasSubstr("an Array holds no partial results")));
}

/// a transposed times b; whole numbers, so exact.
xt::xarray<float> product_of(const xt::xarray<float> &a, const xt::xarray<float> &b) {
  xt::xarray<float> out = xt::zeros<float>({a.shape(1), b.shape(1)});
  for (std::size_t i = 0; i < a.shape(1); ++i)
    for (std::size_t j = 0; j < b.shape(1); ++j)
      for (std::size_t k = 0; k < a.shape(0); ++k)
        out(i, j) += a(k, i) * b(k, j);
  return out;
}

constexpr const char *kUpdate = R"(
program update(w: f32[9, 4] @ [x, -], v: f32[9, 4] @ [x, -], g: f32[9, 4] @ [x, -]) {
  u = add(mul(v, const(f32[9, 4], 0.5)), g)
  return sub(w, u) @ [x, -], u @ [x, -]
}
)";

std::vector<Array> weights() {
  const Array array = device_put(testing::runtime(), numbers({9, 4}), lying(P("x", nullptr)));
  std::vector<Array> three;
  for (int i = 0; i < 3; ++i) {
    Array own = array;
    (void)own.mutable_data(); // of its own from here on
    three.push_back(std::move(own));
  }
  return three;
}

TEST(Executable, GivesResultsTheMemoryOfDonatedArguments) {
  Executable run(testing::runtime(), planned(kUpdate), {true, true, false});
  const std::vector<Array> expected = execute(testing::runtime(), planned(kUpdate), weights());
  std::vector<Array> given = weights();
  const std::byte *w = given[0].data(), *v = given[1].data();
  const std::vector<Array> results = run(std::move(given));
  EXPECT_EQ(results[0].data(), w);
  EXPECT_EQ(results[1].data(), v);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(gather<float>(results[i]), gather<float>(expected[i]));
}

constexpr const char *kAdam = R"(
program adam(w: f32[9, 37] @ [x, -], m: f32[9, 37] @ [x, -], s: f32[9, 37] @ [x, -],
             g: f32[9, 37] @ [x, -]) {
  n = add(mul(const(f32[9, 37], 0.9), m), mul(const(f32[9, 37], 0.1), g))
  a = mul(const(f32[9, 37], 0.999), s)
  t = add(a, mul(mul(const(f32[9, 37], 0.001), g), g))
  d = add(mul(sqrt(t), const(f32[9, 37], 3)), const(f32[9, 37], 0.01))
  u = sub(w, div(mul(const(f32[9, 37], 0.5), n), d))
  return u @ [x, -], n @ [x, -], t @ [x, -], sum(select(gt(u, w), u, w), dims=[0]) @ [-]
}
)";

TEST(Executable, UpdatesInPlaceWhatItsOperationsReadInOnePass) {
  std::vector<Array> given;
  for (int i = 0; i < 4; ++i)
    given.push_back(device_put(testing::runtime(), xt::xarray<float>(xt::abs(numbers({9, 37})) + i),
                               lying(P("x", nullptr))));
  const std::vector<Array> expected = execute(testing::runtime(), planned(kAdam), given);
  std::vector<const std::byte *> memory;
  for (Array &array : given)
    memory.push_back(array.mutable_data());
  Executable run(testing::runtime(), planned(kAdam), {false, true, true, true});
  const std::vector<Array> results = run(std::move(given));
  EXPECT_EQ(results[1].data(), memory[1]);
  EXPECT_EQ(results[2].data(), memory[2]);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const xt::xarray<float> wanted = gather<float>(expected[i]), got = gather<float>(results[i]);
    for (std::size_t j = 0; j < wanted.size(); ++j) // nine numbers are added up at most
      EXPECT_NEAR(got.data()[j], wanted.data()[j], 16 * 6e-8 * std::abs(wanted.data()[j])) << i;
  }
}

TEST(Executable, CutsWhatWouldBeTooLongForOnePass) {
  std::string text =
      "program long(a: f32[5, 37] @ [-, -], b: f32[5, 37] @ [-, -]) {\n  v0 = add(a, b)\n";
  constexpr int kLength = 300;
  for (int i = 1; i < kLength; ++i)
    text += i % 3 == 0 ? fmt::format("  v{0} = select(gt(v{1}, b), v{1}, a)\n", i, i - 1)
                       : fmt::format("  v{} = sub(b, v{})\n", i, i - 1);
  const Program program = planned(text + fmt::format("  return v{}\n}}\n", kLength - 1));
  const std::vector<Array> given{
      device_put(testing::runtime(), numbers({5, 37}), lying(P())),
      device_put(testing::runtime(), xt::xarray<float>(numbers({5, 37}) + 1), lying(P()))};
  Executable run(testing::runtime(), program);
  EXPECT_EQ(gather<float>(run(given)[0]),
            gather<float>(execute(testing::runtime(), program, given)[0]));
}

/// Operations of each step that a plan takes, in its order.
std::vector<std::string> steps_of(const Program &program, const std::vector<bool> &donated) {
  const DevicePlan plan = plan_device(program, 0, donated);
  std::vector<std::string> steps;
  for (const std::size_t unit : plan.memory.order)
    steps.emplace_back(to_string(
        plan.program.block.instructions[plan.units.units[unit].instructions[0]].operation));
  return steps;
}

TEST(Executable, UpdatesWeightsAsSoonAsTheirGradientIsThere) {
  const Program program = *make_plan(parse_program(R"(mesh {x: 1}
program step(a: f32[8, 8], b: f32[8, 8], v: f32[8, 8], w: f32[8, 8], x: f32[4, 8], y: f32[4, 8]) {
  g = dot(x, y, contract=[0],[0])
  h = dot(y, x, contract=[0],[0])
  m = add(mul(v, const(f32[8, 8], 0.9)), g)
  n = add(mul(w, const(f32[8, 8], 0.9)), h)
  return sub(a, m), sub(b, n), m, n
}
)",
                                                   "text"))
                               .partitioned;
  EXPECT_EQ(steps_of(program, {true, true, true, true, false, false}),
            (std::vector<std::string>{"dot", "mul", "dot", "mul"}));
}

TEST(Executable, LetsASmallCollectiveWaitForTheNextOne) {
  // The sum of `stop` could go at once, but then the ranks would wait for each other twice.
  const Program program = *make_plan(parse_program(R"(mesh {x: 2, y: 2}
program step(stop: f32[65536] @ [(x, y)], a: f32[8, 64] @ [y, x], b: f32[64, 64] @ [x, -]) {
  s = sum(stop, dims=[0])
  h = dot(a, b)
  return s @ [], h @ [y, -]
}
)",
                                                   "text"),
                                     shared_memory_profile())
                               .partitioned;
  EXPECT_EQ(steps_of(program, {}),
            (std::vector<std::string>{"sum", "dot", "all_reduce", "all_reduce"}));
}

TEST(Executable, LeavesDonatedArgumentsThatOthersHoldAsTheyAre) {
  Executable run(testing::runtime(), planned(kUpdate), {true, true, true});
  const std::vector<Array> kept = weights();
  const xt::xarray<float> before = gather<float>(kept[0]);
  const std::vector<Array> results = run(kept);
  EXPECT_NE(results[0].data(), kept[0].data());
  for (const Array &array : kept)
    EXPECT_EQ(gather<float>(array), before);
}

TEST(Executable, UsesTheMemoryOfResultsThatAreGoneAgain) {
  Executable run(testing::runtime(), planned(kLayer));
  const std::vector<Array> given = layer_arguments();
  (void)run(given);
  std::vector<const std::byte *> before, after;
  for (const Array &result : run(given))
    before.push_back(result.data());
  for (const Array &result : run(given))
    after.push_back(result.data());
  std::ranges::sort(before);
  std::ranges::sort(after);
  EXPECT_EQ(before, after);
}

TEST(Executable, ReturnsAnArgumentAsItIs) {
  Executable run(testing::runtime(),
                 planned("program f(a: f32[8, 2] @ [x, -]) {\n  return a @ [x, -], neg(a), a\n}\n"),
                 {true});
  std::vector<Array> given{device_put(testing::runtime(), numbers({8, 2}), lying(P("x", nullptr)))};
  const std::byte *memory = given[0].data();
  const std::vector<Array> results = run(std::move(given));
  EXPECT_EQ(results[0].data(), memory);
  EXPECT_EQ(results[2].data(), memory);
  EXPECT_EQ(gather<float>(results[0]), numbers({8, 2}));
  EXPECT_EQ(gather<float>(results[1]), -numbers({8, 2}));
}

TEST(Executable, ReducesABucketInOnePiece) {
  Executable run(testing::runtime(), planned(R"(
program step(a: f32[8, 6] @ [x, -], b: f32[8, 5] @ [x, -]) {
  return dot(a, b, contract=[0],[0]) @ [-, -], sum(a, dims=[0]) @ [-], sum(b, dims=[0]) @ [-]
}
)"));
  for (int time = 0; time < 2; ++time) {
    const std::vector<Array> results =
        run({device_put(testing::runtime(), numbers({8, 6}), lying(P("x", nullptr))),
             device_put(testing::runtime(), numbers({8, 5}), lying(P("x", nullptr)))});
    const xt::xarray<float> a = numbers({8, 6}), b = numbers({8, 5});
    EXPECT_EQ(gather<float>(results[0]), product_of(a, b));
    EXPECT_EQ(gather<float>(results[1]), xt::xarray<float>(xt::sum(a, {0})));
    EXPECT_EQ(gather<float>(results[2]), xt::xarray<float>(xt::sum(b, {0})));
  }
}

constexpr const char *kStep = R"(
block loss(w: f32[240, 360], b: f32[360], x: f32[480, 240]) {
  h = relu(add(dot(x, w), broadcast(b, [480, 360], dims=[1])))
  return sum(mul(h, h), dims=[0, 1])
}
program step(w: f32[240, 360] @ [-, -], b: f32[360] @ [-], x: f32[480, 240] @ [x, -]) {
  dw, db = grad(@loss, w, b, x, wrt=[0, 1])
  return sub(w, mul(dw, const(f32[240, 360], 0.1))) @ [-, -], sub(b, db) @ [-]
}
)";

std::vector<Array> step_arguments() {
  Runtime &runtime = testing::runtime();
  return {device_put(runtime, numbers({240, 360}), lying(P())),
          device_put(runtime, numbers({360}), lying(P())),
          device_put(runtime, numbers({480, 240}), lying(P("x", nullptr)))};
}

void expect_the_memory_of_the_plan(Executable &run, const Program &program,
                                   const std::vector<Array> &given) {
  const double said = memory_of(program, uniform_profile()).total_bytes();
  EXPECT_NEAR(bytes_of_a_run(run, given), said, 0.1 * said);
}

TEST(Executable, TakesTheMemoryThatThePlanSays) {
  const Program chosen = planned(kStep);
  Executable run(testing::runtime(), chosen);
  expect_the_memory_of_the_plan(run, chosen, step_arguments());
}

TEST(Executable, TakesTheMemoryThatThePlanSaysOfASmallProgram) {
  const Program small = planned(kLayer);
  Executable run(testing::runtime(), small);
  expect_the_memory_of_the_plan(run, small, layer_arguments());
}

TEST(Executable, TakesNoMemoryForTilesWhereItHasNoLoop) {
  const Program product = planned("program p(a: f32[4, 3] @ [-, -], b: f32[3, 2] @ [-, -]) {\n"
                                  "  return dot(a, b) @ [-, -]\n}\n");
  EXPECT_EQ(Executable(testing::runtime(), product).arena_bytes(), 0u);
}

TEST(Executable, TakesLessThanEachValueInMemoryOfItsOwn) {
  const Program propagated = planned(kStep, {.choose = false}); // which gathers no activations
  Executable run(testing::runtime(), propagated);
  expect_the_memory_of_the_plan(run, propagated, step_arguments());
  EXPECT_LT(run.arena_bytes(), 3u * 480 * 360 * 4);
}

/// Of a value with so many rows, whose dimensions change their axes.
Program permuting(int rows) {
  return *make_plan(parse_program(fmt::format("mesh {{x: 2, y: 2}}\n"
                                              "program p(a: f32[{}, 8] @ [x, y]) {{\n"
                                              "  return a @ [y, x]\n}}\n",
                                              rows),
                                  "text"))
              .partitioned;
}

TEST(Executable, CopiesWhatAPermuteMovesOnlyWhereBlocksDiffer) {
  const auto messages = [](int rows, DeviceId device) {
    const DevicePlan plan = plan_device(permuting(rows), device);
    EXPECT_EQ(steps_of(permuting(rows), {}), std::vector<std::string>{"permute"});
    return plan.memory.arena_bytes + plan.memory.shared_bytes;
  };
  for (const DeviceId device : {0, 1, 2, 3})
    EXPECT_EQ(messages(8, device), 0u) << device;
  // Of 7 rows, one half has 3 and the other 4: all travel as 4. Device 1 gives 3 and gets 4.
  EXPECT_EQ(messages(7, 0), 2u * 64);
  EXPECT_EQ(messages(7, 1), 64u);
  EXPECT_EQ(messages(7, 2), 64u);
  EXPECT_EQ(messages(7, 3), 0u);
  if (testing::runtime().device_count() != 4)
    return;
  const Mesh mesh(DeviceGrid({2, 2}), {"x", "y"});
  for (const int rows : {7, 8}) {
    Executable run(testing::runtime(), permuting(rows));
    const xt::xarray<float> given = numbers({rows, 8});
    EXPECT_EQ(gather<float>(run(
                  {device_put(testing::runtime(), given, NamedSharding(mesh, P("x", "y")))})[0]),
              given);
  }
}

TEST(Executable, NamesTheLargestValuesWhereMemoryIsShort) {
  const Program program = planned(kStep);
  const DevicePlan plan = plan_device(program, testing::runtime().rank());
  EXPECT_EQ(memory_shortage(program, plan, 0, 1e9), std::nullopt);
  const std::optional<std::string> shortage = memory_shortage(program, plan, 0, 1000);
  ASSERT_TRUE(shortage);
  EXPECT_THAT(*shortage,
              AllOf(HasSubstr("out of memory: a run of @step needs"),
                    HasSubstr("0.001 MB are there for it; its largest values are "),
                    HasSubstr("f32[240, 360] @ [-, -] (0.346 MB of this device, text:"),
                    Not(HasSubstr("%"))))
      << "values without a name are called by their operations";
}

/// Of a matrix that no machine has memory for. All ranks together.
void expect_to_be_out_of_memory(const std::string &program, const std::string &largest) {
  EXPECT_THAT([&] { Executable(testing::runtime(), planned(program)); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("out of memory: a run of @large needs"),
                                              HasSubstr("on device"),
                                              HasSubstr("its largest values are " + largest))));
}

TEST(Executable, NamesTheLargestValuesOnAllRanksWhereEachIsShortOfMemory) {
  expect_to_be_out_of_memory("program large(a: f32[4194304, 1] @ [x, -]) {\n"
                             "  c = dot(a, a, contract=[1],[1]) @ [x, -]\n"
                             "  return dot(c, a) @ [x, -]\n}\n",
                             "c: f32[4194304, 4194304] @ [x, -] (");
}

TEST(Executable, NamesTheLargestValuesOnAllRanksWhereOneIsShortOfMemory) {
  expect_to_be_out_of_memory("program large(a: f32[1, 4194304, 1] @ [x, -, -]) {\n"
                             "  c = dot(a, a, batch=[0],[0], contract=[2],[2]) @ [x, -, -]\n"
                             "  return dot(c, a, batch=[0],[0], contract=[2],[1]) @ [x, -, -]\n"
                             "}\n",
                             "c: f32[1, 4194304, 4194304] @ [x, -, -] (");
}

TEST(Executable, WritesAProfileIntoTheLedgerWhereItIsAskedTo) {
  Executable run(testing::runtime(), planned(kLayer));
  Ledger &ledger = Ledger::instance();
  ledger.set_on(true);
  ledger.clear();
  (void)run(layer_arguments());
  for (const CommRecord &record : ledger.records())
    EXPECT_FALSE(record.is_computation);
  ledger.clear();
  run.set_profiled(true);
  (void)run(layer_arguments());
  ledger.set_on(false);
  std::vector<std::string> seen;
  for (const CommRecord &record : ledger.records())
    if (record.is_computation) {
      EXPECT_LE(record.start, record.end);
      seen.push_back(fmt::format("{} {}", record.kind, record.source));
    }
  EXPECT_THAT(seen, Contains(AllOf(StartsWith("dot text:4:"))));
  EXPECT_THAT(seen, Contains(HasSubstr("add relu")));
  for (const auto &[key, traffic] : ledger.totals())
    EXPECT_NE(key.first, "dot");
  ledger.clear();
}

} // namespace
} // namespace brigade

#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/gspmd/profile_presets.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/gather.hpp"
#include "brigade/tracer/ledger.hpp"
#include "ranks/runtime.hpp"
#include "runtime/executor/bytes_of_a_run.hpp"
#include "runtime/executor/layer_arguments.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Collectives that are started, while the device computes, and awaited later.
namespace brigade {
namespace {

using testing::bytes_of_a_run;
using testing::lying;
using testing::numbers;

/// s is summed over the ranks; t and what is made of it needs nothing of that.
constexpr const char *kFlight = R"(
program flight(a: f32[8, 12] @ [-, x], b: f32[12, 5] @ [x, -], c: f32[8, 5] @ [-, -],
               d: f32[5, 5] @ [-, -]) {
  s = dot(a, b)
  t = dot(c, d)
  return mul(s, t) @ [-, -]
}
)";

Program planned_flight() {
  return *make_plan(parse_program(fmt::format("mesh {{x: {}}}\n{}",
                                              testing::runtime().device_count(), kFlight),
                                  "text"),
                    uniform_profile(), {.choose = false})
              .partitioned;
}

std::vector<Array> flight_arguments() {
  Runtime &runtime = testing::runtime();
  return {device_put(runtime, numbers({8, 12}), lying(P(nullptr, "x"))),
          device_put(runtime, numbers({12, 5}), lying(P("x", nullptr))),
          device_put(runtime, numbers({8, 5}), lying(P())),
          device_put(runtime, numbers({5, 5}), lying(P()))};
}

/// Of a profiled run.
std::vector<std::string> steps_in(const Ledger &ledger) {
  std::vector<std::string> steps;
  for (const CommRecord &record : ledger.records())
    if (record.is_computation)
      steps.emplace_back(record.kind);
  return steps;
}

TEST(InFlight, ComputesWhileWhatItHasStartedIsOnItsWay) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one rank sends nothing";
  Executable at_once(testing::runtime(), planned_flight()),
      started(testing::runtime(), planned_flight(), {}, uniform_profile());
  const xt::xarray<float> expected = gather<float>(at_once(flight_arguments())[0]);
  started.set_profiled(true);
  Ledger &ledger = Ledger::instance();
  ledger.set_on(true);
  ledger.clear();
  const std::vector<Array> made = started(flight_arguments());
  ledger.set_on(false);
  EXPECT_EQ(steps_in(ledger), (std::vector<std::string>{"dot", "start all_reduce", "dot",
                                                        "await all_reduce", "mul"}));
  ledger.clear();
  EXPECT_EQ(gather<float>(made[0]), expected) << "all are integers, so no order of sums differs";
}

/// Where a value's memory lies in the arena or the shared one, and its end.
struct Span {
  MemoryKind kind;
  std::size_t begin, end;
  bool meets(const Span &other) const {
    return kind == other.kind && begin < other.end && other.begin < end;
  }
};

TEST(InFlight, WritesOverNothingThatIsOnItsWay) {
  // What a unit writes between start and wait lies elsewhere than all that the collective uses.
  // The block that is gathered is as large as what is computed meanwhile.
  const std::int64_t ranks = testing::runtime().device_count();
  const Program program = *make_plan(parse_program(fmt::format(R"(mesh {{x: {}}}
program chain(a: f32[{}, 8] @ [x, -], c: f32[8, 8] @ [-, -]) {{
  e = mul(a, a) @ [x, -]
  g = constraint(e) @ [-, -]
  t = dot(c, c)
  u = dot(t, t)
  v = dot(u, add(u, t))
  return dot(g, dot(v, u)) @ [-, -], sum(v, dims=[0]) @ [-]
}}
)",
                                                               ranks, 8 * ranks),
                                                   "text"),
                                     uniform_profile(), {.choose = false})
                               .partitioned;
  const MachineProfile profile = uniform_profile();
  const DevicePlan plan = plan_device(program, testing::runtime().rank(), {}, &profile);
  const MemoryPlan &memory = plan.memory;
  const auto span_of = [&](ValueId id) {
    const MemoryPlace &place = memory.places[static_cast<std::size_t>(id.index)];
    const auto bytes = static_cast<std::size_t>(plan.program.block.type(id).bytes());
    return Span{place.kind, place.offset, place.offset + bytes};
  };
  int writes = 0;
  for (std::size_t start = 0; start < memory.order.size(); ++start) {
    const std::size_t flying = memory.order[start];
    if (!memory.awaited[flying])
      continue;
    for (std::size_t time = start + 1; time < *memory.awaited[flying]; ++time)
      for (const ValueId written : plan.units.units[memory.order[time]].writes) {
        const Span there = span_of(written);
        if (there.kind != MemoryKind::arena && there.kind != MemoryKind::shared)
          continue;
        ++writes;
        for (const auto *used : {&plan.units.units[flying].reads, &plan.units.units[flying].writes})
          for (const ValueId value : *used)
            EXPECT_FALSE(there.meets(span_of(value)));
      }
  }
  if (testing::runtime().device_count() > 1) {
    EXPECT_GT(writes, 0) << "nothing was computed meanwhile";
  }
}

/// e is summed between the nodes, and i inside of them meanwhile.
constexpr const char *kNodes = R"(
program nodes(a: f32[96, 96] @ [-, x], b: f32[96, 96] @ [x, -], c: f32[96, 96] @ [-, y],
              d: f32[96, 96] @ [y, -]) {
  e = constraint(dot(a, b)) @ [-, x]
  i = constraint(dot(c, d)) @ [-, -]
  t = dot(i, i)
  u = dot(t, t)
  return dot(u, e) @ [-, x]
}
)";

TEST(InFlight, StartsWhatCrossesBetweenNodesAndDoesTheRestAtOnce) {
  Runtime &runtime = testing::runtime();
  const int ranks = runtime.device_count();
  if (ranks < 4 || ranks % 2 != 0)
    GTEST_SKIP() << "needs two nodes of two ranks";
  MachineProfile nodes_of_two = uniform_profile(); // though all ranks are on this one
  nodes_of_two.inside.overlaps = false;
  nodes_of_two.devices_per_node = 2;
  const Program program =
      *make_plan(parse_program(fmt::format("mesh {{x: {}, y: 2}}\n{}", ranks / 2, kNodes), "text"),
                 nodes_of_two, {.choose = false, .cleanup = {.overlap = false}})
           .partitioned;
  const Mesh mesh(DeviceGrid({ranks / 2, 2}), {"x", "y"});
  std::vector<Array> given;
  for (const PartitionSpec &spec :
       {P(nullptr, "x"), P("x", nullptr), P(nullptr, "y"), P("y", nullptr)})
    given.push_back(device_put(runtime, numbers({96, 96}), NamedSharding(mesh, spec)));
  Executable at_once(runtime, program), started(runtime, program, {}, nodes_of_two);
  started.set_profiled(true);
  Ledger &ledger = Ledger::instance();
  ledger.set_on(true);
  ledger.clear();
  const std::vector<Array> made = started(given);
  ledger.set_on(false);
  EXPECT_EQ(steps_in(ledger),
            (std::vector<std::string>{"dot", "start reduce_scatter", "dot", "all_reduce", "dot",
                                      "dot", "await reduce_scatter", "dot"}));
  ledger.clear();
  EXPECT_EQ(gather<float>(made[0]), gather<float>(at_once(given)[0]))
      << "sums over ranks are of integers, so no order of them differs";

  const double took = bytes_of_a_run(started, given),
               said = memory_of(program, nodes_of_two).total_bytes();
  EXPECT_NEAR(took, said, 0.1 * said);
  const double took_at_once = bytes_of_a_run(at_once, given),
               said_of_one_node = memory_of(program, uniform_profile()).total_bytes();
  EXPECT_NEAR(took_at_once, said_of_one_node, 0.1 * said_of_one_node);
  EXPECT_GT(took, 1.1 * said_of_one_node) << "what is on its way takes memory";
}

} // namespace
} // namespace brigade

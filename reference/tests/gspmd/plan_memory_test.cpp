#include "brigade/gspmd/plan_memory.hpp"

#include "brigade/gspmd/device/device_plan.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace brigade::testing {
namespace {

double planned_bytes(const Plan &plan) {
  return memory_of(*plan.partitioned, plan.profile).total_bytes();
}

std::vector<std::string> collectives(const Plan &plan) {
  std::vector<std::string> kinds;
  for (const CollectiveUse &use : collectives_of(*plan.partitioned, plan.profile))
    kinds.push_back(fmt::format("{} of {} bytes", to_string(use.kind), use.bytes));
  return kinds;
}

/// What each device of a plan takes, at most.
double most_bytes(const Program &partitioned) {
  const Program inlined = inline_calls(partitioned);
  double most = 0;
  for (std::int64_t i = 0; i < partitioned.mesh->size(); ++i)
    most = std::max(most, static_cast<double>(
                              plan_device(inlined, partitioned.mesh->devices().at(i), {}, nullptr)
                                  .memory.total_bytes()));
  return most;
}

/// The derivatives of four layers by their weights.
std::string four_layers(const std::string &call) {
  std::string calls;
  for (int i = 0; i < 4; ++i)
    calls += fmt::format("  h{} = call @layer(h{}, w{}{})\n", i + 1, i, i, call);
  return fmt::format(R"(mesh {{x: 2}}
block layer(x: f32[512, 256], w: f32[256, 256]) {{
  h = tanh(dot(x, w))
  return tanh(mul(h, exp(h)))
}}
block loss(h0: f32[512, 256], w0: f32[256, 256], w1: f32[256, 256], w2: f32[256, 256],
           w3: f32[256, 256]) {{
{}  return sum(mul(h4, h4), dims=[0, 1])
}}
program step(x: f32[512, 256] @ [x, -], w0: f32[256, 256], w1: f32[256, 256], w2: f32[256, 256],
             w3: f32[256, 256]) {{
  d0, d1, d2, d3 = grad(@loss, x, w0, w1, w2, w3, wrt=[1, 2, 3, 4])
  return d0, d1, d2, d3
}})",
                     calls);
}

// What the barrier of a checkpoint holds back stays cut as it is: there is nothing more to send,
// and one more forward pass to compute.
TEST(PlanMemory, IsLessWhereLayersAreComputedAnew) {
  const Plan kept = make_plan(parse_program(four_layers(""))),
             anew = make_plan(parse_program(four_layers(", checkpoint=true")));
  EXPECT_LT(planned_bytes(anew), 0.8 * planned_bytes(kept));
  EXPECT_EQ(collectives(anew), collectives(kept));
  EXPECT_LT(cost_of(*anew.partitioned, anew.profile).compute_seconds,
            1.5 * cost_of(*kept.partitioned, kept.profile).compute_seconds);
}

// Smaller blocks are padded to be as large as others, and those who have the largest pad nothing.
TEST(PlanMemory, IsOfTheDeviceThatTakesMostWhereBlocksDiffer) {
  for (const char *mesh : {"{x: 2, y: 3}", "{x: 5, y: 7}"}) {
    const Plan plan = make_plan(parse_program(fmt::format(R"(mesh {}
program p(a: f32[131, 67] @ [x, y], b: f32[67, 94] @ [y, -]) {{
  c = dot(a, b)
  d = tanh(mul(c, exp(c)))
  e = slice(d, start=[1, 3], limit=[130, 93])
  return e @ [y, x], sum(d, dims=[0]) @ [y]
}})",
                                                          mesh)));
    const double said = memory_of(*plan.partitioned, plan.profile).total_bytes(),
                 most = most_bytes(*plan.partitioned);
    EXPECT_GE(most, said) << mesh;
    EXPECT_LE(most, 1.1 * said) << mesh;
  }
}

} // namespace
} // namespace brigade::testing

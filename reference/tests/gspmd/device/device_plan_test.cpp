#include "brigade/gspmd/device/device_plan.hpp"

#include "brigade/gspmd/device/buffers.hpp"
#include "brigade/gspmd/device/matrix_product.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/profile_presets.hpp"
#include "brigade/ir/parse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

// What is claimed of the plan that the executor follows.
namespace brigade {
namespace {

/// As it is written: in programs as small as these it would be cheaper to send operands.
DevicePlan planned(const std::string &text) {
  const Plan plan = make_plan(parse_program(text, "text"), uniform_profile(), {.choose = false});
  return plan_device(*plan.partitioned, 0);
}

const Instruction &first_of(const DevicePlan &plan, const Unit &unit) {
  return plan.program.block.instructions[unit.instructions[0]];
}

const MemoryPlace &place_of(const DevicePlan &plan, ValueId id) {
  return plan.memory.places[static_cast<std::size_t>(id.index)];
}

/// What BLAS is told to transpose, of each product: "left", "right", "both" or "none"; "packed"
/// where an operand would be copied.
std::vector<std::string> transposes_of(const DevicePlan &plan) {
  std::vector<std::string> transposes;
  for (const Unit &unit : plan.units.units) {
    if (unit.kind != UnitKind::product)
      continue;
    const MatrixProduct product =
        matrix_product(plan.program, plan.units.views, first_of(plan, unit));
    const bool left = product.left.is_transposed, right = product.right.is_transposed;
    transposes.emplace_back(product.left.is_packed || product.right.is_packed ? "packed"
                            : left && right                                   ? "both"
                            : left                                            ? "left"
                            : right                                           ? "right"
                                                                              : "none");
  }
  return transposes;
}

TEST(DevicePlan, FoldsTransposesIntoTheProduct) {
  const DevicePlan plan = planned(R"(mesh {x: 1}
program p(a: f32[8, 6], b: f32[5, 8], c: f32[6, 8], d: f32[8, 5]) {
  t = transpose(a, perm=[1, 0])
  u = transpose(b, perm=[1, 0])
  return dot(t, u), dot(t, d), dot(c, u), dot(c, d)
}
)");
  EXPECT_EQ(transposes_of(plan), (std::vector<std::string>{"both", "left", "right", "none"}));
  EXPECT_EQ(plan.units.units.size(), 4U) << "nothing is done for a transpose itself";
  EXPECT_EQ(plan.memory.work_bytes(), 0U);
}

TEST(DevicePlan, FoldsTheTransposesOfGradients) {
  const DevicePlan plan = planned(R"(mesh {x: 1}
block loss(w: f32[6, 5], x: f32[8, 6], s: f32[8, 5]) {
  return sum(mul(dot(x, w), s), dims=[0, 1])
}
program step(w: f32[6, 5], x: f32[8, 6], s: f32[8, 5]) {
  dw, dx = grad(@loss, w, x, s, wrt=[0, 1])
  return dw, dx
}
)");
  std::vector<std::string> transposes = transposes_of(plan);
  std::ranges::sort(transposes);
  EXPECT_EQ(transposes, (std::vector<std::string>{"left", "right"}));
}

TEST(DevicePlan, HasTheBucketOfGradientsInSharedMemory) {
  const DevicePlan plan = planned(R"(mesh {data: 2}
block loss(w: f32[6, 12], v: f32[12, 3], b: f32[12], x: f32[8, 6]) {
  h = relu(add(dot(x, w), broadcast(b, [8, 12], dims=[1])))
  y = dot(h, v)
  return sum(mul(y, y), dims=[0, 1])
}
program step(w: f32[6, 12] @ [-, -], v: f32[12, 3] @ [-, -], b: f32[12] @ [-],
             x: f32[8, 6] @ [data, -]) {
  dw, dv, db = grad(@loss, w, v, b, x, wrt=[0, 1, 2])
  return sub(w, dw) @ [-, -], sub(v, dv) @ [-, -], sub(b, db) @ [-]
}
)");
  int buckets = 0;
  for (const Unit &unit : plan.units.units) {
    const Instruction &bucket = first_of(plan, unit);
    if (bucket.operation != Operation::all_reduce)
      continue;
    ++buckets;
    ASSERT_EQ(bucket.results.size(), 3U);
    std::size_t bytes = 0, end = 0;
    for (std::size_t i = 0; i < bucket.results.size(); ++i) {
      const MemoryPlace &sum = place_of(plan, bucket.results[i]);
      EXPECT_EQ(sum.kind, MemoryKind::shared);
      EXPECT_EQ(place_of(plan, bucket.operands[i]), sum) << "gradients are computed in place";
      const auto size =
          static_cast<std::size_t>(plan.program.block.type(bucket.results[i]).bytes());
      bytes += size;
      end = std::max(end, sum.offset + size);
    }
    EXPECT_EQ(end, bytes) << "they lie next to each other";
    EXPECT_GE(plan.memory.shared_bytes, bytes);
  }
  EXPECT_EQ(buckets, 1);
}

TEST(DevicePlan, TakesSharedMemoryInSizesThatFitOtherProgramsToo) {
  EXPECT_EQ(shared_memory_bytes(0), 0U);
  EXPECT_EQ(shared_memory_bytes(1), 64U);
  EXPECT_EQ(shared_memory_bytes(4097), 4096U + 256U);
  EXPECT_EQ(shared_memory_bytes(shared_memory_bytes(1'000'000)), shared_memory_bytes(1'000'000));
}

} // namespace
} // namespace brigade

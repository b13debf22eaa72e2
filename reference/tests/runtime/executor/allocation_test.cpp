// Steps allocate nothing when they run, and an Executable says what it has taken: this program
// counts what operator new is asked for.
#include "brigade/gspmd/plan.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/runtime/aligned_memory.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/executor/shared_block.hpp"
#include "brigade/runtime/steps/make_steps.hpp"
#include "ranks/runtime.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {
std::size_t allocations = 0;
std::size_t aligned_bytes = 0; // that are not given back; each piece has its size in front

void *allocated(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (void *memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded))
    return memory;
  throw std::bad_alloc();
}
} // namespace

[[gnu::noinline]] void *operator new(std::size_t bytes) {
  return allocated(bytes, alignof(std::max_align_t));
}
[[gnu::noinline]] void *operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto front = static_cast<std::size_t>(alignment);
  auto *begin = static_cast<std::byte *>(allocated(front + bytes, front));
  std::memcpy(begin, &bytes, sizeof bytes);
  aligned_bytes += bytes;
  return begin + front;
}
// The library's would come to the first of these, a sanitizer's does not.
[[gnu::noinline]] void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
  ++allocations;
  return std::malloc(bytes);
}
[[gnu::noinline]] void operator delete(void *memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::align_val_t alignment) noexcept {
  if (memory == nullptr)
    return;
  std::byte *begin = static_cast<std::byte *>(memory) - static_cast<std::size_t>(alignment);
  std::size_t bytes = 0;
  std::memcpy(&bytes, begin, sizeof bytes);
  aligned_bytes -= bytes;
  std::free(begin);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t,
                                       std::align_val_t alignment) noexcept {
  operator delete(memory, alignment);
}

namespace brigade {
namespace {

constexpr const char *kProgram = R"(
program step(x: f32[24, 40] @ [x, -], w: f32[40, 30] @ [-, -], ids: i32[24] @ [x],
             table: f32[9, 30] @ [-, -], row: f32[30] @ [-], at: i32[] @ []) {
  h = dot(x, w)
  e = gather(table, ids)
  r = random([24, 30], seed=3)
  k = select(gt(r, const(f32[24, 30], 0.2)), add(h, e), const(f32[24, 30], 0))
  p = pad(k, low=[0, 1], high=[0, 2], value=1)
  c = concat(p, e, dim=1)
  s = exp(sub(k, broadcast(max_reduce(k, dims=[1]), [24, 30], dims=[0])))
  g = scatter_add(shape=[9, 30], ids, s)
  u = update_row(table, row, at)
  v = dot(s, transpose(u, perm=[1, 0]))
  i = reshape(ids, [24, 1])
  j = dot(i, i, batch=[0],[0], contract=[1],[1])
  return c, g @ [-, -], u, dot(s, h, contract=[0],[0]) @ [-, -], argmax(v, dims=[1]), j @ [x]
}
)";

/// Steps of a program, and memory of their own that they run in.
class StepsAlone {
public:
  explicit StepsAlone(const Program &partitioned)
      : device_(plan_device(partitioned, testing::runtime().rank())),
        tiles_(allocate_aligned(kTileMemory)),
        shared_(testing::runtime(), device_.memory.shared_bytes) {
    const Block &block = device_.program.block;
    StepMemory memory;
    memory.arguments = block.parameters.size();
    bases_.resize(memory.result(block.results.size()));
    const auto give = [&](std::size_t base, std::size_t bytes) {
      memories_.push_back(allocate_aligned(bytes));
      std::memset(memories_.back().get(), 0, bytes);
      bases_[base] = memories_.back().get();
    };
    give(StepMemory::kArena, device_.memory.arena_bytes);
    give(StepMemory::kConstant, device_.memory.constant_bytes);
    bases_[StepMemory::kShared] = shared_.data();
    for (std::size_t i = 0; i < block.parameters.size(); ++i)
      give(memory.argument(i), static_cast<std::size_t>(block.type(block.parameters[i]).bytes()));
    for (std::size_t i = 0; i < block.results.size(); ++i)
      give(memory.result(i), static_cast<std::size_t>(block.type(block.results[i].value).bytes()));
    steps_ = make_steps(testing::runtime(), partitioned, StepSource(device_, memory), tiles_.get())
                 .steps;
  }

  /// "gather: 2" for each step that has allocated; a collective's messages are comm/'s.
  std::vector<std::string> allocations_of_a_run() {
    std::vector<std::string> found;
    for (const UnitStep &step : steps_) {
      const std::size_t instruction = device_.units.units[step.unit].instructions[0];
      const std::size_t before = allocations;
      step.step->run(bases_.data());
      const std::size_t made = allocations - before;
      if (made > 0 && !device_.program.is_collective(instruction))
        found.push_back(fmt::format(
            "{}: {}", to_string(device_.program.block.instructions[instruction].operation), made));
    }
    return found;
  }

private:
  DevicePlan device_;
  std::shared_ptr<std::byte> tiles_;
  SharedBlock shared_;
  std::vector<std::shared_ptr<std::byte>> memories_;
  std::vector<std::byte *> bases_;
  std::vector<UnitStep> steps_;
};

Program planned(const std::string &text) {
  return *make_plan(parse_program(
                        fmt::format("mesh {{x: {}}}\n{}", testing::runtime().device_count(), text),
                        "text"))
              .partitioned;
}

std::vector<std::string> allocations_of(const std::string &text) {
  StepsAlone steps(planned(text));
  (void)steps.allocations_of_a_run(); // BLAS takes its buffers
  return steps.allocations_of_a_run();
}

TEST(Steps, AllocateNothing) { EXPECT_EQ(allocations_of(kProgram), std::vector<std::string>{}); }

TEST(Executable, SaysHowMuchMemoryItHasTaken) {
  // Nothing that the ranks share, of which operator new knows nothing.
  const Program program = planned("program p(x: f32[240, 90] @ [x, -], w: f32[90, 40] @ [-, -]) {\n"
                                  "  return dot(exp(x), w) @ [x, -]\n}\n");
  const std::size_t before = aligned_bytes;
  const Executable run(testing::runtime(), program);
  EXPECT_GT(run.arena_bytes(), kTileMemory);
  EXPECT_NEAR(static_cast<double>(aligned_bytes - before), static_cast<double>(run.arena_bytes()),
              1)
      << "memory of no bytes takes one";
}

TEST(Steps, WouldBeSeenToAllocate) {
  const std::size_t before = allocations;
  const auto memory = allocate_aligned(64);
  EXPECT_GT(allocations, before);
}

} // namespace
} // namespace brigade

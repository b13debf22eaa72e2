#include "brigade/comm/collectives.hpp"
#include "brigade/comm/messages/started_operation.hpp"
#include "comm/cases.hpp"

#include <gmock/gmock.h>
#include <numeric>
#include <random>
#include <type_traits>

namespace brigade::testing {
namespace {

static_assert(!std::is_copy_constructible_v<Pending> && !std::is_copy_assignable_v<Pending>);
static_assert(std::is_nothrow_move_constructible_v<Pending>);

/// All-reduces of different sizes over all groups, started together.
struct Started {
  std::vector<std::vector<float>> data, expected;
  std::vector<Pending> pending;
};

Started start_many(Algorithm algorithm) {
  Started started;
  for (const Group &group : groups_under_test())
    for (const std::size_t count : {1u, 7u, 20000u}) {
      started.data.push_back(elements<float>(job().rank(), count));
      started.expected.push_back(reduced<float>(group.members(), count, ReduceOp::sum));
      started.pending.push_back(
          start_all_reduce(group, std::span(started.data.back()), ReduceOp::sum, algorithm));
    }
  return started;
}

TEST(Pending, MayBeWaitedForInAnotherOrderOnEachRank) {
  for (const Algorithm algorithm :
       {Algorithm::plain, Algorithm::recursive_doubling, Algorithm::ring, Algorithm::library}) {
    Started started = start_many(algorithm);
    std::vector<std::size_t> order(started.pending.size());
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(job().rank())));
    for (const std::size_t i : order)
      started.pending[i].wait();
    EXPECT_EQ(started.data, started.expected) << to_string(algorithm);
  }
}

TEST(Pending, AdvancesWhileThisRankWaitsForABlockingCollective) {
  const Group world = job().world();
  for (const Algorithm blocking : algorithms_under_test(Collective::all_reduce, world)) {
    auto early = elements<double>(job().rank(), 30000), late = elements<double>(job().rank(), 10);
    Pending pending;
    // Even ranks wait for the started one first, odd ranks call the blocking one first: it ends
    // only if the odd ranks' part of the started one advances inside the blocking one.
    pending = start_all_reduce(world, std::span(early), ReduceOp::sum, Algorithm::ring);
    if (world.rank() % 2 == 0)
      pending.wait();
    all_reduce(world, std::span(late), ReduceOp::sum, blocking);
    pending.wait();
    EXPECT_EQ(late, reduced<double>(world.members(), 10, ReduceOp::sum)) << to_string(blocking);
    EXPECT_EQ(early, reduced<double>(world.members(), 30000, ReduceOp::sum));
  }
}

TEST(Pending, IsDoneAtSomeTestWithoutBeingWaitedFor) {
  const Group world = job().world();
  auto data = elements<float>(job().rank(), 1000);
  Pending pending = start_all_reduce(world, std::span(data));
  while (!pending.test()) {
  }
  EXPECT_TRUE(pending.test());
  EXPECT_EQ(data, reduced<float>(world.members(), 1000, ReduceOp::sum));
}

TEST(Pending, WaitsWhenItIsDestroyedOrAssigned) {
  const Group world = job().world();
  auto first = elements<float>(job().rank(), 1000), second = first;
  {
    Pending pending = start_all_reduce(world, std::span(first));
    pending = start_all_reduce(world, std::span(second));
    EXPECT_EQ(first, reduced<float>(world.members(), 1000, ReduceOp::sum));
  }
  EXPECT_EQ(second, first);
}

TEST(Pending, MixesAllKindsOfCollectives) {
  const Group world = job().world();
  const auto n = static_cast<std::size_t>(world.size());
  const auto in = elements<std::int64_t>(job().rank(), 3 * n);
  std::vector<std::int64_t> scattered(3), gathered(3 * n), exchanged(3 * n), moved(3 * n);
  auto told = in;
  std::vector<PermuteStep> shift;
  for (int place = 0; place < world.size(); ++place)
    shift.push_back({place, (place + 1) % world.size()});
  std::vector<Pending> pending;
  pending.push_back(start_reduce_scatter(world, in, std::span(scattered)));
  pending.push_back(start_all_gather(world, std::span(in).first(3), std::span(gathered)));
  pending.push_back(start_all_to_all(world, in, std::span(exchanged)));
  pending.push_back(start_broadcast(world, std::span(told), world.size() - 1));
  pending.push_back(start_permute(world, in, std::span(moved), shift));
  pending.push_back(start_barrier(world));
  if (world.rank() % 2)
    std::ranges::reverse(pending);
  for (Pending &one : pending)
    one.wait();
  const auto sum = reduced<std::int64_t>(world.members(), 3 * n, ReduceOp::sum);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(scattered[i], sum[3 * static_cast<std::size_t>(world.rank()) + i]);
  for (std::size_t i = 0; i < 3 * n; ++i) {
    const int from = static_cast<int>(i / 3);
    EXPECT_EQ(gathered[i], element<std::int64_t>(from, i % 3));
    EXPECT_EQ(exchanged[i],
              element<std::int64_t>(from, 3 * static_cast<std::size_t>(world.rank()) + i % 3));
  }
  EXPECT_EQ(told, elements<std::int64_t>(world.size() - 1, 3 * n));
  EXPECT_EQ(moved, elements<std::int64_t>((world.rank() + world.size() - 1) % world.size(), 3 * n));
  EXPECT_FALSE(operations_are_running());
}

} // namespace
} // namespace brigade::testing

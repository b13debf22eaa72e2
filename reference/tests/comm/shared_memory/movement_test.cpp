// The collectives that move data through shared memory, held against what each rank can compute
// alone.
#include "brigade/comm/shared_memory/all_gather.hpp"
#include "brigade/comm/shared_memory/all_reduce.hpp"
#include "brigade/comm/shared_memory/all_to_all.hpp"
#include "brigade/comm/shared_memory/barrier.hpp"
#include "brigade/comm/shared_memory/broadcast.hpp"
#include "brigade/comm/shared_memory/reduce_scatter.hpp"
#include "brigade/core/error.hpp"
#include "comm/shared_memory/shared_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

namespace brigade {
namespace {

enum class Memory { ordinary, arena, every_second_in_arena };
constexpr Memory kMemories[] = {Memory::ordinary, Memory::arena, Memory::every_second_in_arena};
constexpr std::size_t kArenaBytes = std::size_t{16} << 20;

using Counts = std::vector<std::size_t>;

std::size_t sum(const Counts &counts) { return std::reduce(counts.begin(), counts.end()); }

/// `values` where the collective is to find them.
void put(std::vector<float> &values, Memory memory, float *&data) {
  const bool in_arena = memory == Memory::arena ||
                        (memory == Memory::every_second_in_arena && shared_world().rank() % 2 == 0);
  data = in_arena ? reinterpret_cast<float *>(shared_arena(kArenaBytes)) : values.data();
  if (in_arena)
    std::copy(values.begin(), values.end(), data);
}

void try_all_gather(const SharedGroup &group, const Counts &counts, Memory memory,
                    std::uint32_t seed) {
  std::vector<float> expected;
  for (int member = 0; member < group.size(); ++member)
    for (float value :
         values_of<float>(group.place(member), counts[static_cast<std::size_t>(member)], seed))
      expected.push_back(value);
  std::vector<float> in =
      values_of<float>(shared_world().rank(), counts[static_cast<std::size_t>(group.rank())], seed);
  float *data = nullptr;
  put(in, memory, data);
  std::vector<float> out(expected.size());
  shared_all_gather(group, data, out.data(), counts, DType::f32);
  if (!in.empty())
    data[0] = -1; // a member that has returned may write its input
  ASSERT_EQ(out, expected);
}

void try_reduce_scatter(const SharedGroup &group, const Counts &counts, Memory memory, ReduceOp op,
                        std::uint32_t seed) {
  const auto rank = static_cast<std::size_t>(group.rank());
  const std::size_t begin =
      std::reduce(counts.begin(), counts.begin() + group.rank(), std::size_t{0});
  std::vector<float> expected(counts[rank]);
  for (int member = 0; member < group.size(); ++member) {
    const std::vector<float> theirs = values_of<float>(group.place(member), sum(counts), seed);
    for (std::size_t i = 0; i < counts[rank]; ++i)
      expected[i] = member == 0           ? theirs[begin + i]
                    : op == ReduceOp::max ? std::max(expected[i], theirs[begin + i])
                                          : expected[i] + theirs[begin + i];
  }
  if (op == ReduceOp::mean)
    for (float &value : expected)
      value /= static_cast<float>(group.size());
  std::vector<float> in = values_of<float>(shared_world().rank(), sum(counts), seed);
  float *data = nullptr;
  put(in, memory, data);
  std::vector<float> out(counts[rank]);
  shared_reduce_scatter(group, data, out.data(), counts, DType::f32, op);
  std::fill_n(data, sum(counts), -1.0F);
  ASSERT_EQ(out, expected);
}

void try_broadcast(const SharedGroup &group, std::size_t count, int root, Memory memory,
                   std::uint32_t seed) {
  const std::vector<float> expected = values_of<float>(group.place(root), count, seed);
  std::vector<float> own = values_of<float>(shared_world().rank(), count, seed);
  float *data = nullptr;
  put(own, memory, data);
  shared_broadcast(group, data, count, DType::f32, root);
  ASSERT_TRUE(same_bits(data, expected)) << count << " elements from " << root;
  std::fill_n(data, count, -1.0F);
}

/// sizes[i][j]: elements that member i gives member j.
void try_all_to_all(const SharedGroup &group, const std::vector<Counts> &sizes, Memory memory,
                    std::uint32_t seed) {
  const auto rank = static_cast<std::size_t>(group.rank());
  Counts receive;
  std::vector<float> expected;
  for (int member = 0; member < group.size(); ++member) {
    const Counts &theirs = sizes[static_cast<std::size_t>(member)];
    receive.push_back(theirs[rank]);
    const std::vector<float> values = values_of<float>(group.place(member), sum(theirs), seed);
    const auto begin = static_cast<std::ptrdiff_t>(
        std::reduce(theirs.begin(), theirs.begin() + group.rank(), std::size_t{0}));
    expected.insert(expected.end(), values.begin() + begin,
                    values.begin() + begin + static_cast<std::ptrdiff_t>(theirs[rank]));
  }
  std::vector<float> in = values_of<float>(shared_world().rank(), sum(sizes[rank]), seed);
  float *data = nullptr;
  put(in, memory, data);
  std::vector<float> out(expected.size());
  shared_all_to_all(group, data, out.data(), sizes[rank], receive, DType::f32);
  std::fill_n(data, sum(sizes[rank]), -1.0F);
  ASSERT_EQ(out, expected);
}

/// Unequal counts up to `most`, some of them 0, the same on all ranks.
Counts unequal_counts(int members, std::size_t most, std::minstd_rand &plan) {
  Counts counts(static_cast<std::size_t>(members));
  for (std::size_t &count : counts)
    count = plan() % 4 == 0 ? 0 : plan() % (most + 1);
  return counts;
}

std::vector<Counts> unequal_sizes(int members, std::size_t most, std::minstd_rand &plan) {
  std::vector<Counts> sizes;
  for (int member = 0; member < members; ++member)
    sizes.push_back(unequal_counts(members, most, plan));
  return sizes;
}

/// Elements around each place where the way changes.
Counts telling_counts(int members) {
  const std::size_t mailbox = shared_world().mailboxes().capacity() / sizeof(float);
  const std::size_t staging = shared_world().staging_bytes() / sizeof(float);
  const std::size_t slice = staging / static_cast<std::size_t>(members) / 16 * 16;
  return {0,     1,         8,       11,          mailbox,         mailbox + 1,
          slice, slice + 1, staging, staging + 1, 2 * staging + 77};
}

TEST(SharedAllGather, PutsTheBlocksInTheOrderOfMembers) {
  const SharedGroup world = shared_world_group();
  std::uint32_t seed = 10'000;
  for (std::size_t count : telling_counts(world.size()))
    for (Memory memory : kMemories)
      try_all_gather(world, Counts(static_cast<std::size_t>(world.size()), count), memory, ++seed);
}

TEST(SharedAllGather, TakesItsInputFromItsOwnBlockOfTheOutput) {
  const SharedGroup world = shared_world_group();
  for (std::size_t count : {3, 30'000}) {
    std::vector<float> out(count * static_cast<std::size_t>(world.size()), -1.0F);
    float *own = out.data() + count * static_cast<std::size_t>(world.rank());
    std::fill_n(own, count, static_cast<float>(world.rank()));
    shared_all_gather(world, own, out.data(), Counts(static_cast<std::size_t>(world.size()), count),
                      DType::f32);
    for (std::size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(out[i], static_cast<float>(i / count));
  }
}

TEST(SharedReduceScatter, LeavesEachMemberItsBlockOfTheResult) {
  const SharedGroup world = shared_world_group();
  std::uint32_t seed = 20'000;
  for (std::size_t count : telling_counts(world.size()))
    for (Memory memory : kMemories)
      try_reduce_scatter(world, Counts(static_cast<std::size_t>(world.size()), count), memory,
                         ReduceOp::sum, ++seed);
  for (ReduceOp op : {ReduceOp::max, ReduceOp::mean})
    try_reduce_scatter(world, Counts(static_cast<std::size_t>(world.size()), 5000),
                       Memory::ordinary, op, ++seed);
}

TEST(SharedBroadcast, CopiesFromEveryRoot) {
  const SharedGroup world = shared_world_group();
  std::uint32_t seed = 30'000;
  for (int root = 0; root < world.size(); ++root)
    for (std::size_t count : telling_counts(world.size()))
      for (Memory memory : kMemories)
        try_broadcast(world, count, root, memory, ++seed);
}

TEST(SharedAllToAll, GivesBlockJToMemberJ) {
  const SharedGroup world = shared_world_group();
  const auto members = static_cast<std::size_t>(world.size());
  std::uint32_t seed = 40'000;
  for (std::size_t count : telling_counts(world.size()))
    for (Memory memory : kMemories)
      try_all_to_all(world, std::vector<Counts>(members, Counts(members, count)), memory, ++seed);
}

TEST(SharedCollectives, OfGroupsThatSharePairsNeverMixWhateverTheirSizes) {
  const std::vector<SharedGroup> groups = groups_of_all_meshes();
  std::minstd_rand plan(11); // the same on all ranks
  std::minstd_rand mood(static_cast<std::uint32_t>(shared_world().rank()) + 1); // each rank's own
  for (std::uint32_t step = 0; step < 3000; ++step) {
    const SharedGroup &group = groups[plan() % groups.size()];
    const auto memory = static_cast<Memory>(plan() % 3);
    const std::size_t most = std::size_t{1} << plan() % 15;
    const auto kind = plan() % 6;
    // All ranks draw the same numbers, whatever the sizes of their groups.
    const auto drawn = static_cast<std::minstd_rand::result_type>(plan());
    std::minstd_rand own_plan(drawn);
    if (mood() % 64 == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(mood() % 300));
    const std::uint32_t seed = 50'000 + step;
    if (kind == 0)
      try_all_gather(group, unequal_counts(group.size(), most, own_plan), memory, seed);
    else if (kind == 1)
      try_reduce_scatter(group, unequal_counts(group.size(), most, own_plan), memory, ReduceOp::sum,
                         seed);
    else if (kind == 2)
      try_broadcast(group, most, static_cast<int>(drawn % static_cast<unsigned>(group.size())),
                    memory, seed);
    else if (kind == 3)
      try_all_to_all(group, unequal_sizes(group.size(), most, own_plan), memory, seed);
    else if (kind == 4)
      shared_barrier(group);
    else {
      std::vector<std::int32_t> ones(most, 1);
      shared_all_reduce(group, ones.data(), most, DType::i32, ReduceOp::sum);
      ASSERT_EQ(ones, std::vector<std::int32_t>(most, group.size()));
    }
    if (testing::Test::HasFatalFailure())
      FAIL() << "step " << step << ", kind " << kind << ", at most " << most << " elements";
  }
}

/// Blocks of `unit` elements and one of three times as many, which the last rank takes for the
/// first, all others for the last.
Counts disputed_counts(const SharedGroup &group, std::size_t unit) {
  Counts counts(static_cast<std::size_t>(group.size()), unit);
  (group.rank() + 1 == group.size() ? counts.front() : counts.back()) *= 3;
  return counts;
}

TEST(SharedAllGather, RefusesBlocksOnWhichTheRanksDisagree) {
  const SharedGroup world = shared_world_group();
  if (world.size() == 1)
    return; // nobody to disagree with
  for (const std::size_t unit : {std::size_t{2}, std::size_t{20000}}) {
    const Counts counts = disputed_counts(world, unit);
    const std::vector<float> in(counts[static_cast<std::size_t>(world.rank())]);
    std::vector<float> out(sum(counts));
    EXPECT_THROW(shared_all_gather(world, in.data(), out.data(), counts, DType::f32), Error);
    shared_barrier(world); // the numbers still agree
  }
}

TEST(SharedReduceScatter, RefusesBlocksOnWhichTheRanksDisagree) {
  const SharedGroup world = shared_world_group();
  if (world.size() == 1)
    return; // nobody to disagree with
  for (const std::size_t unit : {std::size_t{2}, std::size_t{20000}}) {
    const Counts counts = disputed_counts(world, unit);
    const std::vector<float> in(sum(counts));
    std::vector<float> out(counts[static_cast<std::size_t>(world.rank())]);
    EXPECT_THROW(
        shared_reduce_scatter(world, in.data(), out.data(), counts, DType::f32, ReduceOp::sum),
        Error);
    shared_barrier(world); // the numbers still agree
  }
}

} // namespace
} // namespace brigade

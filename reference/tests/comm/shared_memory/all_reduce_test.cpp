#include "brigade/comm/shared_memory/all_reduce.hpp"

#include "brigade/comm/shared_memory/barrier.hpp"
#include "comm/shared_memory/shared_world.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace brigade {
namespace {

/// Where a member's data lies.
enum class Memory { ordinary, arena, every_second_in_arena };

template <class T> T join(T a, T b, ReduceOp op) {
  switch (op) {
  case ReduceOp::max:
    return std::max(a, b);
  case ReduceOp::min:
    return std::min(a, b);
  default:
    return a + b;
  }
}

/// The reduction in the order of the members, element by element.
template <class T>
std::vector<T> expected(const SharedGroup &group, std::size_t count, ReduceOp op,
                        std::uint32_t seed) {
  std::vector<T> result = values_of<T>(group.place(0), count, seed);
  for (int member = 1; member < group.size(); ++member) {
    const std::vector<T> theirs = values_of<T>(group.place(member), count, seed);
    for (std::size_t i = 0; i < count; ++i)
      result[i] = join(result[i], theirs[i], op);
  }
  if (op == ReduceOp::mean)
    for (T &value : result)
      value /= static_cast<T>(group.size());
  return result;
}

constexpr std::size_t kArenaBytes = std::size_t{4} << 20;

template <class T>
void try_all_reduce(const SharedGroup &group, std::size_t count, ReduceOp op, Memory memory,
                    std::uint32_t seed) {
  std::vector<T> own = values_of<T>(shared_world().rank(), count, seed);
  const bool in_arena = memory == Memory::arena ||
                        (memory == Memory::every_second_in_arena && shared_world().rank() % 2 == 0);
  T *data = in_arena ? reinterpret_cast<T *>(shared_arena(kArenaBytes)) : own.data();
  std::copy(own.begin(), own.end(), data);
  shared_all_reduce(group, data, count, dtype_of<T>(), op);
  ASSERT_TRUE(same_bits(data, expected<T>(group, count, op, seed)))
      << count << " elements " << to_string(dtype_of<T>()) << ", " << to_string(op) << ", memory "
      << static_cast<int>(memory) << ", " << group.size() << " members";
}

/// Element counts around each place where the way changes.
template <class T> std::vector<std::size_t> telling_counts() {
  const std::size_t mailbox = shared_world().mailboxes().capacity() / sizeof(T);
  const std::size_t each_for_itself = (std::size_t{16} << 10) / sizeof(T);
  const std::size_t staging = shared_world().staging_bytes() / sizeof(T);
  return {0,
          1,
          2,
          7,
          10,
          11,
          64,
          65,
          1000,
          mailbox,
          mailbox + 1,
          mailbox + 17,
          each_for_itself,
          each_for_itself + 1,
          staging - 1,
          staging,
          staging + 1,
          3 * staging + 5};
}

template <class T> class SharedAllReduceOf : public testing::Test {};
using Types = testing::Types<float, double, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(SharedAllReduceOf, Types);

TYPED_TEST(SharedAllReduceOf, JoinsInTheOrderOfMembersWhereverTheDataLies) {
  const SharedGroup world = shared_world_group();
  std::uint32_t seed = 0;
  for (std::size_t count : telling_counts<TypeParam>())
    for (Memory memory : {Memory::ordinary, Memory::arena, Memory::every_second_in_arena})
      try_all_reduce<TypeParam>(world, count, ReduceOp::sum, memory, ++seed);
}

TYPED_TEST(SharedAllReduceOf, KnowsEveryReduction) {
  const SharedGroup world = shared_world_group();
  std::uint32_t seed = 100;
  for (std::size_t count : {3, 100, 5000, 50000})
    for (ReduceOp op : {ReduceOp::max, ReduceOp::min, ReduceOp::mean})
      if (op != ReduceOp::mean || std::is_floating_point_v<TypeParam>)
        for (Memory memory : {Memory::ordinary, Memory::arena})
          try_all_reduce<TypeParam>(world, count, op, memory, ++seed);
}

TEST(SharedAllReduce, WorksInEveryGroupOfEveryMesh) {
  std::uint32_t seed = 1000;
  for (const SharedGroup &group : groups_of_all_meshes())
    for (std::size_t count : {1, 300, 3000, 20000})
      for (Memory memory : {Memory::ordinary, Memory::arena, Memory::every_second_in_arena})
        try_all_reduce<float>(group, count, ReduceOp::sum, memory, ++seed);
}

TEST(SharedAllReduce, OfGroupsThatSharePairsNeverMixesThem) {
  const std::vector<SharedGroup> groups = groups_of_all_meshes();
  std::minstd_rand plan(7); // the same on all ranks
  std::minstd_rand mood(static_cast<std::uint32_t>(shared_world().rank()) + 1); // each rank's own
  for (std::uint32_t step = 0; step < 4000; ++step) {
    const SharedGroup &group = groups[plan() % groups.size()];
    const std::size_t largest = std::size_t{1} << plan() % 14;
    const std::size_t count = 1 + plan() % largest;
    const auto memory = static_cast<Memory>(plan() % 3);
    if (mood() % 64 == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(mood() % 300));
    try_all_reduce<float>(group, count, ReduceOp::sum, memory, 2000 + step);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

TEST(SharedAllReduce, OfMembersInAnotherOrderJoinsInThatOrder) {
  const SharedGroup world = shared_world_group();
  std::vector<int> reversed(world.members().rbegin(), world.members().rend());
  const SharedGroup group(shared_world(), reversed);
  for (std::size_t count : {5, 5000, 50000})
    try_all_reduce<float>(group, count, ReduceOp::sum, Memory::ordinary,
                          static_cast<std::uint32_t>(count));
}

} // namespace
} // namespace brigade

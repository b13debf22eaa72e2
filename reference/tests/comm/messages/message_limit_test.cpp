#include "brigade/comm/messages/message_limit.hpp"

#include "brigade/comm/collectives.hpp"
#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include <gmock/gmock.h>
#include <limits>

namespace brigade::testing {
namespace {

/// Sets the limit for one test.
struct Limited {
  explicit Limited(std::size_t elements) : before(message_limit()) { set_message_limit(elements); }
  ~Limited() { set_message_limit(before); }
  std::size_t before;
};

TEST(MessageLimit, CutsLongBlocksIntoSeveralMessages) {
  const Limited limited(1000);
  for (const Group &group : groups_under_test())
    for (const std::size_t count : {999u, 1000u, 1001u, 8000u, 20011u}) {
      for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, group)) {
        auto data = elements<float>(job().rank(), count);
        all_reduce(group, std::span(data), ReduceOp::sum, algorithm);
        EXPECT_TRUE(data == reduced<float>(group.members(), count, ReduceOp::sum))
            << story(group, algorithm, count);
      }
      for (const Algorithm algorithm : algorithms_under_test(Collective::broadcast, group)) {
        auto data = elements<float>(job().rank(), count);
        broadcast(group, std::span(data), 0, algorithm);
        EXPECT_TRUE(data == elements<float>(group.members().front(), count))
            << story(group, algorithm, count);
      }
    }
}

TEST(MessageLimit, HoldsForSendAndReceive) {
  const Limited limited(1000);
  const Group world = job().world();
  const auto sent = elements<double>(job().rank(), 5500);
  std::vector<double> received(5500);
  Pending sending = start_send(world, std::span(sent), (world.rank() + 1) % world.size());
  const int previous = (world.rank() + world.size() - 1) % world.size();
  receive(world, std::span(received), previous);
  EXPECT_EQ(received, elements<double>(previous, 5500));
}

TEST(MessageLimit, IsWhatAnIntHolds) {
  EXPECT_THROW(set_message_limit(0), InputError);
  EXPECT_THROW(set_message_limit(std::size_t{1} << 31), InputError);
  EXPECT_LE(message_limit(), static_cast<std::size_t>(std::numeric_limits<int>::max()));
}

} // namespace
} // namespace brigade::testing

#include "brigade/comm/point_to_point.hpp"

#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include <gmock/gmock.h>

namespace brigade::testing {
namespace {

TEST(SendAndReceive, PassATokenAroundARing) {
  for (const Group &group : groups_under_test()) {
    const int n = group.size(), place = group.rank();
    if (n == 1)
      continue;
    std::vector<std::int64_t> token{1};
    if (place > 0)
      receive(group, std::span(token), place - 1);
    token[0] = token[0] * 3 + place;
    send(group, std::span(token), (place + 1) % n);
    if (place == 0) {
      receive(group, std::span(token), n - 1);
      std::int64_t expected = 1;
      for (int i = 0; i < n; ++i)
        expected = expected * 3 + i;
      EXPECT_EQ(token[0], expected);
    }
  }
}

TEST(SendAndReceive, KeepMessagesOfDifferentTagsApart) {
  const Group world = job().world();
  const int next = (world.rank() + 1) % world.size();
  const int previous = (world.rank() - 1 + world.size()) % world.size();
  const std::vector<float> one{1.0f}, two{2.0f};
  std::vector<float> first(1), second(1);
  Pending a = start_receive(world, std::span(first), previous, 7);
  Pending b = start_receive(world, std::span(second), previous, 8);
  Pending c = start_send(world, std::span(two), next, 8);
  Pending d = start_send(world, std::span(one), next, 7);
  for (Pending *pending : {&a, &b, &c, &d})
    pending->wait();
  EXPECT_EQ(first, one);
  EXPECT_EQ(second, two);
}

TEST(SendAndReceive, KeepTheOrderOfMessagesWithOneTag) {
  const Group world = job().world();
  const int next = (world.rank() + 1) % world.size();
  const int previous = (world.rank() - 1 + world.size()) % world.size();
  std::vector<std::vector<std::int32_t>> sent, received;
  std::vector<Pending> pending;
  for (int i = 0; i < 20; ++i) {
    sent.emplace_back(static_cast<std::size_t>(1 + i * 1000 % 7000), i);
    received.emplace_back(sent.back().size());
  }
  for (auto &message : sent)
    pending.push_back(start_send(world, std::span(message), next));
  for (auto &message : received)
    pending.push_back(start_receive(world, std::span(message), previous));
  pending.clear();
  EXPECT_EQ(received, sent);
}

TEST(SendAndReceive, TellTheReceiverThatTheSenderSentTooFewOrTooMany) {
  const Group world = job().world();
  const int next = (world.rank() + 1) % world.size();
  const int previous = (world.rank() - 1 + world.size()) % world.size();
  const std::vector<float> three(3), five(5);
  std::vector<float> four(4);
  {
    Pending sending = start_send(world, std::span(three), next);
    EXPECT_THAT(
        [&] { receive(world, std::span(four), previous); },
        ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("sent 3 elements where place")));
  }
  {
    Pending sending = start_send(world, std::span(five), next);
    EXPECT_THAT([&] { receive(world, std::span(four), previous); },
                ::testing::ThrowsMessage<InputError>(
                    ::testing::HasSubstr("sent more than the 4 elements")));
  }
}

TEST(SendAndReceive, RefuseAPeerOutsideTheGroupAndATagOutOfRange) {
  const Group world = job().world();
  const std::vector<float> data(1);
  EXPECT_THROW(send(world, std::span(data), world.size()), InputError);
  EXPECT_THROW(send(world, std::span(data), -1), InputError);
  EXPECT_THROW(send(world, std::span(data), 0, -1), InputError);
  EXPECT_THROW(send(world, std::span(data), 0, kMaximumTag + 1), InputError);
}

} // namespace
} // namespace brigade::testing

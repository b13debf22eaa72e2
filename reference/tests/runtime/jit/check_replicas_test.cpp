#include "brigade/runtime/jit/jit.hpp"

#include "jit_inputs.hpp"

#include "brigade/tracer/ledger.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

// .check_replicas: what drifts apart on the ranks is named.
namespace brigade {
namespace {

using namespace brigade::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <class T> struct State {
  T w;
  std::vector<T> biases;
};

State<Tensor> step(State<Tensor> state, Tensor x) {
  return {state.w + sum(x, {0}), {state.biases[0] * 2, state.biases[1]}};
}

State<Array> some_state() {
  return {put(whole_numbers({2}, 1)), {put(whole_numbers({3}, 2)), put(whole_numbers({4, 3}, 3))}};
}

Array some_x() { return put(whole_numbers({8, 2}, 4), P("data")); }

JitOptions checking() {
  return {.in_shardings = {{}, lying(P("data"))},
          .out_shardings = {ArgumentSharding()},
          .donate = {0},
          .argument_names = {"state", "x"},
          .name = "step",
          .check_replicas = true};
}

TEST(CheckedReplicas, GiveTheSameResults) {
  const auto f = jit(step, checking());
  State<Array> state = some_state();
  for (int i = 0; i < 3; ++i)
    state = f(state, some_x());
  EXPECT_EQ(whole(state.biases[0]), literal_of(whole_numbers({3}, 2) * 8));
}

// The values that have copies: w, both biases; and x, over the two devices along model.
TEST(CheckedReplicas, CostOneCollectiveOfEightBytesAValue) {
  const auto sent_by = [](const JitOptions &options) {
    const auto f = jit(step, options);
    const State<Array> state = f(some_state(), some_x());
    Ledger &ledger = Ledger::instance();
    ledger.clear();
    ledger.set_on(true);
    (void)f(state, some_x());
    ledger.set_on(false);
    std::vector<CommRecord> records;
    for (const CommRecord &record : ledger.records())
      if (!record.is_computation)
        records.push_back(record);
    ledger.clear();
    return records;
  };
  JitOptions unchecked = checking();
  unchecked.check_replicas = false;
  const std::vector<CommRecord> without = sent_by(unchecked), with = sent_by(checking());
  const std::int64_t devices = testing::runtime().device_count();
  ASSERT_EQ(with.size(), without.size() + (devices > 1 ? 1 : 0));
  if (devices > 1) {
    EXPECT_EQ(with.back().kind, "all_gather");
    EXPECT_EQ(with.back().bytes, 8 * 4 * (devices - 1));
  }
}

TEST(CheckedReplicas, NameWhatOneRankChangedByHandBetweenTwoCalls) {
  const int last = testing::runtime().device_count() - 1;
  if (last == 0)
    GTEST_SKIP() << "one rank has nobody to differ from";
  const auto f = jit(step, checking());
  State<Array> state = f(f(some_state(), some_x()), some_x());
  if (testing::runtime().rank() == last)
    state.biases[1].mutable_shard<float>()(2, 1) += 0.5F;
  const float before = whole_numbers({4, 3}, 3)(2, 1);
  const int line = __LINE__ + 1;
  EXPECT_THAT(
      [&] { (void)f(state, some_x()); },
      ThrowsMessage<Error>(AllOf(
          HasSubstr(fmt::format("check_replicas_test.cpp:{}: after call 3 of @step: replicas of "
                                "`result.biases.1` (f32[4, 3] @ [",
                                line)),
          HasSubstr("disagree: element [2, 1] is"), HasSubstr(fmt::format("is {} (", before)),
          HasSubstr(fmt::format(") on device 0 and {} (", before + 0.5F)),
          HasSubstr(fmt::format("and {} differs from device 0", last)))));
}

TEST(CheckedReplicas, NameAnArgumentBeforeWhatCameOfIt) {
  const int last = testing::runtime().device_count() - 1;
  if (last == 0)
    GTEST_SKIP() << "one rank has nobody to differ from";
  JitOptions keeping = checking();
  keeping.donate = {};
  const auto f = jit(step, keeping);
  State<Array> state = some_state();
  if (testing::runtime().rank() == last)
    state.biases[0].mutable_shard<float>()(1) += 1;
  EXPECT_THAT(
      [&] { (void)f(state, some_x()); },
      ThrowsMessage<Error>(HasSubstr("after call 1 of @step: replicas of `state.biases.0`")));
}

} // namespace
} // namespace brigade

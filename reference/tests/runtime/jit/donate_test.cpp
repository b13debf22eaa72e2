#include "brigade/runtime/jit/jit.hpp"

#include "jit_inputs.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

namespace brigade {
namespace {

using namespace brigade::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <class T> struct Pair { T a, b; };

Pair<Tensor> step(Pair<Tensor> state, Tensor x) { return {state.a + x, state.b * 2}; }

Pair<Array> some_state() {
  return {put(whole_numbers({4, 2}, 1), P("data")), put(whole_numbers({3}, 2))};
}

const JitOptions kDonating{.donate = {0}, .argument_names = {"state", "x"}};

TEST(DonatedArguments, GiveTheSameResults) {
  const auto f = jit(step, kDonating);
  const auto a = whole_numbers({4, 2}, 1), b = whole_numbers({3}, 2), x = whole_numbers({4, 2}, 3);
  Pair<Array> state = some_state();
  for (int i = 0; i < 3; ++i)
    state = f(state, put(x, P("data")));
  EXPECT_EQ(whole(state.a), literal_of(a + 3 * x));
  EXPECT_EQ(whole(state.b), literal_of(b * 8));
}

TEST(DonatedArguments, SayWhereTheyWentWhenTheyAreUsedLater) {
  const auto f = jit(step, kDonating);
  const Pair<Array> state = some_state();
  const Array copy = state.b, x = put(whole_numbers({4, 2}, 3), P("data"));
  const int line = __LINE__ + 1;
  (void)f(state, x);
  const auto at = HasSubstr(fmt::format("donated at donate_test.cpp:{}", line));
  EXPECT_THAT([&] { (void)state.a.shard<float>(); }, ThrowsMessage<Error>(at));
  EXPECT_THAT([&] { (void)gather<float>(copy); }, ThrowsMessage<Error>(at));
  EXPECT_THAT([&] { (void)f(state, x); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("state.a, f32[4, 2] @ [data] on"), at)));
  EXPECT_EQ(whole(x), literal_of(whole_numbers({4, 2}, 3))) << "it was not donated";
}

TEST(DonatedArguments, ThatHadToBeMovedAreGoneToo) {
  JitOptions options = kDonating;
  options.in_shardings = {{}, lying(P("data"))};
  options.move_arguments = true;
  const auto f = jit(step, options);
  const Pair<Array> state = some_state();
  const Array x = put(whole_numbers({4, 2}, 3), P("data"));
  const Pair<Array> after = f(state, x);
  EXPECT_EQ(whole(after.a), literal_of(whole_numbers({4, 2}, 1) + whole_numbers({4, 2}, 3)));
  EXPECT_THROW((void)state.a.data(), Error);
}

TEST(DonatedArguments, ShareTheirMemoryWithNoOtherArgument) {
  const auto f = jit(step, kDonating);
  const Array one = put(whole_numbers({4, 2}, 1));
  for (int time = 0; time < 2; ++time) // and no call that was refused makes the next one right
    EXPECT_THAT(
        [&] {
          (void)f({one, put(whole_numbers({3}, 2))}, one);
        },
        ThrowsMessage<InputError>(HasSubstr("state.a is donated, and x has the same memory")));
  EXPECT_EQ(one.donated_at(), "");
}

TEST(DonatedArguments, AreOnesThatThereAre) {
  const auto refuses = [](std::vector<int> donate, const std::string &words) {
    EXPECT_THAT(
        [&] {
          (void)jit([](Tensor x, int times) { return x * times; }, {.donate = std::move(donate)});
        },
        ThrowsMessage<InputError>(AllOf(HasSubstr("donate_test.cpp:"), HasSubstr(words))));
  };
  refuses({2}, "donate names argument 2, and the function has 2");
  refuses({-1}, "donate names argument -1");
  refuses({1}, "donate names argument 1, which has no arrays to give away");
}

} // namespace
} // namespace brigade

#include "brigade/runtime/jit/jit.hpp"

#include "jit_inputs.hpp"

#include "brigade/trace/grad.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

// What JAX's users get wrong most, and the words in which they are told.
namespace brigade {
namespace {

using namespace brigade::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <class T> struct Params {
  T w;
  std::vector<T> more;
};
Tensor apply(Params<Tensor> params, Tensor x) { return matmul(x, params.w); }

Params<Array> some_params() { return {put(whole_numbers({4, 8}, 1)), {}}; }
Array some_x() { return put(whole_numbers({8, 4}, 2)); }

template <class Call> void expect_error(Call &&call, const std::string &words) {
  EXPECT_THAT(
      call, ThrowsMessage<InputError>(AllOf(HasSubstr("jit_errors_test.cpp:"), HasSubstr(words))));
}

TEST(JitErrors, AWrongCountOfShardings) {
  expect_error([] { (void)jit(apply, {.in_shardings = {lying(P())}}); },
               "jit: in_shardings has 1 entry, and the function has 2 arguments with arrays: give "
               "one for each (one will do for all of a struct), or none at all");
  expect_error(
      [] {
        (void)jit([](Tensor x, int) { return x; }, {.in_shardings = {lying(P()), lying(P())}});
      },
      "jit: in_shardings has 2 entries, and the function has 1 argument with arrays");
  expect_error(
      [] {
        (void)jit([](Tensor x) { return std::tuple(x, x, x); },
                  {.out_shardings = {lying(P()), lying(P())}})(some_x());
      },
      "jit: out_shardings has 2 entries, and the result has 3 parts: give one for each, or one for "
      "all");
}

TEST(JitErrors, AStructOfShardingsUnlikeItsArgument) {
  const Params<NamedSharding> shardings{lying(P()), {lying(P())}};
  expect_error(
      [&] {
        (void)jit(apply, {.in_shardings = {shardings, {}}})(some_params(), some_x());
      },
      "jit: in_shardings[0] says how .more.0 lies, and there is no such array");
  expect_error(
      [&] {
        Params<Array> params = some_params();
        params.more = {params.w, params.w};
        (void)jit(apply, {.in_shardings = {shardings, {}}})(params, some_x());
      },
      "jit: in_shardings[0] does not say how .more.1 lies; give a structure like the argument, or "
      "one sharding for all of it");
}

TEST(JitErrors, ARankTooLow) {
  expect_error(
      [] {
        (void)jit(apply, {.in_shardings = {{}, lying(P(nullptr, nullptr, "data"))},
                          .argument_names = {"params", "x"}})(some_params(), some_x());
      },
      "jit: the sharding [-, -, data] of x has 3 entries, but x has 2 dimensions: leave out 1 of "
      "them");
  expect_error(
      [] {
        (void)jit([](Tensor x) { return sum(x); }, {.out_shardings = {lying(P("data"))}})(some_x());
      },
      "jit: the sharding [data] of result has 1 entry, but result has 0 dimensions");
}

TEST(JitErrors, AnUnknownOrRepeatedAxis) {
  EXPECT_THAT([] { (void)lying(P("rows")); },
              ThrowsMessage<InputError>(HasSubstr("but mesh {data: ")));
  EXPECT_THAT([] { (void)lying(P("data", "data")); },
              ThrowsMessage<InputError>(HasSubstr("uses it already for dimension 0")));
  // Inside of the function, in a constraint.
  expect_error(
      [] { (void)jit([](Tensor x) { return with_sharding_constraint(x, P("rows")); })(some_x()); },
      "with_sharding_constraint: the sharding [rows, -] of arg0");
  expect_error(
      [] {
        (void)jit([](Tensor x) { return with_sharding_constraint(x, P("data", "data")); })(
            some_x());
      },
      "with_sharding_constraint: the sharding [data, data] of arg0");
}

TEST(JitErrors, AMeshOfAnotherSizeThanTheRanks) {
  const int devices = testing::runtime().device_count();
  const Mesh larger(DeviceGrid({devices + 1}), {"data"});
  expect_error(
      [&] {
        (void)jit([] { return ones({4}); }, {.out_shardings = {NamedSharding(larger, P())}})();
      },
      fmt::format("jit: mesh {{data: {0}}} has {0} devices and the job has {1} (one a rank): use a "
                  "mesh whose sizes multiply to {1}, or start {0} ranks",
                  devices + 1, devices));
}

TEST(JitErrors, TwoMeshes) {
  const Mesh line(DeviceGrid({testing::runtime().device_count()}), {"x"});
  expect_error(
      [&] {
        (void)jit(apply, {.in_shardings = {lying(P()), NamedSharding(line, P("x"))}})(some_params(),
                                                                                      some_x());
      },
      "jit: in_shardings[1] is [x] on {x: ");
  if (testing::runtime().device_count() > 1) {
    const Array elsewhere = device_put(some_x(), NamedSharding(line, P("x")));
    expect_error(
        [&] {
          (void)jit(apply, {.argument_names = {"params", "x"}})(some_params(), elsewhere);
        },
        "jit: x lies as [x] on {x: ");
  }
}

TEST(JitErrors, AnArgumentWithAnotherShardingThanDeclared) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "on one device all shardings are one";
  const auto f = jit(apply, {.in_shardings = {lying(P(nullptr, "model")), {}}});
  const int line = __LINE__ + 1;
  EXPECT_THAT([&] { (void)f(some_params(), some_x()); },
              ThrowsMessage<InputError>(AllOf(
                  HasSubstr(fmt::format(
                      "jit_errors_test.cpp:{}: params.w is f32[4, 8] @ [] on {{data: ", line)),
                  HasSubstr("and is declared [-, model] on {data: "),
                  HasSubstr("device_put brings it there, or jit with .move_arguments = true"))));
}

TEST(JitErrors, AConstraintWithoutAMesh) {
  const auto constrain = [](Tensor x) { return with_sharding_constraint(x, P("data")); };
  expect_error(
      [&] {
        (void)trace(constrain, TensorType{DType::f32, {8, 4}});
      },
      "with_sharding_constraint: there is no mesh; give a NamedSharding, which has one, or "
      "trace with {.mesh = mesh}");
  EXPECT_EQ(jit(constrain)(some_x()).shape(), (Shape{8, 4})) << "the argument's mesh will do";
}

TEST(JitErrors, AGradientOfALossThatIsNoScalar) {
  const auto f = jit(grad([](Tensor x) { return x * x; }));
  expect_error([&] { (void)f(some_x()); },
               "grad: the loss must be a scalar, and is f32[8, 4]; take its sum or its mean");
}

TEST(JitErrors, ATensorThatOutlivesItsTrace) {
  Tensor kept;
  (void)jit([&kept](Tensor x) {
    kept = x + 1;
    return kept;
  })(some_x());
  expect_error([&] { (void)jit([&kept](Tensor x) { return x + kept; })(some_x()); },
               "an operand is a Tensor of the trace @main, which has ended");
}

TEST(JitErrors, APlanThatIsNotPartitionedCannotRun) {
  expect_error([] { (void)jit(apply, {.passes = {.partition = false}})(some_params(), some_x()); },
               "jit: a plan without the pass partition cannot be run");
}

TEST(JitErrors, OutOfMemory) {
  const Array x = put(xt::ones<float>({4194304, 1}), P("data"));
  expect_error([&] { (void)jit([](Tensor v) { return matmul(matmul(v, transpose(v)), v); })(x); },
               ": jit: out of memory: a run of @main needs ");
}

Tensor calls_itself(Tensor x) { return jit(calls_itself, {.name = "endless"})(x + x); }

TEST(JitErrors, AFunctionThatCallsItselfWithoutEnd) {
  expect_error([] { (void)jit(calls_itself)(some_x()); }, "@endless is called within ");
}

Tensor reversed(Tensor x) { return reverse(x, {0}); }

TEST(JitErrors, CommunicationThatNobodyAskedFor) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one device has nobody to talk to";
  const Array x = put(whole_numbers({8, 4}, 2), P("model"));
  expect_error(
      [&] {
        (void)jit(reversed, {.out_shardings = {ArgumentSharding()},
                             .implicit_communication = ImplicitCommunication::error})(x);
      },
      ": jit: implicit communication: jit_errors_test.cpp:");
}

TEST(Jit, WarnsOnceForAPlanOfCommunicationThatNobodyAskedFor) {
  const int devices = testing::runtime().device_count();
  const auto f = jit(reversed, {.out_shardings = {ArgumentSharding()},
                                .implicit_communication = ImplicitCommunication::warn});
  const Array x = put(whole_numbers({8, 4}, 2), P("model"));
  ::testing::internal::CaptureStderr();
  const Array y = f(x);
  const std::string first = ::testing::internal::GetCapturedStderr();
  ::testing::internal::CaptureStderr();
  (void)f(x);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(whole(y), literal_of(xt::flip(whole_numbers({8, 4}, 2), 0)));
  if (devices == 1 || testing::runtime().rank() != 0)
    EXPECT_EQ(first, "");
  else
    EXPECT_THAT(first,
                AllOf(HasSubstr("brigade: warning: implicit communication: jit_errors_test.cpp:"),
                      HasSubstr("reverse needs arg0 (f32[8, 4]) as [-, -], and it lies as "
                                "[model, -]: all_gather over model, 64 B sent by each device")));
}

} // namespace
} // namespace brigade

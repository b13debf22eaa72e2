#include "brigade/runtime/executor/executable.hpp"

#include "brigade/gspmd/plan.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/executor/execute.hpp"
#include "brigade/runtime/gather.hpp"
#include "ranks/runtime.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace brigade {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr const char *kLayer = R"(
program layer(a: f32[7, 12] @ [x, -], b: f32[12, 5] @ [-, x], c: f32[5] @ [-]) {
  d = relu(add(dot(a, b), broadcast(c, [7, 5], dims=[1])))
  return d @ [x, -], sum(d, dims=[0]) @ [-]
}
)";

Program planned(const std::string &text) {
  return *make_plan(parse_program(
                        fmt::format("mesh {{x: {}}}\n{}", testing::runtime().device_count(), text),
                        "text"))
              .partitioned;
}

xt::xarray<float> numbers(const Shape &shape) {
  xt::xarray<float> array = xt::xarray<float>::from_shape(extents(shape));
  for (std::size_t i = 0; i < array.size(); ++i)
    array.data()[i] = static_cast<float>(i * 7 % 11) - 4;
  return array;
}

NamedSharding lying(const PartitionSpec &spec) {
  return {Mesh(DeviceGrid({testing::runtime().device_count()}), {"x"}), spec};
}

std::vector<Array> arguments() {
  Runtime &runtime = testing::runtime();
  return {device_put(runtime, numbers({7, 12}), lying(P("x", nullptr))),
          device_put(runtime, numbers({12, 5}), lying(P(nullptr, "x"))),
          device_put(runtime, numbers({5}), lying(P()))};
}

TEST(Executable, GivesWhatTheSimpleExecutionGives) {
  const Program program = planned(kLayer);
  const std::vector<Array> expected = execute(testing::runtime(), program, arguments());
  Executable run(testing::runtime(), program);
  for (int time = 0; time < 2; ++time) {
    const std::vector<Array> results = run(arguments());
    ASSERT_EQ(results.size(), expected.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(gather<float>(results[i]), gather<float>(expected[i])) << i; // whole numbers: exact
      EXPECT_EQ(results[i].sharding().spec(), expected[i].sharding().spec());
    }
  }
}

TEST(Executable, CanBeMoved) {
  Executable first(testing::runtime(), planned(kLayer));
  Executable second = std::move(first);
  EXPECT_EQ(second(arguments()).size(), 2u);
}

TEST(Executable, RefusesArgumentsThatDoNotFit) {
  Executable run(testing::runtime(), planned(kLayer));
  std::vector<Array> wrong = arguments();
  wrong[2] = device_put(testing::runtime(), numbers({6}), lying(P()));
  EXPECT_THAT([&] { (void)run(wrong); },
              ThrowsMessage<InputError>(HasSubstr("argument 2 of @layer (c) is f32[5], and got")));
  wrong.pop_back();
  EXPECT_THAT([&] { (void)run(wrong); },
              ThrowsMessage<InputError>(HasSubstr("takes 3 arguments, and got 2")));
}

TEST(Executable, RefusesAListOfDonationsOfAnotherLength) {
  EXPECT_THAT(
      [&] { Executable(testing::runtime(), planned(kLayer), {true}); },
      ThrowsMessage<InputError>(HasSubstr("has 3 parameters, and `donated` has 1 entries")));
}

TEST(Executable, RefusesResultsThatAreUnreduced) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one device has no partial results";
  const Program program = planned("program f(a: f32[8, 2] @ [x, -]) {\n"
                                  "  return sum(a, dims=[0]) @ [-] {unreduced x}\n}\n");
  EXPECT_THAT([&] { Executable(testing::runtime(), program); },
              ThrowsMessage<InputError>(HasSubstr("an Array holds no partial results")));
}

} // namespace
} // namespace brigade

#include "brigade/runtime/executor/execute.hpp"

#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/same_program.hpp"
#include "brigade/runtime/gather.hpp"
#include "ranks/runtime.hpp"
#include "runtime/executor/layer_arguments.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <string>
#include <vector>

namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::layer_arguments;
using ::testing::Lt;
using testing::lying;
using testing::numbers;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;

constexpr const char *kMlp = R"(
program mlp(a: f32[7, 12] @ [x, -], b: f32[12, 5] @ [-, x], c: f32[5]) {
  d = dot(a, b)
  e = relu(add(d, broadcast(c, [7, 5], dims=[1])))
  return e @ [x, -], sum(e, dims=[0]) @ [-], argmax(e, dims=[1])
}
)";

Program parsed(const std::string &text) {
  return parse_program(fmt::format("mesh {{x: {}}}\n{}", testing::runtime().device_count(), text),
                       "mlp");
}

Program planned(const std::string &text) {
  return partition(propagate(parsed(text)), uniform_profile());
}

Literal literal(const xt::xarray<float> &array) {
  return Literal({DType::f32, Shape(array.shape().begin(), array.shape().end())},
                 std::vector<float>(array.begin(), array.end()));
}

TEST(Execute, GivesWhatOneDeviceGives) {
  const Program program = planned(kMlp);
  const std::vector<Array> results = execute(testing::runtime(), program, layer_arguments());
  const std::vector<Literal> expected =
      interpret(parsed(kMlp), std::vector{literal(numbers({7, 12})), literal(numbers({12, 5})),
                                          literal(numbers({5}))});
  ASSERT_EQ(results.size(), 3u);
  // Sums of small whole numbers are exact in any order.
  EXPECT_EQ(literal(gather<float>(results[0])), expected[0]);
  EXPECT_EQ(literal(gather<float>(results[1])), expected[1]);
  const xt::xarray<std::int32_t> highest = gather<std::int32_t>(results[2]);
  EXPECT_TRUE(std::ranges::equal(highest, expected[2].as<std::int32_t>()));
  EXPECT_EQ(results[0].sharding().spec(), P("x", nullptr));
}

TEST(Execute, TakesEachValueOfABucketByItself) {
  const Program program = parsed("program p(a: f32[7, 12] @ [x, -], b: f32[12, 5] @ [x, -],"
                                 "          c: f32[5] @ [-]) {"
                                 " d = sum(a, dims=[0]) @ [-] {unreduced x}"
                                 " e = sum(b, dims=[0]) @ [-] {unreduced x}"
                                 " f @ [-], g @ [-] = all_reduce(d, e, axes=[x], op=sum)"
                                 " h @ [x], i @ [x] = reduce_scatter(d, e, axes=[x], dim=0, op=sum)"
                                 " j @ [-], k @ [-] = all_gather(h, i, axes=[x], dim=0)"
                                 " return f, g, h, i, j, k }");
  std::vector<Array> given = layer_arguments();
  given[1] = device_put(given[1], lying(P("x", nullptr)));
  const std::vector<Array> results = execute(testing::runtime(), program, given);
  const std::vector<Literal> expected =
      interpret(parse_program("program p(a: f32[7, 12], b: f32[12, 5]) {"
                              " return sum(a, dims=[0]), sum(b, dims=[0]) }"),
                std::vector{literal(numbers({7, 12})), literal(numbers({12, 5}))});
  ASSERT_EQ(results.size(), 6u);
  for (std::size_t i = 0; i < results.size(); ++i)
    EXPECT_EQ(literal(gather<float>(results[i])), expected[i % 2]) << "result " << i;
}

TEST(Execute, GivesTheSameBitsAgain) {
  const Program program = planned(kMlp);
  const std::vector<Array> first = execute(testing::runtime(), program, layer_arguments());
  const std::vector<Array> second = execute(testing::runtime(), program, layer_arguments());
  EXPECT_EQ(gather<float>(first[0]), gather<float>(second[0]));
}

TEST(Execute, RefusesAnArgumentThatLiesElsewhere) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "on one device all shardings are one";
  std::vector<Array> wrong = layer_arguments();
  wrong[1] = device_put(wrong[1], lying(P("x", nullptr)));
  EXPECT_THAT([&] { (void)execute(testing::runtime(), planned(kMlp), wrong); },
              ThrowsMessage<InputError>(AllOf(
                  HasSubstr("argument 1 of @mlp (b) lies as [-, x] on {x: "),
                  HasSubstr("got f32[12, 5] @ [x, -]"), HasSubstr("device_put brings it there"))));
}

TEST(Execute, RefusesAnArgumentOfAnotherTypeAndOneTooFew) {
  testing::expect_other_arguments_are_refused(
      [](const std::vector<Array> &given) {
        return execute(testing::runtime(), planned(kMlp), given);
      },
      "mlp");
}

TEST(Execute, RefusesAMeshOfAnotherSize) {
  const Program program =
      partition(propagate(parse_program(
                    "mesh {x: 7}\nprogram f(a: f32[7] @ [x]) {\n  return neg(a)\n}\n", "f")),
                uniform_profile());
  EXPECT_THAT(
      [&] {
        (void)execute_blocks(testing::runtime(), program,
                             std::vector{Literal(TensorType{DType::f32, {1}})});
      },
      ThrowsMessage<InputError>(HasSubstr("mesh {x: 7} has 7 devices and the job has")));
}

TEST(Execute, RefusesResultsThatAreUnreducedAsArrays) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one device has no partial results";
  const Program program = planned("program f(a: f32[8, 2] @ [x, -]) {\n"
                                  "  return sum(a, dims=[0]) @ [-] {unreduced x}\n}\n");
  const std::vector<Array> argument{
      device_put(testing::runtime(), numbers({8, 2}), lying(P("x", nullptr)))};
  EXPECT_THAT([&] { (void)execute(testing::runtime(), program, argument); },
              ThrowsMessage<InputError>(HasSubstr("an Array holds no partial results")));
}

TEST(ExecuteBlocks, RefusesAProgramThatIsNotPartitioned) {
  const Program program = parse_program(
      fmt::format("mesh {{x: {}}}\nprogram f(a: f32[4] @ [-]) {{\n  return neg(a)\n}}\n",
                  testing::runtime().device_count()),
      "f");
  EXPECT_THAT(
      [&] {
        (void)execute_blocks(testing::runtime(), program,
                             std::vector{Literal(TensorType{DType::f32, {4}})});
      },
      ThrowsMessage<InputError>(HasSubstr("has no sharding")));
}

TEST(ExecuteBlocks, RefusesABlockOfAnotherSize) {
  const Program program = planned("program f(a: f32[4] @ [-]) {\n  return neg(a)\n}\n");
  EXPECT_THAT(
      [&] {
        (void)execute_blocks(testing::runtime(), program,
                             std::vector{Literal(TensorType{DType::f32, {3}})});
      },
      ThrowsMessage<InputError>(HasSubstr("argument 0 of @f (a) is f32[4] @ [-], of which rank")));
}

TEST(SameProgram, ComesFromRank0) {
  const Program mine = planned(
      fmt::format("program f{}(a: f32[4]) {{\n  return neg(a)\n}}\n", testing::runtime().rank()));
  const Program shared = broadcast_program(testing::runtime(), mine);
  EXPECT_EQ(shared.main().name, "f0");
  require_same_program(testing::runtime(), shared);
  if (testing::runtime().rank() == 0) {
    EXPECT_EQ(to_string(shared), to_string(mine));
    EXPECT_EQ(shared.main().instructions.at(0).source, mine.main().instructions.at(0).source);
  }
  EXPECT_EQ(shared.main().instructions.at(0).source.line, 3);
}

TEST(SameProgram, TellsOnAllRanksThatOneHasAnother) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one rank agrees with itself";
  const bool last = testing::runtime().rank() == testing::runtime().device_count() - 1;
  const Program program =
      planned(fmt::format("program f(a: f32[4]) {{\n  return {}(a)\n}}\n", last ? "exp" : "neg"));
  EXPECT_THAT([&] { require_same_program(testing::runtime(), program); },
              ThrowsMessage<InputError>(HasSubstr(
                  fmt::format("rank {} has another program @f than rank 0: line 3 of its text is",
                              testing::runtime().device_count() - 1))));
}

// Thousands of numbers stand in one line of the text.
TEST(SameProgram, ShowsOfALongLineWhereItDiffers) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one rank agrees with itself";
  std::vector<int> numbers(4096, 5);
  numbers.back() = testing::runtime().rank() == 1 ? 7 : 6;
  const Program program = planned(
      fmt::format("program f(a: i32[4096]) {{\n  return add(a, const(i32[4096], [{}]))\n}}\n",
                  fmt::join(numbers, ", ")));
  EXPECT_THAT([&] { require_same_program(testing::runtime(), program); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("is `…5, 5, "), HasSubstr(" 5, 7]"),
                                              HasSubstr("and on rank 0 `…5, 5, "),
                                              HasSubstr(" 5, 6]"), SizeIs(Lt(400U)))));
}

// The two letters differ in their second byte, which is an odd number of bytes from all borders.
TEST(SameProgram, CutsALongLineBetweenLetters) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one rank agrees with itself";
  const auto alphas = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += "α";
    return text;
  };
  const std::string name = alphas(50) + (testing::runtime().rank() == 1 ? "β" : "γ") + alphas(50);
  const Program program =
      planned(fmt::format("program f({0}: f32[4]) {{\n  return neg({0})\n}}\n", name));
  const std::string around = "`…" + alphas(30) + "{}" + alphas(20) + "…`";
  EXPECT_THAT([&] { require_same_program(testing::runtime(), program); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("is " + fmt::format(fmt::runtime(around), "β")),
                        HasSubstr("on rank 0 " + fmt::format(fmt::runtime(around), "γ")))));
}

} // namespace
} // namespace brigade

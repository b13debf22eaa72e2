#include "brigade/gspmd/share_argmax.hpp"

#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "conformance.hpp"
#include "whole_arrays.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <vector>

namespace brigade {
namespace {

using Moves = std::vector<std::string>;

/// Bytes that a device sends in a plan of propagation alone.
double sent_bytes(const std::string &text) {
  const Plan plan = make_plan(parse_program(text), uniform_profile(), {.choose = false});
  double bytes = 0;
  for (const CollectiveUse &use : collectives_of(*plan.partitioned, plan.profile))
    bytes += use.bytes;
  return bytes;
}

TEST(ShareArgmax, MovesTheLargestOfEachDeviceAndItsPlaceWhereThatIsCheaper) {
  // Of each row four numbers, and the sum of places; not 4096 numbers.
  const double rows = 64 * 4;
  EXPECT_LE(sent_bytes("mesh {x: 4} program p(a: f32[64, 4096] @ [-, x]) {"
                       " return argmax(a, dims=[1]) @ [-] }"),
            3.0 / 4 * 4 * rows + 2 * 3.0 / 4 * rows);
  const std::string small = "mesh {x: 4} program p(a: f32[2, 8] @ [-, x]) {"
                            " return argmax(a, dims=[1]) @ [-] }";
  EXPECT_EQ(moves(*make_plan(parse_program(small)).partitioned), Moves{"all_gather x"});
}

TEST(ShareArgmax, LeavesWhatLooksAlongOtherDimensions) {
  const Program program = parse_program("mesh {x: 4} program p(a: f32[64, 4096] @ [x, -]) {"
                                        " return argmax(a, dims=[1]) @ [x] }");
  EXPECT_EQ(moves(*make_plan(program).partitioned), Moves{});
}

/// On four devices, in two steps whatever that costs.
void expect_as_on_one(const std::string &type, const Literal &argument) {
  const Program program = parse_program(fmt::format(
      "mesh {{x: 4}} block b(c: {0}) {{ d = argmax(c, dims=[1]) return d }}"
      " program p(a: {0} @ [-, x]) {{ e = call @b(a) f = argmax(a, dims=[0]) return e @ [-], f }}",
      type));
  const std::vector<Literal> arguments{argument};
  const auto shared = share_argmax(program, propagate(program));
  ASSERT_TRUE(shared);
  const std::vector<Literal> expected = interpret(program, arguments);
  EXPECT_EQ(interpret(*shared, arguments), expected);
  for (const Program &partitioned : plans_to_run(*shared))
    EXPECT_EQ(simulate(partitioned, arguments), expected);
}

Literal literal(const TensorType &type, const std::vector<double> &numbers) {
  Literal all(type);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (type.dtype == DType::i64)
      all.as<std::int64_t>()[i] = static_cast<std::int64_t>(numbers[i]);
    else
      all.as<float>()[i] = static_cast<float>(numbers[i]);
  return all;
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ShareArgmax, CountsEqualElementsAndWhatIsNoNumberAsArgmaxDoes) {
  expect_as_on_one("f32[5, 8]",
                   literal({DType::f32, {5, 8}}, {1,          3,          2,          3,
                                                  0,          3,          -1,         3, //
                                                  0,          0,          0,          0,
                                                  0,          0,          0,          0, //
                                                  1,          2,          9,          9,
                                                  9,          kNan,       kNan,       kInfinity, //
                                                  0,          -0.0,       7,          1,
                                                  2,          kNan,       8,          kInfinity, //
                                                  -kInfinity, -kInfinity, -kInfinity, -kInfinity,
                                                  -kInfinity, -kInfinity, -kInfinity, -kInfinity}));
  expect_as_on_one("i64[2, 8]", literal({DType::i64, {2, 8}}, {5, -7, 9, 9, 2, 9, 0, 0, //
                                                               -3, -3, -4, -5, -9, -3, -3, -8}));
}

TEST(ShareArgmax, LeavesBlocksThatAreNotEqual) {
  const Program program = parse_program("mesh {x: 4} program p(a: f32[64, 4095] @ [-, x]) {"
                                        " return argmax(a, dims=[1]) @ [-] }");
  EXPECT_FALSE(share_argmax(program, propagate(program)));
}

} // namespace
} // namespace brigade

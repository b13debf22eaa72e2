#include "brigade/ir/verify.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace brigade {
namespace {

// %: 0 a, 1 b, 2 c, 3 d.
Program program() {
  return parse_program("mesh {x: 2, y: 2}\n"
                       "block f(u: f32[4]) { return u }\n"
                       "program p(a: f32[4], b: f32[4]) {\n"
                       "  c = add(a, b)\n"
                       "  d = call @f(c)\n"
                       "  return d\n"
                       "}",
                       "t");
}

std::string error_after(const std::function<void(Program &)> &change) {
  Program changed = program();
  change(changed);
  try {
    verify(changed);
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

TEST(Verify, TakesAWellFormedProgram) {
  EXPECT_EQ(error_after([](Program &) {}), "no error");
}

struct Row {
  std::function<void(Program &)> change;
  const char *message;
};

TEST(Verify, SaysWhatIsWrongAndWhere) {
  const auto sharding = [](const char *text) { return parse_tensor_sharding(text); };
  const std::vector<Row> rows{
      {[](Program &p) { p.blocks.clear(); }, "the program has no block"},
      {[](Program &p) { p.blocks[0].name = "p"; }, "two blocks are named @p"},
      {[](Program &p) { p.main().name = "my program"; },
       "block @my program: the name of a block is a word of letters, digits, _ and dots"},
      {[](Program &p) { p.main().name = ""; },
       "block @: the name of a block is a word of letters, digits, _ and dots"},
      {[](Program &p) { p.main().values[2].name = "a"; }, "block @p: two values are named a"},
      {[](Program &p) { p.main().values[2].name = "return"; },
       "block @p: the name of a value is a word of letters, digits, _ and dots other than return, "
       "and not 'return'"},
      {[](Program &p) { p.main().values[2].name = "%2\n"; },
       "block @p: the name of a value is a word of letters, digits, _ and dots other than return, "
       "and not '%2\\n'"},
      {[](Program &p) { p.main().values[0].type.shape = {-4}; },
       "block @p: parameter a: dimension 0 of array with shape [-4] has size -4; a size is 0 or "
       "more"},
      {[](Program &p) { p.main().parameters.push_back({0}); },
       "block @p: a parameter defines a value twice: a"},
      {[](Program &p) { p.main().parameters.push_back({9}); },
       "block @p: a parameter is value 9, and there are 4"},
      {[](Program &p) { p.main().parameters.pop_back(); },
       "t:4:7: block @p: add uses b before it is defined"},
      {[](Program &p) { std::swap(p.main().instructions[0], p.main().instructions[1]); },
       "t:5:7: block @p: call uses c before it is defined"},
      {[](Program &p) { p.main().instructions[0].operands[1] = {-1}; },
       "t:4:7: block @p: add uses value -1, and there are 4"},
      {[](Program &p) { p.main().instructions[0].operands.pop_back(); },
       "t:4:7: block @p: add(f32[4]): it takes 2 operands, and got 1"},
      {[](Program &p) { p.main().instructions[0].results[0] = {0}; },
       "t:4:7: block @p: add defines a value twice: a"},
      {[](Program &p) { p.main().instructions[0].results[0] = {4}; },
       "t:4:7: block @p: add is value 4, and there are 4"},
      {[](Program &p) { p.main().instructions[0].results.push_back({3}); },
       "t:4:7: block @p: add makes 1 value, and 2 are written down"},
      {[](Program &p) { p.main().values[2].type.dtype = DType::f64; },
       "t:4:7: block @p: add makes a f32[4], and its result is written down as f64[4]"},
      {[](Program &p) {
         p.main().values.push_back({{}, "e", {}});
       },
       "block @p: value e is not defined"},
      {[](Program &p) { p.main().values.push_back({}); }, "block @p: value 4 is not defined"},
      {[](Program &p) { p.main().results[0].value = {7}; },
       "block @p: a result uses value 7, and there are 4"},
      {[](Program &p) {
         std::get<CallAttributes>(p.main().instructions[1].attributes).block = "g";
       },
       "t:5:7: block @p: call names @g, and no block before @p has that name"},
      {[](Program &p) {
         std::get<CallAttributes>(p.main().instructions[1].attributes).block = "p";
       },
       "t:5:7: block @p: call names @p, and no block before @p has that name"},
      {[](Program &p) { std::swap(p.blocks[0], p.blocks[1]); },
       "t:5:7: block @p: call names @f, and no block before @p has that name"},
      {[&](Program &p) { p.main().values[0].sharding = sharding("[z]"); },
       "block @p: the sharding [z] of a names axis 'z', which the mesh {x: 2, y: 2} does not have: "
       "its axes are x, y"},
      {[&](Program &p) { p.main().values[2].sharding = sharding("[x, y]"); },
       "t:4:7: block @p: the sharding [x, y] of c has 2 entries, but c has 1 dimension: give one "
       "entry for each"},
      {[&](Program &p) { p.main().values[2].sharding = sharding("[-] {unreduced y, x}"); },
       "t:4:7: block @p: the value c has the sharding [-] {unreduced y, x}, and not [-] {unreduced "
       "x, y}, as check_and_normalise leaves it"},
      {[&](Program &p) { p.main().results[0].sharding = sharding("[(x, x)]"); },
       "block @p: the sharding [(x, x)] of d names axis 'x' twice: an axis may cut one dimension, "
       "or "
       "be unreduced"},
      {[&](Program &p) {
         p.mesh.reset();
         p.main().values[0].sharding = sharding("[x]");
       },
       "block @p: the value a has the sharding [x], and the program has no mesh"},
      {[&](Program &p) {
         p.main().instructions[1].operation = Operation::constraint;
         p.main().instructions[1].attributes = ConstraintAttributes{sharding("[z]")};
       },
       "t:5:7: block @p: the sharding [z] of c names axis 'z', which the mesh"},
      {[](Program &p) {
         p.main().instructions[1].operation = Operation::all_reduce;
         p.main().instructions[1].attributes = AllReduceAttributes{{"z"}, ReduceOp::sum};
       },
       "t:5:7: block @p: all_reduce names axis 'z', and the mesh {x: 2, y: 2} has x, y"},
      {[](Program &p) {
         p.main().instructions[1].operation = Operation::all_reduce;
         p.main().instructions[1].attributes = AllReduceAttributes{{"x", "x"}, ReduceOp::sum};
       },
       "t:5:7: block @p: all_reduce names axis 'x' twice"},
      {[](Program &p) {
         p.mesh.reset();
         p.main().instructions[1].operation = Operation::all_reduce;
         p.main().instructions[1].attributes = AllReduceAttributes{{"x"}, ReduceOp::sum};
       },
       "t:5:7: block @p: all_reduce moves data between devices, and the program has no mesh"},
      {[&](Program &p) {
         p.main().values[0].type.dtype = DType::boolean;
         p.main().values[0].sharding = sharding("[-] {unreduced x}");
       },
       "block @p: the sharding [-] {unreduced x} of a: the sum of bool elements is not defined"},
      {[](Program &p) {
         p.main().instructions[0].source = {};
         p.main().values[2].type.shape = {5};
       },
       "block @p: add makes a f32[4], and its result is written down as f32[5]"},
  };
  for (const Row &row : rows)
    EXPECT_THAT(error_after(row.change), ::testing::StartsWith(row.message));
}

TEST(Verify, LimitsHowDeepBlocksCallEachOther) {
  const auto nested = [](int calls) {
    std::string text = "block b0(a: f32[]) { return relu(a) }\n";
    for (int i = 1; i < calls; ++i)
      text += fmt::format("block b{}(a: f32[]) {{ return call @b{}(a) }}\n", i, i - 1);
    return text + fmt::format("program p(a: f32[]) {{ return call @b{}(a) }}\n", calls - 1);
  };
  EXPECT_EQ(inline_calls(parse_program(nested(200))).main().instructions.size(), 1U);
  for (const int calls : {201, 30'000})
    EXPECT_THAT([&] { parse_program(nested(calls), "t"); },
                ::testing::ThrowsMessage<InputError>(::testing::StartsWith(
                    fmt::format("t:202:{}: block @{}: blocks call each other more than 200 deep: "
                                "write what @b200 does in place of calling it",
                                calls == 201 ? 30 : 31, calls == 201 ? "p" : "b201"))));
}

} // namespace
} // namespace brigade

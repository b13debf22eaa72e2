#include "brigade/core/error.hpp"
#include "brigade/ir/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade {
namespace {

using ::testing::StartsWith;

struct Row {
  const char *text;
  const char *message; // or its beginning
};

std::string error_of(const std::string &text) {
  try {
    parse_program(text, "t");
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

// Each is the first that is wrong, and its place in the text.
TEST(ParseError, SaysWhereItIsWhatWasExpectedAndWhatWasGot) {
  const std::vector<Row> rows{
      {"", "t:1:1: expected 'mesh', 'block' or 'program', got the end of the text"},
      {"", "t:1:1: expected 'mesh', 'block' or 'program', got the end of the text"},
      {"mesh", "t:1:5: expected '{', got the end of the text"},
      {"mesh {x 4}", "t:1:9: expected ':', got '4'"},
      {"mesh {x: y}", "t:1:10: expected the number of devices along the axis, got 'y'"},
      {"mesh {x: 4", "t:1:11: expected ',' or '}', got the end of the text"},
      {"mesh {x: 0} program p() { return }",
       "t:1:6: dimension 0 of mesh shape [0] has size 0; every size of a mesh is 1 or more"},
      {"mesh {x: 4, x: 2} program p() { return }",
       "t:1:6: axis name x is given to axes 0 and 1 of a mesh of shape [4, 2] (x, x); names must "
       "differ"},
      {"mesh {x: 2, y: 2} devices=[0, 1, 2, 2] program p() { return }",
       "t:1:6: device 2 stands twice in the mesh, at positions 2 and 3; each device has one place"},
      {"mesh {x: 2, y: 2} devices=[0, 1, 2] program p() { return }",
       "t:1:6: mesh shape [2, 2] has 2 x 2 = 4 places, but 3 devices were given; [3, 1] would hold "
       "3"},
      {"mesh {x: 9223372036854775807, y: 2} program p() { return }",
       "t:1:6: mesh shape [9223372036854775807, 2] has 2^32 devices or more; the sizes of a mesh "
       "multiply to 4294967295 at most"},
      {"mesh {x: 4611686018427387904} program p() { return }",
       "t:1:6: mesh shape [4611686018427387904] has 2^32 devices or more"},
      {"mesh {x: 99999999999999999999} program p() { return }",
       "t:1:10: expected the number of devices along the axis between -2^63 and 2^63 - 1, got "
       "'99999999999999999999'"},
      {"mesh {x: 4} function p() { return }",
       "t:1:13: expected 'block' or 'program' behind the mesh, got 'function'"},
      {"program (a: f32[4]) { return a }", "t:1:9: expected a name for the block, got '('"},
      {"program p(a) { return a }", "t:1:12: expected ':', got ')'"},
      {"program p(a: f32) { return a }", "t:1:17: expected sizes such as [8, 4], got ')'"},
      {"program p(a: f16[4]) { return a }",
       "t:1:14: expected a type f32, f64, i32, i64 or bool, got 'f16'"},
      {"program p(a: f32[-4]) { return a }",
       "t:1:17: dimension 0 of array with shape [-4] has size -4; a size is 0 or more"},
      {"program p(a: f32[9223372036854775807, 9223372036854775807]) { return a }",
       "t:1:17: shape [9223372036854775807, 9223372036854775807] has more elements than 2^63 - 1; "
       "use smaller sizes"},
      {"program p(a: f32[4], a: f32[4]) { return a }",
       "t:1:22: expected a new name, got 'a'; line 1 defines a, and a value is defined once"},
      {"program p(a: f32[4],) { return a }",
       "t:1:21: expected a parameter, as in a: f32[8, 4], got ')'"},
      {"program p(a: f32[4] b: f32[4]) { return a }", "t:1:21: expected ',' or ')', got 'b'"},
      {"program p(return: f32[4]) { return a }",
       "t:1:11: expected a parameter, as in a: f32[8, 4], got 'return'"},
      {"program p(4: f32[4]) { return a }",
       "t:1:11: expected a parameter, as in a: f32[8, 4], got '4'"},
      {"program p(a: f32[4]) return a", "t:1:22: expected '{', got 'return'"},
      {"program p(a: f32[4]) { return a", "t:1:32: expected ',' or '}', got the end of the text"},
      {"program p(a: f32[4]) { return a } program q() { return }",
       "t:1:35: expected the end of the text, got 'program'; the program comes last, the blocks "
       "that it calls before it"},
      {"program p(a: f32[4]) { }",
       "t:1:24: expected a statement such as c = dot(a, b), or 'return', got '}'"},
      {"program p(a: f32[4]) { b = relu(a) }",
       "t:1:36: expected a statement such as c = dot(a, b), or 'return', got '}'"},
      {"program p(a: f32[4]) { relu(a) return a }",
       "t:1:24: expected a name and '=' before it, got 'relu'; nothing could use a value without "
       "them"},
      {"program p(a: f32[4]) { return a b }", "t:1:33: expected ',' or '}', got 'b'"},
      {"program p(a: f32[4]) { return a, }", "t:1:34: expected a value, got '}'; defined are a"},
      {"program p(a: f32[4]) { return b }", "t:1:31: expected a value, got 'b'; defined are a"},
      {"program p() { return b }", "t:1:22: expected a value, got 'b'; no value is defined yet"},
      {"program p(alpha: f32[4]) { return alpga }",
       "t:1:35: expected a value, got 'alpga'; defined are alpha (did you mean 'alpha'?)"},
      {"program p(a: f32[4]) { b = a return b }",
       "t:1:28: expected an operation, got 'a'; a is a value, and needs no second name"},
      {"program p(a: f32[4]) { b = rleu(a) return b }",
       "t:1:28: expected an operation, got 'rleu'; did you mean relu?"},
      {"program p(a: f32[4]) { b = frobnicate(a) return b }",
       "t:1:28: expected an operation, got 'frobnicate'; there are einsum, const, iota, random, "
       "neg, "},
      {"program p(a: f32[4]) { b = relu a return b }", "t:1:33: expected '(', got 'a'"},
      {"program p(a: f32[4]) { b = relu(a return b }", "t:1:35: expected ',' or ')', got 'return'"},
      {"program p(a: f32[4]) { b = relu() return b }",
       "t:1:28: relu(): it takes 1 operand, and got 0"},
      {"program p(a: f32[4]) { b = relu(a, a) return b }",
       "t:1:28: relu(f32[4], f32[4]): it takes 1 operand, and got 2"},
      {"program p(a: f32[4]) { b = relu(a, dim=0) return b }",
       "t:1:36: expected an operand or ')', since relu has no attributes, got 'dim'"},
      {"program p(a: f32[4]) { b = relu(a, [1]) return b }",
       "t:1:36: expected an operand, an attribute or ')', got '['"},
      {"program p(a: f32[4]) { b = sum(a) return b }",
       "t:1:33: expected dims=[0, 1] or the like, which sum needs, got ')'"},
      {"program p(a: f32[4]) { b = sum(a, dim=0) return b }",
       "t:1:35: expected an attribute of sum, which has dims, got 'dim'"},
      {"program p(a: f32[4]) { b = sum(a, dims=0) return b }",
       "t:1:40: expected a list such as [0, 1], got '0'"},
      {"program p(a: f32[4]) { b = sum(a, dims=[0, 0]) return b }",
       "t:1:28: sum(f32[4]): dims names dimension 0 twice"},
      {"program p(a: f32[4]) { b = sum(a, dims=[0], dims=[0]) return b }",
       "t:1:45: dims is given twice"},
      {"program p(a: f32[4]) { b = sum(a, dims=[0.5]) return b }",
       "t:1:41: expected an integer, got '0.5'"},
      {"program p(a: f32[4]) { b = sum(a, dims=[0) return b }",
       "t:1:42: expected ',' or ']', got ')'"},
      {"program p(a: f32[4]) { b = sum(a, dims=[99999999999999999999]) return b }",
       "t:1:41: expected an integer between -2^63 and 2^63 - 1, got '99999999999999999999'"},
      {"program p(a: f32[8, 4], b: f32[5, 2]) {\n  c = dot(a, b)\n  return c }",
       "t:2:7: dot(f32[8, 4], f32[5, 2]): contract pairs dimension 1 of the left operand, of size "
       "4, with dimension 0 of the right one, of size 5; they must be equal"},
      {"program p(a: f32[4]) { b = relu(a)\n b = relu(a) return b }",
       "t:2:2: expected a new name, got 'b'; line 1 defines b, and a value is defined once"},
      {"program p(a: f32[4]) { b = relu(a) : f32[5] return b }",
       "t:1:38: expected f32[4], which follows from the operands, got f32[5]"},
      {"program p(a: f32[4]) { b: f32[5] = relu(a) return b }",
       "t:1:27: expected f32[4], which follows from the operands, got f32[5]"},
      {"program p(a: f32[4]) { b = relu(a) @ [x] return b }",
       "t:1:38: a sharding needs a mesh: begin the text with mesh {x: 4, y: 2}"},
      {"program p(a: f32[4]) { return a @ [x] }",
       "t:1:35: a sharding needs a mesh: begin the text with mesh {x: 4, y: 2}"},
      {"mesh {x: 4} program p(a: f32[4] @ [y]) { return a }",
       "t:1:35: the sharding [y] of a names axis 'y', which the mesh {x: 4} does not have: its "
       "axes are x"},
      {"mesh {x: 4} program p(a: f32[4] @ [x, x]) { return a }",
       "t:1:35: the sharding [x, x] of a has 2 entries, but a has 1 dimension: give one entry for "
       "each"},
      {"mesh {x: 4} program p(a: f32[4, 4] @ [x, x]) { return a }",
       "t:1:38: the sharding [x, x] of a names axis 'x' twice: an axis may cut one dimension, or "
       "be unreduced"},
      {"mesh {x: 4} program p(a: f32[4] @ x) { return a }",
       "t:1:35: expected a sharding such as [x, -], got 'x'"},
      {"mesh {x: 4} program p(a: f32[4] @ [x p]) { return a }",
       "t:1:38: expected a priority p0, p1, …, ',' or ']', got 'p'"},
      {"mesh {x: 4} program p(a: f32[4] @ [x y]) { return a }",
       "t:1:38: expected a priority p0, p1, …, ',' or ']', got 'y'"},
      {"mesh {x: 4} program p(a: f32[4] @ [(x]) { return a }",
       "t:1:38: expected ',' or ')', got ']'"},
      {"mesh {x: 4} program p(a: f32[4] @ [(?)]) { return a }",
       "t:1:37: expected an axis, got '?'"},
      {"mesh {x: 4} program p(a: f32[4] @ [(x, ?, x)]) { return a }",
       "t:1:41: expected ')', got ','"},
      {"mesh {x: 4} program p(a: f32[4] @ [x {unreduced x}]) { return a }",
       "t:1:38: expected ',' or ']', got '{'"},
      {"mesh {x: 4} program p(a: f32[4] @ [-] {reduced x}) { return a }",
       "t:1:40: expected 'unreduced', got 'reduced'"},
      {"mesh {x: 4} program p(a: f32[4] @ [-] {unreduced(mean) x}) { return a }",
       "t:1:50: expected sum, max or min, got 'mean'"},
      {"mesh {x: 4} program p(a: f32[4] @ [-] {unreduced}) { return a }",
       "t:1:49: expected an axis, got '}'"},
      {"mesh {x: 4} program p(a: f32[4]) { b = constraint(a) return b }",
       "t:1:54: expected '@' and a sharding such as [x, -], got 'return'"},
      {"mesh {x: 4} program p(a: f32[4]) { b = constraint() @ [x] return b }",
       "t:1:51: expected one operand of constraint, got ')'"},
      {"mesh {x: 4} program p(a: f32[4]) { b = all_reduce(a, axes=[y], op=sum) return b }",
       "t:1:40: block @p: all_reduce names axis 'y', and the mesh {x: 4} has x"},
      {"mesh {x: 4} program p(a: f32[4]) { b = all_reduce(a, axes=[x], op=product) return b }",
       "t:1:67: expected sum, max, min or mean, got 'product'"},
      {"program p(a: f32[4]) { b = all_reduce(a, axes=[x], op=sum) return b }",
       "t:1:28: block @p: all_reduce moves data between devices, and the program has no mesh"},
      {"program p() { a = const(i64[1], 9007199254740993) return a }",
       "t:1:33: expected a whole number of at most 2^53 in size, which is what constants of i64 "
       "hold, got '9007199254740993'"},
      {"program p(a: f32[4]) { b = all_reduce(a, axes=x, op=sum) return b }",
       "t:1:47: expected axes such as [x, y], got 'x'"},
      {"block f(a: f32[4]) { return a } block f(a: f32[4]) { return a } program p() { return }",
       "t:1:39: expected a new name, got 'f'; there is a block @f above"},
      {"block f(a: f32[4]) { return a }",
       "t:1:32: expected 'block' or 'program', got the end of the text"},
      {"block f(a: f32[4]) { return a, a } program p(a: f32[4]) { b = call @f(a) return b }",
       "t:1:59: expected 2 names, since call makes 2 values, got 1"},
      {"block f(a: f32[4]) { return a, a } program p(a: f32[4]) { b, c = call @f(a) @ [x] return b "
       "}",
       "t:1:77: expected a statement or 'return', got '@'; where there are several values, what is "
       "said of each stands behind its name: a @ [x], b @ [-] = …"},
      {"block f(a: f32[4]) { return a, a } program p(a: f32[4]) { b = relu(call @f(a)) return b }",
       "t:1:68: expected an operation that makes one value, got 'call'; this makes 2"},
      {"block f(a: f32[4]) { return a, a } program p(a: f32[4]) { return call @f(a) @ [x] }",
       "t:1:77: expected ',' or '}', got '@'; call makes 2 values, and a sharding is one value's"},
      {"block f(a: f32[4]) { return a } program p(a: f32[4]) { b = call @g(a) return b }",
       "t:1:66: expected a block that stands above, got 'g'; there are @f"},
      {"block f(a: f32[4]) { return a } program p(a: f32[4]) { b = call f(a) return b }",
       "t:1:65: expected '@' and the name of a block, got 'f'"},
      {"block f(a: f32[4]) { return a } program p(a: f32[4]) { b = call @f(a, a) return b }",
       "t:1:60: call(f32[4], f32[4]): @f takes 1 argument, and got 2"},
      {"block f(a: f32[4]) { return a } program p(a: f32[5]) { b = call @f(a) return b }",
       "t:1:60: call(f32[5]): argument 0 of @f, a, is f32[4], and got f32[5]"},
      {"program p(a: f32[4]) { b = call @p(a) return b }",
       "t:1:34: expected a block that stands above, got 'p'; there is none"},
      {"block f(a: f32[4]) { return a } program p(b: f32[4]) { c = grad(@f, wrt=[0]) return c }",
       "t:1:64: grad without operands takes the values that are named as the parameters of @f, and "
       "there is no a here"},
      {"block f(a: f32[4]) { return a } program p(a: f32[4]) { c = grad(@f, wrt=[0]) return c }",
       "t:1:60: grad(f32[4]): the first result of @f is f32[4], and must be f32[] or f64[]; sum it "
       "first"},
      {"program p(a: f32[4]) { c = grad(wrt=[0]) return c }",
       "t:1:33: expected '@' and the name of a block, got 'wrt'"},
      {"program p(a: f32[4]) { c = grad(a, wrt=[0]) return c }",
       "t:1:33: expected '@' and the name of a block, got 'a'"},
      {"program p() { c = const(f32[2]) return c }",
       "t:1:31: expected 0.5 or the like, which const needs, got ')'"},
      {"program p() { c = const(2) return c }",
       "t:1:25: expected a type f32, f64, i32, i64 or bool, got '2'"},
      {"program p() { c = const(f32[2], one) return c }", "t:1:33: expected a number, got 'one'"},
      {"program p() { c = const(f32[2], [1, 2, 3]) return c }",
       "t:1:19: const(): f32[2] needs 1 number for all elements, or 2, and got 3"},
      {"program p() { c = const(f32[2], 1e99) return c }",
       "t:1:33: expected a number that f32 can hold, got '1e99'"},
      {"program p() { c = const(f64[2], 1e999) return c }",
       "t:1:33: expected a number that f64 can hold, got '1e999'"},
      {"program p() { c = const(i32[2], 0.5) return c }",
       "t:1:19: const(): 0.5 is not an element of i32"},
      {"program p() { c = const(i32[2], 3000000000) return c }",
       "t:1:19: const(): 3000000000 is not an element of i32"},
      {"program p() { c = const(bool[2], 2) return c }",
       "t:1:19: const(): 2 is not an element of bool, whose elements are 0 and 1"},
      {"program p() { c = const(i64[], 9007199254740994) return c }",
       "t:1:19: const(): 9007199254740994 is not an element of i64, whose constants are whole and "
       "at most 2^53 in size"},
      {"program p() { c = const(f32[2], --1) return c }", "t:1:34: expected a number, got '-1'"},
      {"program p() { c = random([4], seed=1, normal=1) return c }",
       "t:1:46: expected true or false, got '1'"},
      {"program p() { c = iota([4], dim=0, type=f16) return c }",
       "t:1:41: expected a type f32, f64, i32, i64 or bool, got 'f16'"},
      {"program p() { c = iota([4]) return c }",
       "t:1:27: expected dim=0 or the like, which iota needs, got ')'"},
      {"program p(a: f32[2, 2]) { c = einsum(a, \"ij->k\") return c }",
       "t:1:31: einsum(f32[2, 2], 'ij->k'): letter k of the result stands at no operand"},
      {"program p(a: f32[2, 2]) { c = einsum(a, ij->k) return c }",
       "t:1:41: expected a value, got 'ij'; defined are a"},
      {"program p(a: f32[2, 2]) { c = einsum(a) return c }",
       "t:1:39: expected ',' and letters such as \"ij,jk->ik\", got ')'"},
      {"program p(a: f32[2, 2]) { c = einsum(a, \"ij) return c }",
       "t:1:41: expected an operand, or letters for its dimensions as in \"ij,jk->ik\", got '\"ij) "
       "return c }'"},
      {"program p(a: f32[2, 2]) { c = dot(a, a, batch=[0]) return c }",
       "t:1:50: expected ',' and the right operand's dimensions, as in [0],[1], got ')'"},
      {"program p(a: f32[4]) { b = relu(a) $ return b }",
       "t:1:36: expected a statement such as c = dot(a, b), or 'return', got '$'"},
      {"program p(a: f32[4]) { b = relu(\"\") return b }",
       "t:1:33: expected an operand, an attribute or ')', got '\"\"'"},
      {"program p(a: f32[4]) { b == relu(a) return b }", "t:1:27: expected an operation, got '='"},
      {"program p(a: f32[4]) { x.y, %3 relu(a) return b }",
       "t:1:32: expected ',' or '=', got 'relu'"},
      {"program p(a: f32[4]) { b = relu(a), c = relu(a) return b }",
       "t:1:35: expected a statement such as c = dot(a, b), or 'return', got ','"},
      {"program é(ü: f32[4]) { ß = rélu(ü) return ß }",
       "t:1:28: expected an operation, got 'rélu'; did you mean relu?"},
      {"program p(a: f32[4]) { c = pad(a, low=[1], high=[1], value=x) return c }",
       "t:1:60: expected a number, got 'x'"},
      {"program p(a: f32[4]) { c = update_row(a, a) return c }",
       "t:1:28: update_row(f32[4], f32[4]): it takes 3 operands, and got 2"},
      {"program p(a: f32[4]) { c: f32[4] @ [x], d = relu(a) return c }",
       "t:1:24: expected 1 name, since relu makes 1 value, got 2"},
      {"program p(a: f32[4]) { return relu(a) : f32[4] }", "t:1:39: expected ',' or '}', got ':'"},
      {"program p() { b == relu(a) return b }", "t:1:18: expected an operation, got '='"},
      {"block f(a: f32[4]) { return a } program p(a: f32[4]) { b = call @(a) return b }",
       "t:1:66: expected the name of a block, got '('"},
      {"program p(a: f32[]) { return a } }",
       "t:1:34: expected the end of the text, got '}'; the program comes last, the blocks that it "
       "calls before it"},
      {"mesh {x: 2} mesh {y: 2} program p() { return }",
       "t:1:13: expected 'block' or 'program' behind the mesh, got 'mesh'"},
      {"program p(a: f32[4]) { b = relu(a) @ [x] @ [x] return b }",
       "t:1:38: a sharding needs a mesh: begin the text with mesh {x: 4, y: 2}"},
      {"mesh {x: 2} program p(a: f32[4]) { b @ [x], c @ [x, x] = barrier(a, a) return b }",
       "t:1:49: the sharding [x, x] of c has 2 entries, but c has 1 dimension: give one entry for "
       "each"},
      {"mesh {x: 2} program p(a: f32[4]) { c = reduce_scatter(a, axes=[x], op=sum) return c }",
       "t:1:74: expected dim=0 or the like, which reduce_scatter needs, got ')'"},
      {"mesh {x: 2} program p(a: f32[4]) { c = all_gather(a, axes=[x], dim=1) return c }",
       "t:1:40: all_gather(f32[4]): dim names dimension 1, but there is only 0"},
      {"mesh {x: 2} program p(a: bool[4] @ [-] {unreduced x}) { return a }",
       "t:1:36: the sharding [-] {unreduced x} of a: the sum of bool elements is not defined: "
       "convert them to i32 first, or use max for any and min for all"},
      {"mesh {x: 2} program p(a: f32[4]) { return lt(a, a) @ [-] {unreduced x} }",
       "t:1:54: the sharding [-] {unreduced x} of the value: the sum of bool elements is not"},
  };
  for (const Row &row : rows)
    EXPECT_THAT(error_of(row.text), StartsWith(row.message)) << row.text;
}

TEST(Parse, TakesAByteOrderMarkForNothing) {
  const std::string text = "program p(a: f32[4]) {\n  return a\n}\n";
  EXPECT_EQ(parse_program("\xEF\xBB\xBF" + text, "t"), parse_program(text, "t"));
}

TEST(ParseError, CountsColumnsInCharacters) {
  EXPECT_EQ(error_of("program é(ü: f32[4]) {\n  ß = rélu(ü)\n  return ß }"),
            "t:2:7: expected an operation, got 'rélu'; did you mean relu?");
}

TEST(ParseError, ShowsBytesThatAreNoText) {
  EXPECT_EQ(error_of("program p(a: f32[4]) { \xff }"),
            "t:1:24: expected a statement such as c = dot(a, b), or 'return', got '\\xff'");
  EXPECT_EQ(error_of(std::string("program p\0(", 11)), "t:1:10: expected '(', got '\\x00'");
  EXPECT_EQ(error_of("program " + std::string(100, 'a')),
            "t:1:109: expected '(', got the end of the text");
  EXPECT_EQ(error_of("mesh " + std::string(100, 'a')),
            "t:1:6: expected '{', got '" + std::string(40, 'a') + "…'");
}

TEST(ParseError, OfAShardingHasItsPlaceToo) {
  EXPECT_THROW(parse_tensor_sharding("[x, -"), InputError);
  EXPECT_THROW(parse_tensor_sharding("[x] [y]"), InputError);
  try {
    parse_tensor_sharding("[x, (y]", "w1");
    FAIL();
  } catch (const InputError &error) {
    EXPECT_STREQ(error.what(), "w1:1:7: expected ',' or ')', got ']'");
  }
}

} // namespace
} // namespace brigade

#include "brigade/ir/infer_types.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kBlocks = "mesh {x: 2, y: 2}\n"
                            "block f(x: f32[4], i: i32[]) { return sum(x, dims=[0]), x }\n"
                            "block whole(x: i32[]) { return x }\n"
                            "block none(x: f32[]) { return }\n";
const std::string kParameters =
    "s: f32[], v: f32[4], m: f32[2, 3], m2: f32[2, 3], w: f32[3, 5], t: f32[2, 3, 4], d: f64[2, "
    "3], "
    "b: bool[2, 3], bs: bool[], n: i32[2, 3], i: i32[], l: i64[4], e: f32[2, 0], "
    "huge: f32[0, 9223372036854775807], long: f32[3000000000], big: f32[4000000000, 1], "
    "ids: i64[4000000000], c: f32[3000000000, 3000000000]";

// What the type of `expression` is, or what is wrong with it: without the place in the text.
std::string type_of(const std::string &expression) {
  try {
    const Program program = parse_program(
        kBlocks + "program p(" + kParameters + ") {\n  r = " + expression + "\n  return r\n}", "t");
    return to_string(program.main().type(program.main().results.at(0).value));
  } catch (const InputError &error) {
    const std::string message = error.what();
    EXPECT_THAT(message, StartsWith("t:6:7: "));
    return message.substr(message.find(": ") + 2);
  }
}

struct Row {
  const char *expression;
  const char *type;
};

TEST(InferTypes, FollowFromTheOperands) {
  for (const Row &row : std::vector<Row>{
           {"const(i32[2, 0], 3)", "i32[2, 0]"},
           {"iota([2, 3], dim=1)", "i32[2, 3]"},
           {"random([], seed=1, type=f64)", "f64[]"},
           {"relu(n)", "i32[2, 3]"},
           {"tanh(d)", "f64[2, 3]"},
           {"convert(b, f64)", "f64[2, 3]"},
           {"stop_gradient(b)", "bool[2, 3]"},
           {"add(m, m2)", "f32[2, 3]"},
           {"eq(b, b)", "bool[2, 3]"},
           {"select(b, n, n)", "i32[2, 3]"},
           {"broadcast(s, [0, 2])", "f32[0, 2]"},
           {"broadcast(v, [4, 2, 3], dims=[0])", "f32[4, 2, 3]"},
           {"broadcast(reshape(v, [1, 4]), [7, 4], dims=[0, 1])", "f32[7, 4]"},
           {"reshape(e, [5, 0, 7])", "f32[5, 0, 7]"},
           {"transpose(t, perm=[2, 0, 1])", "f32[4, 2, 3]"},
           {"slice(t, start=[0, 0, 1], limit=[2, 0, 4], step=[1, 1, 2])", "f32[2, 0, 2]"},
           {"pad(m, low=[1, 0], high=[0, 2])", "f32[3, 5]"},
           {"concat(m, e, m2, dim=1)", "f32[2, 6]"},
           {"reverse(t, dims=[0, 2])", "f32[2, 3, 4]"},
           {"dot(m, w)", "f32[2, 5]"},
           {"dot(v, v, contract=[0],[0])", "f32[]"},
           {"dot(m, s, contract=[],[])", "f32[2, 3]"},
           {"all_reduce(b, axes=[x], op=max)", "bool[2, 3]"},
           {"dot(t, m, batch=[0],[0], contract=[1],[1])", "f32[2, 4]"},
           {"dot(s, m, contract=[],[])", "f32[2, 3]"},
           {"sum(t, dims=[0, 2])", "f32[3]"},
           {"max_reduce(n, dims=[])", "i32[2, 3]"},
           {"argmax(d, dims=[0])", "i32[3]"},
           {"gather(t, l)", "f32[4, 3, 4]"},
           {"gather(v, i)", "f32[]"},
           {"scatter_add(shape=[7, 2], l, broadcast(s, [4, 2]))", "f32[7, 2]"},
           {"update_row(m, slice(v, start=[0], limit=[3]), i)", "f32[2, 3]"},
           {"constraint(t) @ [x, -, ?]", "f32[2, 3, 4]"},
           {"grad(@f, v, i, wrt=[0])", "f32[4]"},
           {"all_gather(t, axes=[x], dim=2)", "f32[2, 3, 4]"},
       })
    EXPECT_EQ(type_of(row.expression), row.type) << row.expression;
}

// In the order of infer_types.cpp, a row for each thing that is required there.
TEST(InferTypes, SayWhatDoesNotFitAndWhatWould) {
  for (
      const Row &row : std::vector<Row>{
          {"relu()", "relu(): it takes 1 operand, and got 0"},
          {"add(m)", "add(f32[2, 3]): it takes 2 operands, and got 1"},
          {"concat(dim=0)", "concat(): it takes at least 1 operand, and got 0"},
          {"const(f32[2], [1, 2, 3])",
           "const(): f32[2] needs 1 number for all elements, or 2, and got 3"},
          {"const(i32[2], [1, 0.5])", "const(): 0.5 is not an element of i32"},
          {"const(i64[], 1e300)", "const(): 1e+300 is not an element of i64, whose constants are "
                                  "whole and at most 2^53 in size"},
          {"const(bool[], 2)", "const(): 2 is not an element of bool, whose elements are 0 and 1"},
          {"const(i32[], nan)", "const(): nan is not an element of i32"},
          {"iota([-1], dim=0)", "iota(): dimension 0 of array with shape [-1] has size -1"},
          {"iota([2], dim=1)", "iota(): dim names dimension 1, but there is only 0"},
          {"iota([], dim=0)", "iota(): dim names dimension 0, but there are none"},
          {"iota([2], dim=0, type=bool)", "iota(): its elements are numbers, not bool"},
          {"random([-1], seed=1)", "random(): dimension 0 of array with shape [-1] has size -1"},
          {"random([2], seed=1, type=i32)", "random(): its elements are f32 or f64, not i32"},
          {"random(s, [2], seed=1)",
           "random(f32[]): what is folded into its seed is an i32[] or i64[]"},
          {"random(l, [2], seed=1)",
           "random(i64[4]): what is folded into its seed is an i32[] or i64[]"},
          {"add(m, d)", "add(f32[2, 3], f64[2, 3]): the operands have different element types; "
                        "convert one of them"},
          {"max(s, m)", "max(f32[], f32[2, 3]): the operands have different shapes; broadcast the "
                        "smaller one to [2, 3] first"},
          {"max(m, s)", "max(f32[2, 3], f32[]): the operands have different shapes; broadcast the "
                        "smaller one to [2, 3] first"},
          {"max(v, m)",
           "max(f32[4], f32[2, 3]): the operands have different shapes, and neither can "
           "be broadcast to the other"},
          {"select(m, m, m)",
           "select(f32[2, 3], f32[2, 3], f32[2, 3]): the first operand chooses, and must be bool"},
          {"select(b, m, v)", "select(bool[2, 3], f32[2, 3], f32[4]): the operands have different"},
          {"select(bs, m, m)",
           "select(bool[], f32[2, 3], f32[2, 3]): what chooses has another shape "
           "than what is chosen from; broadcast it to [2, 3] first"},
          {"lt(m, n)", "lt(f32[2, 3], i32[2, 3]): the operands have different element types"},
          {"neg(b)", "neg(bool[2, 3]): it computes with numbers; convert the bool first"},
          {"exp(n)", "exp(i32[2, 3]): it is defined for f32 and f64; convert the operand first"},
          {"broadcast(s, [-2])", "broadcast(f32[]): dimension 0 of array with shape [-2]"},
          {"broadcast(m, [2, 3])", "broadcast(f32[2, 3]): dims = [] must name a dimension of the "
                                   "result for each of the operand's 2"},
          {"broadcast(m, [3, 2], dims=[1, 0])",
           "broadcast(f32[2, 3]): dims = [1, 0] are not in ascending order"},
          {"broadcast(m, [2, 3], dims=[0, 2])",
           "broadcast(f32[2, 3]): dims names dimension 2, but there are 0 to 1"},
          {"broadcast(m, [2, 4], dims=[0, 1])",
           "broadcast(f32[2, 3]): dimension 1 has size 3, and dimension 1 of the result [2, 4] has "
           "4: the sizes must be equal, or the first 1"},
          {"reshape(m, [-6])", "reshape(f32[2, 3]): dimension 0 of array with shape [-6]"},
          {"reshape(m, [7])", "reshape(f32[2, 3]): [7] has 7 elements, and the operand 6"},
          {"transpose(m, perm=[0])",
           "transpose(f32[2, 3]): perm = [0] must name each of the 2 dimensions once"},
          {"transpose(m, perm=[0, 0])", "transpose(f32[2, 3]): perm names dimension 0 twice"},
          {"slice(m, start=[0], limit=[1, 1])",
           "slice(f32[2, 3]): start, limit and step need an entry for each of the 2 dimensions"},
          {"slice(v, start=[0], limit=[5])", "slice(f32[4]): start 0, limit 5, step 1 of dimension "
                                             "0, which has size 4: what holds is "
                                             "0 <= start <= limit <= size and step >= 1"},
          {"slice(v, start=[3], limit=[2])", "slice(f32[4]): start 3, limit 2, step 1"},
          {"slice(v, start=[-1], limit=[2])", "slice(f32[4]): start -1, limit 2, step 1"},
          {"slice(v, start=[0], limit=[2], step=[0])", "slice(f32[4]): start 0, limit 2, step 0"},
          {"pad(m, low=[0], high=[0, 0])",
           "pad(f32[2, 3]): low and high need an entry for each of the 2 dimensions"},
          {"pad(v, low=[-1], high=[0])",
           "pad(f32[4]): low -1 and high 0 of dimension 0 must be 0 or more, and below 2^31"},
          {"pad(v, low=[0], high=[2147483648])", "pad(f32[4]): low 0 and high 2147483648"},
          {"pad(huge, low=[0, 1], high=[0, 0])",
           "pad(f32[0, 9223372036854775807]): 9223372036854775807 + 1 elements are more than 2^63"},
          {"pad(n, low=[0, 0], high=[0, 0], value=0.5)",
           "pad(i32[2, 3]): 0.5 is not an element of i32"},
          {"pad(huge, low=[3, 0], high=[0, 0])",
           "pad(f32[0, 9223372036854775807]): shape [3, 9223372036854775807] has more elements"},
          {"concat(s, s, dim=0)",
           "concat(f32[], f32[]): dim names dimension 0, but there are none"},
          {"concat(m, d, dim=0)",
           "concat(f32[2, 3], f64[2, 3]): the operands have different element types"},
          {"concat(m, v, dim=0)",
           "concat(f32[2, 3], f32[4]): the operands differ in their number of dimensions"},
          {"concat(m, e, dim=0)",
           "concat(f32[2, 3], f32[2, 0]): the operands differ in dimension 1, "
           "and may do so only in dim 0"},
          {"concat(huge, huge, dim=1)", "concat(f32[0, 9223372036854775807], f32[0, "
                                        "9223372036854775807]): 9223372036854775807 + "},
          {"concat(c, c, dim=0)",
           "concat(f32[3000000000, 3000000000], f32[3000000000, 3000000000]): "
           "shape [6000000000, 3000000000] has more elements than"},
          {"reverse(m, dims=[2])", "reverse(f32[2, 3]): dims names dimension 2"},
          {"dot(m, transpose(d, perm=[1, 0]))",
           "dot(f32[2, 3], f64[3, 2]): the operands have different element types"},
          {"dot(b, b)", "dot(bool[2, 3], bool[2, 3]): it computes with numbers"},
          {"dot(m, w, batch=[0],[], contract=[0],[0])",
           "dot(f32[2, 3], f32[3, 5]): for the left operand, batch and contract names dimension 0 "
           "twice"},
          {"dot(m, w, contract=[1],[2])", "dot(f32[2, 3], f32[3, 5]): for the right operand, batch "
                                          "and contract names dimension 2"},
          {"dot(v, v)",
           "dot(f32[4], f32[4]): without contract=, dimension 1 of the left operand is contracted "
           "with dimension 0 of the right one, as for matrices; where the left one is a vector, "
           "write "
           "contract=[0],[0]"},
          {"dot(m, s)",
           "dot(f32[2, 3], f32[]): without contract=, dimension 1 of the left operand "
           "is contracted with dimension 0 of the right one, as for matrices; where one "
           "is a scalar, write contract=[],[]"},
          {"dot(v, v, contract=[1],[0], batch=[0],[0])",
           "dot(f32[4], f32[4]): for the left operand, batch and contract names dimension 1, but "
           "there is only 0"},
          {"dot(m, w, contract=[1],[])",
           "dot(f32[2, 3], f32[3, 5]): contract = [1],[] must name as many dimensions of the left "
           "operand as of the right"},
          {"dot(t, w, batch=[],[0], contract=[],[])",
           "dot(f32[2, 3, 4], f32[3, 5]): batch = [],[0] must name as many"},
          {"dot(m, m2)",
           "dot(f32[2, 3], f32[2, 3]): contract pairs dimension 1 of the left operand, of size 3, "
           "with dimension 0 of the right one, of size 2; they must be equal"},
          {"dot(t, w, batch=[0],[0], contract=[],[])",
           "dot(f32[2, 3, 4], f32[3, 5]): batch pairs dimension 0"},
          {"dot(ids, ids, contract=[],[])", "dot(i64[4000000000], i64[4000000000]): shape "
                                            "[4000000000, 4000000000] has more elements than"},
          {"all_reduce(b, axes=[x], op=sum)",
           "all_reduce(bool[2, 3]): the sum of bool elements is not defined: convert them to i32"},
          {"all_reduce(n, axes=[x], op=mean)", "all_reduce(i32[2, 3]): the mean of i32 elements is "
                                               "not defined: a mean needs f32 or f64"},
          {"reduce_scatter(n, axes=[x], dim=0, op=mean)",
           "reduce_scatter(i32[2, 3]): the mean of i32 elements is not defined"},
          {"sum(m, dims=[1, 0])", "sum(f32[2, 3]): dims = [1, 0] are not in ascending order"},
          {"sum(b, dims=[0])", "sum(bool[2, 3]): it computes with numbers"},
          {"argmax(m, dims=[0, 1])",
           "argmax(f32[2, 3]): it looks along one dimension, and dims = [0, 1] has 2"},
          {"argmax(e, dims=[1])",
           "argmax(f32[2, 0]): dimension 1 is empty, so it has no largest element"},
          {"argmax(long, dims=[0])",
           "argmax(f32[3000000000]): dimension 0 is too long for indices in i32"},
          {"gather(s, i)", "gather(f32[], i32[]): the table needs a dimension of rows"},
          {"gather(m, v)", "gather(f32[2, 3], f32[4]): the ids must be i32 or i64, not f32"},
          {"gather(broadcast(s, [1, 4000000000]), ids)",
           "gather(f32[1, 4000000000], i64[4000000000]): shape"},
          {"scatter_add(shape=[-1], l, v)", "scatter_add(i64[4], f32[4]): dimension 0 of array"},
          {"scatter_add(shape=[], l, v)",
           "scatter_add(i64[4], f32[4]): the table needs a dimension of rows"},
          {"scatter_add(shape=[3], v, v)",
           "scatter_add(f32[4], f32[4]): the ids must be i32 or i64, not f32"},
          {"scatter_add(shape=[2], i, bs)", "scatter_add(i32[], bool[]): it adds numbers"},
          {"scatter_add(shape=[3, 2], l, v)",
           "scatter_add(i64[4], f32[4]): for ids [4] and a table "
           "[3, 2] the rows must be [4, 2]"},
          {"update_row(s, s, i)",
           "update_row(f32[], f32[], i32[]): the table needs a dimension of rows"},
          {"update_row(d, v, i)",
           "update_row(f64[2, 3], f32[4], i32[]): row and table have different element types"},
          {"update_row(m, v, i)",
           "update_row(f32[2, 3], f32[4], i32[]): the row of a table [2, 3] is [3]"},
          {"update_row(v, s, s)",
           "update_row(f32[4], f32[], f32[]): the index is an i32[] or i64[]"},
          {"update_row(v, s, l)",
           "update_row(f32[4], f32[], i64[4]): the index is an i32[] or i64[]"},
          {"call @whole()", "call(): @whole takes 1 argument, and got 0"},
          {"call @f(v)", "call(f32[4]): @f takes 2 arguments, and got 1"},
          {"call @whole(s)", "call(f32[]): argument 0 of @whole, x, is i32[], and got f32[]"},
          {"manual @whole(s, axes=[x])", "manual(f32[]): argument 0 of @whole, x, is i32[]"},
          {"grad(@f, v, i, wrt=[2])",
           "grad(f32[4], i32[]): wrt names parameter 2, but there are 0 to 1"},
          {"grad(@f, v, i, wrt=[-1])", "grad(f32[4], i32[]): wrt names parameter -1"},
          {"grad(@whole, i, wrt=[1])", "grad(i32[]): wrt names parameter 1, but there is only 0"},
          {"grad(@f, v, i, wrt=[0, 0])", "grad(f32[4], i32[]): wrt names parameter 0 twice"},
          {"grad(@none, s, wrt=[0])",
           "grad(f32[]): @none returns nothing; its first result must be f32[] or f64[]"},
          {"grad(@whole, i, wrt=[0])", "grad(i32[]): the first result of @whole is i32[], and must "
                                       "be f32[] or f64[]; convert it first"},
          {"grad(@f, v, i, wrt=[1])",
           "grad(f32[4], i32[]): there is no derivative by argument 1, a i32[]"},
          {"all_to_all(m, axes=[x], from=0, to=2)", "all_to_all(f32[2, 3]): from and to names"},
          {"all_to_all(m, axes=[x], from=1, to=1)", "all_to_all(f32[2, 3]): from and to names "
                                                    "dimension 1 twice"},
          {"reduce_scatter(m, axes=[x], dim=-1, op=sum)",
           "reduce_scatter(f32[2, 3]): dim names dimension -1"},
          {"iota([3000000000], dim=0)",
           "iota(): its last element, 2999999999, is more than an i32 holds; write type=i64"},
          {"all_reduce(m, i, axes=[x], op=sum)",
           "all_reduce(f32[2, 3], i32[]): values that travel together have one element type; write "
           "one all_reduce for each type"},
          {"all_gather(m, v, axes=[x], dim=1)",
           "all_gather(f32[2, 3], f32[4]): dim names dimension 1"},
          {"all_to_all(m, m, axes=[x], from=0, to=1)",
           "all_to_all(f32[2, 3], f32[2, 3]): it takes 1 operand, and got 2"},
          {"all_gather(s, axes=[x], dim=0)", "all_gather(f32[]): dim names dimension 0"},
          {"shard_slice(m, axes=[x], dim=2)", "shard_slice(f32[2, 3]): dim names dimension 2"},
      })
    EXPECT_THAT(type_of(row.expression), StartsWith(row.type)) << row.expression;
}

std::string error_of(Operation operation, const std::vector<TensorType> &operands,
                     const Attributes &attributes) {
  try {
    infer_types(operation, operands, attributes);
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

// What a text cannot say.
TEST(InferTypes, RefuseWhatOnlyAProgramCanGetWrong) {
  const TensorType vector{DType::f32, {4}};
  EXPECT_EQ(error_of(Operation::sum, {vector}, ConcatAttributes{}),
            "sum(f32[4]): its attributes are those of another operation");
  EXPECT_EQ(error_of(Operation::random, {vector, vector}, RandomAttributes{}),
            "random(f32[4], f32[4]): it takes 0 to 1 operands, and got 2");
  EXPECT_EQ(error_of(Operation::call, {vector}, CallAttributes{"f"}),
            "call(f32[4]): the block that it names is not there");
  EXPECT_EQ(error_of(Operation::constant, {}, ConstantAttributes{vector, {0.1}}),
            "const(): 0.1 is not an element of f32; round it first");
  EXPECT_THAT(error_of(Operation::constant, {}, ConstantAttributes{{DType::f32, {-4}}, {0}}),
              HasSubstr("dimension 0 of array with shape [-4] has size -4"));
}

// With the attributes that belong to it, no operation asks for others.
TEST(InferTypes, KnowTheKindOfAttributesOfEachOperation) {
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    const auto count = static_cast<std::size_t>(info(operation).least_operands);
    EXPECT_THAT(error_of(operation, std::vector<TensorType>(count, TensorType{DType::i32, {2}}),
                         empty_attributes(operation)),
                ::testing::Not(HasSubstr("those of another operation")))
        << to_string(operation);
  }
}

} // namespace
} // namespace brigade

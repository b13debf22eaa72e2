#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <limits>

namespace brigade {
namespace {

using ::testing::ElementsAre;

std::string reprinted(const std::string &text) { return to_string(parse_program(text)); }

// Two ways to write one program.
void expect_same(const std::string &one, const std::string &other) {
  EXPECT_EQ(reprinted(one), reprinted(other));
}

const char *const kMlp = R"(mesh {x: 4, y: 2}
program mlp(a: f32[8, 32] @ [x, -], b: f32[32, 16] @ [-, y], c: f32[16]) {
  d = dot(a, b)
  e = relu(add(d, broadcast(c, [8, 16], dims=[1])))
  f = constraint(e) @ [?, y]
  return f @ [x, y], sum(f, dims=[0])
}
)";

TEST(Parse, ReadsAWholeProgram) {
  const Program program = parse_program(kMlp, "mlp.txt");
  ASSERT_TRUE(program.mesh);
  EXPECT_THAT(program.mesh->axis_names(), ElementsAre("x", "y"));
  EXPECT_THAT(program.mesh->shape(), ElementsAre(4, 2));
  const Block &main = program.main();
  EXPECT_EQ(main.name, "mlp");
  ASSERT_EQ(main.parameters.size(), 3u);
  EXPECT_EQ(main.value(main.parameters[0]).name, "a");
  EXPECT_EQ(to_string(main.type(main.parameters[0])), "f32[8, 32]");
  EXPECT_EQ(to_string(main.value(main.parameters[0]).sharding.value()), "[x, -]");
  EXPECT_FALSE(main.value(main.parameters[2]).sharding);
  std::vector<Operation> operations;
  std::vector<std::string> names, sources;
  for (const Instruction &instruction : main.instructions) {
    operations.push_back(instruction.operation);
    names.push_back(main.value(instruction.results.at(0)).name);
    sources.push_back(to_string(instruction.source));
  }
  EXPECT_THAT(operations, ElementsAre(Operation::dot, Operation::broadcast, Operation::add,
                                      Operation::relu, Operation::constraint, Operation::sum));
  EXPECT_THAT(names, ElementsAre("d", "", "", "e", "f", ""));
  EXPECT_THAT(sources, ElementsAre("mlp.txt:3:7", "mlp.txt:4:19", "mlp.txt:4:12", "mlp.txt:4:7",
                                   "mlp.txt:5:7", "mlp.txt:6:22"));
  const auto &constraint = std::get<ConstraintAttributes>(main.instructions[4].attributes);
  EXPECT_EQ(to_string(constraint.sharding), "[?, y]");
  EXPECT_FALSE(main.value(main.instructions[4].results[0]).sharding);
  ASSERT_EQ(main.results.size(), 2u);
  EXPECT_EQ(to_string(main.results[0].sharding.value()), "[x, y]");
  EXPECT_FALSE(main.results[1].sharding);
}

TEST(Parse, PrintsOneInstructionALine) {
  EXPECT_EQ(reprinted(kMlp), R"(mesh {x: 4, y: 2}
program mlp(a: f32[8, 32] @ [x, -], b: f32[32, 16] @ [-, y], c: f32[16]) {
  d = dot(a, b)
  %4 = broadcast(c, [8, 16], dims=[1])
  %5 = add(d, %4)
  e = relu(%5)
  f = constraint(e) @ [?, y]
  %8 = sum(f, dims=[0])
  return f @ [x, y], %8
}
)");
}

TEST(Parse, PrintsTypesAndSourcesWhereAskedFor) {
  const Program program = parse_program("mesh {x: 2}\n"
                                        "block f(a: f32[4]) { return a, a }\n"
                                        "program p(a: f32[4]) {\n"
                                        "  b, c @ [x] = call @f(a)\n"
                                        "  d @ [-] = constraint(b) @ [x]\n"
                                        "  e = neg(d) @ [-]\n"
                                        "  return e @ [x]\n"
                                        "}",
                                        "p.txt");
  EXPECT_EQ(to_string(program, {.types = true, .sources = true}),
            "mesh {x: 2}\n"
            "block f(a: f32[4]) {\n"
            "  return a, a\n"
            "}\n\n"
            "program p(a: f32[4]) {\n"
            "  b: f32[4], c: f32[4] @ [x] = call @f(a)  # p.txt:4:16\n"
            "  d: f32[4] @ [-] = constraint(b) @ [x]  # p.txt:5:13\n"
            "  e = neg(d) : f32[4] @ [-]  # p.txt:6:7\n"
            "  return e @ [x]\n"
            "}\n");
  EXPECT_EQ(to_string(program, {.shardings = false}), "mesh {x: 2}\n"
                                                      "block f(a: f32[4]) {\n"
                                                      "  return a, a\n"
                                                      "}\n\n"
                                                      "program p(a: f32[4]) {\n"
                                                      "  b, c = call @f(a)\n"
                                                      "  d = constraint(b) @ [x]\n"
                                                      "  e = neg(d)\n"
                                                      "  return e\n"
                                                      "}\n");
}

TEST(Parse, TakesLinesBlanksCommentsAndSemicolonsAsTheyCome) {
  const std::string plain =
      "program p(a: f32[4]) {\n  b = relu(a)\n  c = add(a, b)\n  return c\n}\n";
  expect_same(plain, "program p(a: f32[4]) { b = relu(a) c = add(a, b) return c }");
  expect_same(plain, "program p(a:f32[4]){b=relu(a);c=add(a,b);;return c;}");
  expect_same(plain, "# one\nprogram p # two\n(a: f32\n[4]) {\r\n\tb = # three\n relu(\na)\n"
                     "c = add(a, b) return c } # four");
}

TEST(Parse, TakesCommasBeforeAttributesOrNot) {
  const std::string head = "program p(a: f32[2, 3, 4], b: f32[2, 4, 5]) { c = dot(a, b, ";
  expect_same(head + "batch=[0],[0], contract=[2],[1]) return c }",
              head + "batch=[0],[0] contract=[2],[1]) return c }");
  expect_same(head + "batch=[0],[0], contract=[2],[1]) return c }",
              head + "contract=[2],[1] batch=[0],[0]) return c }");
}

TEST(Parse, TakesAttributesInAnyOrderAndAmongTheOperands) {
  expect_same("program p(i: i32[2], r: f32[2, 4]) { return scatter_add(shape=[8, 4], i, r) }",
              "program p(i: i32[2], r: f32[2, 4]) { return scatter_add(i, r, shape=[8, 4]) }");
  expect_same("program p() { return random([4], seed=1, stream=2) }",
              "program p() { return random(stream=2, [4], seed=1) }");
}

// What is left out is the same as what is written out.
TEST(Parse, TakesOrdinaryValuesWrittenOut) {
  expect_same("program p(a: f32[2, 2]) { return dot(a, a) }",
              "program p(a: f32[2, 2]) { return dot(a, a, batch=[],[], contract=[1],[0]) }");
  expect_same("program p() { return iota([2], dim=0) }",
              "program p() { return iota([2], dim=0, type=i32) }");
}

TEST(Parse, TakesOperationsAsOperandsAndResults) {
  const std::string long_form = "program p(a: f32[4]) { %1 = neg(a) %2 = relu(%1) return %2, a }";
  expect_same(long_form, "program p(a: f32[4]) { return relu(neg(a)), a }");
  expect_same("mesh {x: 2} program p(a: f32[4]) { %1 = neg(a) @ [x] %2 = relu(%1) return %2 }",
              "mesh {x: 2} program p(a: f32[4]) { return relu(neg(a) : f32[4] @ [x]) }");
  expect_same("mesh {x: 2} program p(a: f32[4]) { %1 = constraint(a) @ [x] return %1 @ [-] }",
              "mesh {x: 2} program p(a: f32[4]) { return constraint(a) @ [x] @ [-] }");
}

TEST(Parse, ReturnsAllValuesOfACall) {
  const std::string block = "block f(a: f32[4]) { return a, a } ";
  expect_same(block + "program p(a: f32[4]) { %1, %2 = call @f(a) return %1, %2, a }",
              block + "program p(a: f32[4]) { return call @f(a), a }");
}

TEST(Parse, AnnotatesAtTheNameOrBehind) {
  expect_same("mesh {x: 2} program p(a: f32[4]) { b = neg(a) : f32[4] @ [x] return b }",
              "mesh {x: 2} program p(a: f32[4]) { b: f32[4] @ [x] = neg(a) return b }");
  // The one behind a constraint is its own; a second is the value's.
  expect_same("mesh {x: 2} program p(a: f32[4]) { b @ [-] = constraint(a) @ [x] return b }",
              "mesh {x: 2} program p(a: f32[4]) { b = constraint(a) : f32[4] @ [x] @ [-] return b }");
}

TEST(Parse, TellsAValueCalledLikeAnOperationFromIt) {
  const Program program =
      parse_program("mesh {x: 2} block f(x: f32[4]) { return x } program program(sum: f32[4]) {\n"
                    "  call = neg(sum) f32 = call @f(call) mesh = convert(f32, f32)\n"
                    "  return call @ [x], mesh, call @f(sum)\n}");
  EXPECT_EQ(program.main().instructions.size(), 4u);
  EXPECT_TRUE(program.main().results[0].sharding);
}

TEST(Parse, DifferentiatesByTheValuesNamedAsTheParameters) {
  const std::string block =
      "block loss(x: f32[4], w: f32[4]) { return sum(mul(x, w), dims=[0]) }\n";
  expect_same(block + "program p(w: f32[4], x: f32[4]) { return grad(@loss, x, w, wrt=[1]) }",
              block + "program p(w: f32[4], x: f32[4]) { return grad(@loss, wrt=[1]) }");
}

TEST(Parse, TakesAnotherMeshInPlaceOfTheTexts) {
  const Mesh mesh(create_device_mesh({3}), {"z"});
  EXPECT_EQ(parse_program("program p(a: f32[4] @ [z]) { return a }", "p", mesh).mesh, mesh);
  EXPECT_EQ(parse_program("mesh {x: 2} program p(a: f32[4] @ [z]) { return a }", "p", mesh).mesh,
            mesh);
}

TEST(Parse, KeepsTheOrderOfTheMeshsDevices) {
  const std::string text = "mesh {x: 2, y: 2} devices=[0, 2, 1, 3]\nprogram p() {\n  return\n}\n";
  EXPECT_EQ(reprinted(text), text);
  EXPECT_EQ(parse_program(text).mesh->device_at({0, 1}), 2);
  // This is the order that is not written down.
  expect_same("mesh {x: 2, y: 2} devices=[0, 1, 2, 3] program p() { return }",
              "mesh {x: 2, y: 2} program p() { return }");
}

TEST(Parse, PutsUnreducedAxesInTheMeshsOrder) {
  expect_same("mesh {x: 2, y: 2} program p(a: f32[4] @ [-] {unreduced(max) y, x}) { return a }",
              "mesh {x: 2, y: 2} program p(a: f32[4] @ [-] {unreduced(max) x, y}) { return a }");
}

std::vector<double> constants_of(const Program &program) {
  return std::get<ConstantAttributes>(program.main().instructions.at(0).attributes).numbers;
}

TEST(Parse, ReadsNumbersAsTheirTypeHoldsThem) {
  const auto read = [](const std::string &constant) {
    return constants_of(parse_program("program p() { return " + constant + " }")).at(0);
  };
  EXPECT_EQ(read("const(f32[], 0.1)"), static_cast<double>(0.1f));
  EXPECT_EQ(read("const(f64[], 0.1)"), 0.1);
  EXPECT_EQ(read("const(f32[], 1e-45)"), static_cast<double>(1e-45f));
  EXPECT_EQ(read("const(i32[], -2147483648)"), -2147483648.0);
  EXPECT_TRUE(std::isnan(read("const(f32[], nan)")));
  EXPECT_TRUE(std::signbit(read("const(f32[], -0)")));
  EXPECT_EQ(read("const(f64[], -inf)"), -std::numeric_limits<double>::infinity());
}

TEST(Parse, ReadsEveryF32BackToTheSameBits) {
  BlockBuilder builder("p");
  ConstantAttributes singles{{DType::f32, {0}}, {}}, doubles{{DType::f64, {0}}, {}};
  std::uint64_t bits = 1;
  for (int i = 0; i < 20'000; ++i) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    singles.numbers.push_back(
        static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32))));
    doubles.numbers.push_back(std::bit_cast<double>(bits));
  }
  std::vector<Result> results;
  for (ConstantAttributes *constant : {&singles, &doubles}) {
    constant->type.shape = {static_cast<std::int64_t>(constant->numbers.size())};
    results.push_back({builder.append(Operation::constant, {}, *constant), {}});
  }
  Program program;
  program.blocks.push_back(std::move(builder).finish(results));
  Program read = parse_program(to_string(program));
  for (Instruction &instruction : read.main().instructions)
    instruction.source = {};
  for (Result &result : read.main().results)
    result.source = {};
  EXPECT_EQ(read, program);
}

// A number is rounded to f32 once, when it comes in.
TEST(Parse, ReadsBackWhatABuilderMadeOfADouble) {
  BlockBuilder builder("p");
  const ValueId a = builder.parameter({DType::f32, {2}}, "a");
  const ValueId tenth =
      builder.append(Operation::constant, {}, ConstantAttributes{{DType::f32, {2}}, {0.1}});
  const ValueId padded = builder.append(Operation::pad, {a}, PadAttributes{{1}, {1}, 0.3});
  Program program;
  program.blocks.push_back(std::move(builder).finish({{tenth, {}}, {padded, {}}}));
  const std::string text = to_string(program);
  EXPECT_THAT(text, ::testing::HasSubstr("const(f32[2], 0.1)"));
  EXPECT_THAT(text, ::testing::HasSubstr("pad(a, low=[1], high=[1], value=0.3)"));
  Program read = parse_program(text);
  for (Instruction &instruction : read.main().instructions)
    instruction.source = {};
  for (Result &result : read.main().results)
    result.source = {};
  EXPECT_EQ(read, program);
}

TEST(Parse, ReadsAndPrints10000InstructionsInHalfASecond) {
  std::string text = "mesh {x: 4, y: 2}\nprogram p(v0: f32[8, 8] @ [x, -]) {\n";
  for (int i = 0; i < 10'000; ++i)
    text += "  v" + std::to_string(i + 1) + " = add(v" + std::to_string(i) + ", v" +
            std::to_string(i / 2) + ") : f32[8, 8] @ [x, y]\n";
  text += "  return v10000\n}\n";
  const std::clock_t begin = std::clock();
  const Program program = parse_program(text);
  const std::string printed = to_string(program, {.types = true});
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_EQ(printed, text);
#if !defined(__SANITIZE_ADDRESS__) && defined(NDEBUG)
  EXPECT_LT(seconds, 0.5);
#endif
  RecordProperty("milliseconds", static_cast<int>(1000 * seconds));
}

TEST(Parse, Reads40000BlocksInASecond) {
  std::string text = "block b0(a: f32[4]) { return relu(a) }\n";
  for (int i = 1; i < 40'000; ++i)
    text += "block b" + std::to_string(i) + "(a: f32[4]) { return call @b" + std::to_string(i / 2) +
            "(a) }\n";
  text += "program p(a: f32[4]) { return call @b39999(a) }\n";
  const std::clock_t begin = std::clock();
  const Program program = parse_program(text);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_EQ(program.blocks.size(), 40'001U);
#if !defined(__SANITIZE_ADDRESS__) && defined(NDEBUG)
  EXPECT_LT(seconds, 1);
#endif
  RecordProperty("milliseconds", static_cast<int>(1000 * seconds));
}

} // namespace
} // namespace brigade

#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/ir/source_lines.hpp"
#include "ir/text/operations.hpp"
#include "programs/random_program.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <set>

namespace brigade {
namespace {

// What is printed, with and without types and sources, is read back to the same program.
void expect_round_trip(const Program &program) {
  const std::string text = to_string(program);
  for (const PrintOptions &options :
       {PrintOptions{}, PrintOptions{.types = true}, PrintOptions{.types = true, .sources = true}})
    EXPECT_EQ(to_string(parse_program(to_string(program, options))), text);
}

TEST(RoundTrip, HoldsForEachOperation) {
  std::set<Operation> seen;
  for (const std::string &text : testing::programs_of_each_operation()) {
    SCOPED_TRACE(text);
    const Program program = parse_program(text);
    expect_round_trip(program);
    for (const Instruction &instruction : program.main().instructions)
      seen.insert(instruction.operation);
  }
  for (std::size_t i = 0; i < kOperationCount; ++i)
    EXPECT_TRUE(seen.contains(static_cast<Operation>(i))) << to_string(static_cast<Operation>(i));
}

// But for operands that are operations, programs_of_each_operation() is written as it is printed.
TEST(RoundTrip, GivesTheTextThatWasRead) {
  for (const std::string &text : testing::programs_of_each_operation()) {
    if (text.find("(shape=") == std::string::npos) {
      EXPECT_EQ(to_string(parse_program(text)), text);
    }
  }
}

const Mesh &two_axes() {
  static const Mesh mesh(create_device_mesh({4, 2}), {"x", "y"});
  return mesh;
}

Program without_sources(Program program) {
  for (Block &block : program.blocks) {
    for (Instruction &instruction : block.instructions)
      instruction.source = {};
    for (Result &result : block.results)
      result.source = {};
  }
  return program;
}

TEST(RoundTrip, HoldsForRandomPrograms) {
  std::set<Operation> seen;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    testing::RandomProgramOptions options{.operations = static_cast<int>(seed % 40)};
    if (seed % 3 != 0)
      options.mesh = two_axes();
    options.annotated_values = seed % 2 == 0 ? 0.5 : 0;
    options.priorities = options.for_devices = seed % 3 == 2;
    const Program program = testing::random_program(seed, options);
    const Program read = parse_program(to_string(program));
    ASSERT_EQ(to_string(read), to_string(program));
    ASSERT_EQ(without_sources(read), program);
    ASSERT_EQ(without_sources(parse_program(to_string(program, {.types = true}))), program);
    for (const Block &block : program.blocks)
      for (const Instruction &instruction : block.instructions)
        seen.insert(instruction.operation);
  }
  EXPECT_EQ(seen.size(), kOperationCount);
}

// Any name that a file may have, on Linux all bytes but / and 0, and lines without one.
TEST(RoundTrip, HoldsForTheLinesOfAnyFile) {
  const std::string text = "program p(a: f32[4]) {\n  b = relu(a)\n  return tanh(b)\n}\n";
  for (const std::string file : {"plain.txt", "new\nline.txt", "\\n and \n", "ends in \\", "\n",
                                  " two  blanks ", "l\xfct\r\t.txt", ""}) {
    const Program program = parse_program(text, file);
    EXPECT_EQ(
        with_source_lines(without_sources(program), source_lines(program)).main().instructions,
        program.main().instructions)
        << file;
  }
}

} // namespace
} // namespace brigade

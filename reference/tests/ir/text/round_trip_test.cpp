#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "ir/text/operations.hpp"

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
    if (text.find("(shape=") == std::string::npos)
      EXPECT_EQ(to_string(parse_program(text)), text);
  }
}

} // namespace
} // namespace brigade

#include "programs/random_program.hpp"

#include "brigade/ir/interpret.hpp"
#include "brigade/ir/print.hpp"
#include "programs/random_arguments.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace brigade::testing {
namespace {

TEST(RandomProgram, IsTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(random_program(seed), random_program(seed));
    EXPECT_NE(to_string(random_program(seed)), to_string(random_program(seed + 1)));
  }
}

TEST(RandomProgram, HasAboutAsManyOperationsAsAreAskedFor) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto count = random_program(seed, {.operations = 40}).main().instructions.size();
    EXPECT_GE(count, 40u) << "seed " << seed;
    EXPECT_LE(count, 46u) << "seed " << seed;
  }
}

TEST(RandomProgram, RunsAndItsNumbersStaySmall) {
  int infinite = 0, floating = 0, nonzero = 0;
  std::set<Operation> seen;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Program program =
        random_program(seed, {.operations = 40, .mesh = Mesh(create_device_mesh({2}), {"x"})});
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, to_string(program)));
    for (const Literal &result : interpret(program, random_arguments(program, seed))) {
      if (!is_floating(result.type().dtype))
        continue;
      for (std::int64_t i = 0; i < result.size(); ++i) {
        const double number = result.number(i);
        ASSERT_FALSE(std::isnan(number));
        ++floating;
        infinite += std::isinf(number);
        ASSERT_TRUE(std::isinf(number) || std::abs(number) <= 1e5) << number;
        nonzero += number != 0;
      }
    }
    for (const Instruction &instruction : program.main().instructions)
      seen.insert(instruction.operation);
  }
  // The numbers are worth comparing.
  EXPECT_GT(nonzero, floating / 2);
  EXPECT_LT(infinite, floating / 50);
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    const bool is_for_devices = info(operation).kind == OperationKind::collective ||
                                operation == Operation::manual || operation == Operation::grad;
    EXPECT_EQ(seen.contains(operation), !is_for_devices) << to_string(operation);
  }
}

} // namespace
} // namespace brigade::testing

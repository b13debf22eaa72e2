#include "conformance.hpp"

#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/trace/expand_grads.hpp"
#include "whole_arrays.hpp"

#include <gtest/gtest.h>

namespace brigade {

void expect_right_values(const std::string &text) {
  const Program program = expand_grads(cut_copy(text));
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  for (const Program &partitioned : plans_to_run(program)) {
    const std::vector<Literal> got = simulate(partitioned, arguments);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      expect_close(got[i], expected[i]);
  }
}

} // namespace brigade

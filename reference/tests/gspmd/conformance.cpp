#include "conformance.hpp"

#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/simulate.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/parse.hpp"
#include "whole_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <ostream>

namespace brigade {

Program planned(const std::string &text) {
  return partition(propagate(parse_program(text)), uniform_profile());
}

Program planned_by_choice(const std::string &text, const CleanUpPasses &cleanup) {
  return *make_plan(parse_program(text), uniform_profile(), {.cleanup = cleanup}).partitioned;
}

std::vector<std::string> moves(const Program &partitioned) {
  std::vector<std::string> texts;
  for (const CollectiveUse &use : collectives_of(partitioned, uniform_profile()))
    texts.push_back(fmt::format("{} {}", to_string(use.kind), fmt::join(use.axes, ",")));
  return texts;
}

double total_seconds(const Program &partitioned) {
  return cost_of(partitioned, uniform_profile()).total_seconds();
}

void expect_at_most(const std::string &program, const std::string &reference) {
  for (const CleanUpPasses &cleanup : {CleanUpPasses::none(), CleanUpPasses()})
    EXPECT_LE(total_seconds(planned_by_choice(program, cleanup)),
              total_seconds(planned_by_choice(reference, cleanup)) * (1 + 1e-9));
}

void expect_right_values(const std::string &text) {
  const Program program = parse_program(text);
  const std::vector<Literal> arguments = whole_arguments(program);
  const std::vector<Literal> expected = interpret(program, arguments);
  for (const Program &partitioned :
       {planned(text), planned_by_choice(text), planned_by_choice(text, CleanUpPasses())}) {
    const std::vector<Literal> got = simulate(partitioned, arguments);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      expect_close(got[i], expected[i]);
  }
}

void PrintTo(const Exact &test, std::ostream *out) { *out << test.name; }
void PrintTo(const AtMost &test, std::ostream *out) { *out << test.name; }

} // namespace brigade

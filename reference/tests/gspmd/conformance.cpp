#include "conformance.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/plan.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/trace/expand_grads.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <regex>

namespace brigade {

Program planned(const std::string &text) {
  return partition(propagate(expand_grads(parse_program(text))), uniform_profile());
}

Program planned_by_choice(const std::string &text, const CleanUpPasses &cleanup) {
  return *make_plan(parse_program(text), uniform_profile(), {.cleanup = cleanup}).partitioned;
}

std::vector<Program> plans_to_run(const Program &program) {
  std::vector<Program> plans;
  for (const bool choose : {false, true})
    for (const CleanUpPasses &cleanup : {CleanUpPasses::none(), CleanUpPasses()})
      plans.push_back(*make_plan(program, uniform_profile(), {.choose = choose, .cleanup = cleanup})
                           .partitioned);
  return plans;
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

Program cut_copy(const std::string &text) {
  constexpr std::int64_t kMostDevices = 8, kLargest = 64;
  Program program = parse_program(text);
  Shape sizes = program.mesh->shape();
  while (element_count(sizes) > kMostDevices) {
    std::int64_t &largest = *std::ranges::max_element(sizes);
    largest = (largest + 1) / 2;
  }
  // Numbers in the text above 64 are sizes, and bounds of slices.
  static const std::regex number("[0-9]{2,}");
  std::string cut;
  auto from = text.begin();
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    cut.append(from, (*at)[0].first);
    cut += std::to_string(std::min<std::int64_t>(std::stoll(at->str()), kLargest));
    from = (*at)[0].second;
  }
  cut.append(from, text.end());
  try {
    program = parse_program(cut);
  } catch (const InputError &) {
    // What fits together only as it is, such as the two sides of a reshape, stays so.
  }
  program.mesh = Mesh(DeviceGrid(sizes), program.mesh->axis_names());
  return program;
}

void PrintTo(const Exact &test, std::ostream *out) { *out << test.name; }
void PrintTo(const AtMost &test, std::ostream *out) { *out << test.name; }

} // namespace brigade

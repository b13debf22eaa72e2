#pragma once

#include "brigade/gspmd/clean_up.hpp"
#include "brigade/ir/program.hpp"

#include <iosfwd>
#include <string>
#include <vector>

// How facts about plans are asserted that any right partitioner shares, or that a reference
// chooses.
namespace brigade {

/// The program of a text, planned by propagate and partition alone.
Program planned(const std::string &text);
/// The same with what choose finds, and some of the clean-up.
Program planned_by_choice(const std::string &text,
                          const CleanUpPasses &cleanup = CleanUpPasses::none());

/// Fails the test where the plan of a program costs more than that of the reference, both with the
/// choice; with the clean-up and without it.
void expect_at_most(const std::string &program, const std::string &reference);

/// "all_reduce x,y": what is moved, in order. Slices move nothing.
std::vector<std::string> moves(const Program &partitioned);

/// In the uniform profile.
double total_seconds(const Program &partitioned);

/// The program with every axis cut until the mesh has at most 8 devices, and every size at most 64.
Program cut_copy(const std::string &text);
/// With and without the choice, with and without the clean-up.
std::vector<Program> plans_to_run(const Program &program);

/// Fails the test where a plan of the cut copy does not give on all devices what it gives on one.
/// right_values.cpp has all devices in one process, conformance_on_ranks has one for each.
void expect_right_values(const std::string &text);

/// Where every right partitioner moves the same.
struct Exact {
  const char *name;
  std::string program;
  std::vector<std::string> moves;
};
void PrintTo(const Exact &test, std::ostream *out);

/// Where a reference chooses a plan: constraints force it, and ours may not cost more.
struct AtMost {
  const char *name;
  std::string program, reference;
};
void PrintTo(const AtMost &test, std::ostream *out);

} // namespace brigade

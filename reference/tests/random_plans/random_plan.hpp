#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace brigade::testing {

/// A program on a mesh, in part annotated, the machine that it is planned for, and what to run it
/// on.
struct PlanTrial {
  Program program;
  std::vector<Literal> arguments;
  MachineProfile profile = uniform_profile();
};

/// What a seed makes, the same on every machine: a random program, or the derivatives of one. On a
/// mesh of `devices`, or, where that is not
/// given, of up to 16.
PlanTrial random_plan(std::uint64_t seed, std::optional<int> devices = {});

/// Whether some result shall stay partial. Where what makes it leaves no such, the planner refuses
/// the program, rightly.
bool leaves_unreduced(const Program &program);

/// How a program that is planned is run: whole arrays in, whole arrays out.
using RunPlan =
    std::function<std::vector<Literal>(const Program &partitioned, const std::vector<Literal> &)>;

/// What is wrong with the plan of the program, or with what comes out where it is run, if anything
/// is; an Error that planning or running throws is wrong too. Throws what the interpreter throws.
std::optional<std::string> disagreement(const PlanTrial &trial, const RunPlan &run);

} // namespace brigade::testing

#pragma once

#include "brigade/gspmd/layout.hpp"
#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

// What the tests of every operation, its derivative and its partial operands try.
namespace brigade {

/// An expression of the text form, of one operation as a rule, and the parameters that it needs.
struct OperationCase {
  const char *name, *parameters, *expression;
};

/// At least one of each operation that is no block's and no collective; with sizes of 1 and such
/// that do not divide.
std::span<const OperationCase> operation_cases();

/// {2}, {4}, {2, 2} and {2, 3}: small, with a power of two and another number, of one axis and two.
std::span<const Shape> small_mesh_shapes();

/// Axes x, y, ….
Mesh small_mesh(const Shape &sizes);

/// The case as a program on a small mesh, without a sharding.
Program program_of(const OperationCase &each, const Shape &mesh);

/// "add_2_3", where the case is `add` and the mesh 2 by 3.
std::string name_of(const OperationCase &each, const Shape &mesh);

/// One layout for each of several values.
using LayoutChoice = std::vector<Layout>;

/// Every choice of a layout for each value out of those that it can have; where there are more than
/// `most`, so many random ones, the same in every run.
std::vector<LayoutChoice> layout_choices(const std::vector<std::vector<Layout>> &layouts,
                                         std::size_t most);

/// Fails the test, for good, where the program does not give on all devices of its mesh, planned by
/// propagate and partition alone, what is expected.
void expect_on_devices(const Program &program, const std::vector<Literal> &arguments,
                       const std::vector<Literal> &expected);

} // namespace brigade

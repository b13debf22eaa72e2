#pragma once

#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <vector>

namespace brigade {

/// An argument for every parameter, random by its index: floats normal, integers 0 to 7, bools
/// even.
std::vector<Literal> whole_arguments(const Program &program);

/// Fails the test where elements differ by more than rounding explains: 1e-5 of the largest
/// one's size (f64: 1e-12), integers and bools by anything.
void expect_close(const Literal &got, const Literal &expected);

} // namespace brigade

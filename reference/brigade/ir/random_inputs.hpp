#pragma once

#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <cstdint>
#include <vector>

namespace brigade {

/// An argument for every parameter of a one-device program, to try it with: element i of parameter
/// p is number i of RandomStream(seed, p), whatever else the program has. Floats are normal
/// numbers, integers -3 to 3, bools even. A parameter whose elements number rows of a table, are
/// divided by as integers, or of which a logarithm, a root or a power is taken, has such as that
/// takes; what shape operations and conversions lie between does not matter.
std::vector<Literal> random_inputs(const Program &program, std::uint64_t seed);

} // namespace brigade

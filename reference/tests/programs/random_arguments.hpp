#pragma once

#include "brigade/ir/literal.hpp"
#include "brigade/ir/program.hpp"

#include <cstdint>
#include <vector>

namespace brigade::testing {

/// Numbers for a program's parameters: in [-1, 1) where they are f32 or f64, whole ones from -2 to
/// 9 where they are i32 or i64.
std::vector<Literal> random_arguments(const Program &program, std::uint64_t seed);

} // namespace brigade::testing

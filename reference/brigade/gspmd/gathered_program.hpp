#pragma once

#include "brigade/gspmd/sharded_program.hpp"

#include <optional>

namespace brigade {

/// A program with constraints that gather, and the classes of its instructions.
struct GatheredProgram {
  Program program;
  OperationClasses classes;
};

/// The program as its values lie now, with a constraint before each sum whose operand it was
/// cheaper to gather, and before the first that needs what is gathered once, by the ways of the
/// last total; none where there is no such. The constraints have causes, and their values come
/// behind all others of their block.
std::optional<GatheredProgram> program_with_gathers(const ShardedProgram &sharded);

} // namespace brigade

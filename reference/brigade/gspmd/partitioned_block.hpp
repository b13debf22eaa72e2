#pragma once

#include "brigade/ir/program.hpp"

#include <string>
#include <vector>

namespace brigade {

bool is_collective(const Instruction &instruction);
/// Whether devices send each other something: a collective other than shard_slice.
bool moves_data(const Instruction &instruction);
/// The mesh axes that an instruction names; none for most.
const std::vector<std::string> &axes_of(const Instruction &instruction);
/// How a value of a partitioned block lies.
TensorSharding sharding_in(const Block &block, ValueId id);
/// Whether a move with this cause brings a result away from where it was computed, and not an
/// operand to where it is needed.
bool is_of_a_result(const Cause &cause);
/// The line that an instruction stands for, or lines: "p.txt:3:7, p.txt:4:7".
std::string sources_of(const Instruction &instruction);
/// Why an instruction is there, also where no planner put it there.
Cause cause_of(const Block &block, const Instruction &instruction);

} // namespace brigade

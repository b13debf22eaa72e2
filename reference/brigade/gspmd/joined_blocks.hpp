#pragma once

#include "brigade/ir/program.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace brigade {

/// The blocks of a program side by side as one, each of them once, however often it is called. A
/// call has become open constraints: from each operand to the callee's parameter, from what the
/// callee returns to a value of its own, and from that to the call's result. So a parameter has as
/// many makers as there are calls, and what is decided for a value holds in all of them. Where
/// nothing is called, this is the main block.
struct JoinedBlocks {
  enum class Step { own, argument, result, call_result };

  /// Where an instruction of the joined block comes from.
  struct Origin {
    std::size_t block = 0; ///< in which it happens: an index of Program::blocks
    /// Its index there; of an argument or a call's result that of the call, of a result the count
    /// of the callee's instructions.
    std::size_t instruction = 0;
    Step step = Step::own;
  };

  /// The main block's values come first, then those of the others, then what they return.
  /// Parameters and results are the main block's.
  Block block;
  std::vector<Origin> origins;      ///< of each instruction
  std::vector<std::size_t> firsts;  ///< of each block, where its first value is
  std::vector<std::size_t> results; ///< of each block but the main one, where its first result is
  std::vector<double> calls;        ///< of each block, how often it runs when the program does
  std::vector<bool> is_argument;    ///< of each value: a parameter of a block that is called

  std::size_t index(std::size_t in_block, ValueId id) const {
    return firsts[in_block] + static_cast<std::size_t>(id.index);
  }
};

/// Every block of the program has to be called (needed_blocks.hpp). Throws InputError where one is
/// differentiated or manual.
JoinedBlocks joined_blocks(const Program &program);

/// What the values of a block are called where all blocks are spoken of: "h" in the main block,
/// "@layer.h" in another.
std::vector<std::string> value_names_in(const Program &program, std::size_t block);

} // namespace brigade

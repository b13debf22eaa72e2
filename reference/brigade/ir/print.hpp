#pragma once

#include "brigade/ir/program.hpp"

#include <string>
#include <vector>

namespace brigade {

struct PrintOptions {
  bool types = false;    ///< `: f32[8, 16]` at every instruction's value
  bool shardings = true; ///< `@ [x, -]` at every value that has one
  bool sources = false;  ///< `# mlp.cpp:12` at the end of the line
  /// By value of the first block, then of the second, …, where any: `# remark` at the end of the
  /// line that makes it. Those of parameters stand in lines of their own behind the head:
  /// `# a: remark`.
  std::vector<std::string> remarks = {};
};

/// The text form (docs/text-form.md), one instruction a line, which parse_program reads back to an
/// equal program, but for source lines, and with values numbered in the order of their definition.
std::string to_string(const Program &program, const PrintOptions &options = {});

/// "dot(a, b, batch=[0],[0], contract=[2],[1])": an instruction of a block without its results.
/// `names` are value_names(block).
std::string to_string(const Instruction &instruction, const Block &block,
                      const std::vector<std::string> &names);

} // namespace brigade

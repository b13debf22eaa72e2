#pragma once

#include "brigade/ir/program.hpp"

#include <string>

namespace brigade {

struct PrintOptions {
  bool types = false;     ///< `: f32[8, 16]` behind every instruction's value
  bool shardings = true;  ///< `@ [x, -]` behind every value that has one
  bool sources = false;   ///< `# mlp.cpp:12` at the end of the line
};

/// The text form, which parse_program reads back to an equal program (but for source lines, and
/// values without a name, which are numbered). Its grammar is in docs/text-form.md.
std::string to_string(const Program &program, const PrintOptions &options = {});

} // namespace brigade

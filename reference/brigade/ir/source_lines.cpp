#include "brigade/ir/source_lines.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <istream>
#include <sstream>
#include <utility>

namespace brigade {

std::string source_lines(const Program &program) {
  std::string text;
  for (const Block &block : program.blocks)
    for (const Instruction &instruction : block.instructions) {
      const auto &[file, line, column] = instruction.source;
      text += fmt::format("{} {} {}\n", line, column, file);
    }
  return text;
}

Program with_source_lines(Program program, std::string_view lines) {
  std::istringstream text{std::string(lines)};
  for (Block &block : program.blocks)
    for (Instruction &instruction : block.instructions) {
      SourceLine source;
      text >> source.line >> source.column;
      text.get(); // the blank
      if (!std::getline(text, source.file))
        throw InputError(fmt::format("@{} has an instruction without a source line", block.name));
      instruction.source = std::move(source);
    }
  if (text.peek() != std::istream::traits_type::eof())
    throw InputError("there are more source lines than instructions");
  return program;
}

} // namespace brigade

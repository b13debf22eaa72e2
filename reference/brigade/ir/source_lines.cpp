#include "brigade/ir/source_lines.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <istream>
#include <sstream>
#include <utility>

namespace brigade {

namespace {

// On one line, whatever the name of the file: "\\" and "\n" for what would end it.
std::string escaped(std::string_view file) {
  std::string line;
  for (const char c : file)
    line += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
  return line;
}

std::string unescaped(std::string_view line) {
  std::string file;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size())
      file += line[i];
    else
      file += line[++i] == 'n' ? '\n' : line[i];
  }
  return file;
}

} // namespace

std::string source_lines(const Program &program) {
  std::string text;
  for (const Block &block : program.blocks)
    for (const Instruction &instruction : block.instructions) {
      const auto &[file, line, column] = instruction.source;
      text += fmt::format("{} {} {}\n", line, column, escaped(file));
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
      std::string file;
      if (!std::getline(text, file))
        throw InputError(fmt::format("@{} has an instruction without a source line", block.name));
      source.file = unescaped(file);
      instruction.source = std::move(source);
    }
  if (text.peek() != std::istream::traits_type::eof())
    throw InputError("there are more source lines than instructions");
  return program;
}

} // namespace brigade

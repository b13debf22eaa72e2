#include "brigade/ir/program.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <variant>

namespace brigade {

std::string to_string(const SourceLine &source) {
  if (source.line == 0)
    return {};
  return source.column == 0 ? fmt::format("{}:{}", source.file, source.line)
                            : fmt::format("{}:{}:{}", source.file, source.line, source.column);
}

const std::string &callee_of(const Instruction &call) {
  return std::get<CallAttributes>(call.attributes).block;
}

std::size_t instruction_count(const Program &program) {
  std::size_t count = 0;
  for (const Block &block : program.blocks)
    count += block.instructions.size();
  return count;
}

const Block &Program::block(std::string_view name) const {
  for (const Block &block : blocks)
    if (block.name == name)
      return block;
  std::vector<std::string_view> names;
  for (const Block &block : blocks)
    names.emplace_back(block.name);
  throw InputError(
      fmt::format("there is no block @{}; the program has @{}", name, fmt::join(names, ", @")));
}

} // namespace brigade

#include "brigade/trace/recorded_blocks.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace brigade {

const Block &RecordedBlocks::find(std::string_view name) const {
  const auto at = std::ranges::find(blocks_, name, &Block::name);
  if (at == blocks_.end())
    throw InputError(fmt::format("there is no block @{}", name));
  return *at;
}

const Block &RecordedBlocks::add(Block block) {
  const std::string name = block.name;
  for (const std::size_t i : named_alike_[name]) {
    block.name = blocks_[i].name;
    if (block == blocks_[i])
      return blocks_[i];
  }
  block.name = name;
  for (int number = 2; std::ranges::find(blocks_, block.name, &Block::name) != blocks_.end();
       ++number)
    block.name = fmt::format("{}.{}", name, number);
  named_alike_[name].push_back(blocks_.size());
  return blocks_.emplace_back(std::move(block));
}

void RecordedBlocks::use_mesh(const Mesh &mesh, const std::string &what) {
  if (mesh_ && *mesh_ != mesh)
    throw InputError(
        fmt::format("{}: its mesh is {}, and the program's is {}; a program has one mesh", what,
                    to_string(mesh), to_string(*mesh_)));
  mesh_ = mesh;
}

Program RecordedBlocks::program(Block main) const {
  Program program{mesh_, {blocks_.begin(), blocks_.end()}};
  program.blocks.push_back(std::move(main));
  return program;
}

} // namespace brigade

#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/trace/derivatives/block_derivative.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// The blocks that the recordings of one program have finished, each after those that it calls, and
/// the mesh that their constraints are on. A block stays where it is while others come.
class RecordedBlocks : public std::enable_shared_from_this<RecordedBlocks> {
public:
  const Block &find(std::string_view name) const;
  /// Takes a block in. Where an equal one, but for the name, was named alike, that one is returned;
  /// where another has the name, the block gets a number behind it.
  const Block &add(Block block);
  /// Sets the mesh, or throws InputError saying what wanted it and which it is if there is another.
  void use_mesh(const Mesh &mesh, const std::string &what);
  const std::optional<Mesh> &mesh() const { return mesh_; }
  /// All blocks in their order, and a last one.
  Program program(Block main) const;

  /// Made once for each block and set of active arguments.
  std::map<BlockDerivativeKey, BlockDerivative> derivatives;

private:
  std::deque<Block> blocks_;
  std::map<std::string, std::vector<std::size_t>> named_alike_; // by the name that was asked for
  std::optional<Mesh> mesh_;
};

} // namespace brigade

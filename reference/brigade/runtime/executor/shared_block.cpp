#include "brigade/runtime/executor/shared_block.hpp"

#include "brigade/comm/all_reduce.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace brigade {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Block {
  std::byte *data;
  std::size_t bytes;
  bool is_taken;
};

// Of the process's only runtime; in the order in which all ranks made them.
std::vector<Block> &blocks() {
  static std::vector<Block> all;
  return all;
}

std::int64_t free_block(std::size_t bytes) {
  for (std::size_t i = 0; i < blocks().size(); ++i)
    if (!blocks()[i].is_taken && blocks()[i].bytes == bytes)
      return static_cast<std::int64_t>(i);
  return -1;
}

} // namespace

SharedBlock::SharedBlock(Runtime &runtime, std::size_t bytes) : number_(kNone) {
  const Group world = runtime.world();
  auto most = static_cast<std::int64_t>(bytes);
  all_reduce(world, std::span<std::int64_t>(&most, 1), ReduceOp::max);
  const auto size = static_cast<std::size_t>(most);
  if (size == 0)
    return;
  // Ranks may have let go of different ones; only one that all agree on is taken.
  const std::int64_t found = free_block(size);
  std::array<std::int64_t, 2> range{found, -found};
  all_reduce(world, std::span<std::int64_t>(range), ReduceOp::max);
  if (found >= 0 && range[0] == found && range[1] == -found) {
    number_ = static_cast<std::size_t>(found);
  } else {
    number_ = blocks().size();
    blocks().push_back({static_cast<std::byte *>(runtime.allocate_shared(size)), size, false});
  }
  blocks()[number_].is_taken = true;
}

SharedBlock::~SharedBlock() {
  if (number_ != kNone)
    blocks()[number_].is_taken = false;
}

std::byte *SharedBlock::data() const { return number_ == kNone ? nullptr : blocks()[number_].data; }
std::size_t SharedBlock::bytes() const { return number_ == kNone ? 0 : blocks()[number_].bytes; }

} // namespace brigade

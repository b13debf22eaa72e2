#include "brigade/runtime/executor/collective.hpp"

#include "brigade/comm/collectives.hpp"
#include "brigade/core/error.hpp"
#include "brigade/runtime/executor/collective_move.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/sharding/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace brigade {

namespace {

/// Of the blocks of one value, or of several that travel together, parts in a buffer: for each
/// member its part of each value, one behind the other.
class Parts {
public:
  using OfMembers = std::vector<std::vector<Slices>>; ///< [member][value]

  Parts(DType type, OfMembers parts) : type_(type), parts_(std::move(parts)) {
    for (const std::vector<Slices> &values : parts_) {
      std::size_t count = 0;
      for (const Slices &part : values)
        count += static_cast<std::size_t>(element_count(part));
      counts_.push_back(count);
    }
    bytes_.resize(count() * size_of(type_));
  }

  std::span<const std::size_t> counts() const { return counts_; }
  std::size_t count() const { return std::reduce(counts_.begin(), counts_.end()); }
  ConstBuffer buffer() const { return {bytes_.data(), count()}; }
  Buffer buffer() { return {bytes_.data(), count()}; }

  /// From blocks that are these slices of their values, and into them.
  void pack(std::span<const Literal> blocks, std::span<const Slices> slices) {
    std::byte *at = bytes_.data();
    for (const std::vector<Slices> &values : parts_)
      for (std::size_t i = 0; i < values.size(); ++i) {
        copy_block(values[i], bytes_of(blocks[i]), slices[i], at, values[i], size_of(type_));
        at += static_cast<std::size_t>(element_count(values[i])) * size_of(type_);
      }
  }
  void unpack(std::span<Literal> blocks, std::span<const Slices> slices) const {
    const std::byte *at = bytes_.data();
    for (const std::vector<Slices> &values : parts_)
      for (std::size_t i = 0; i < values.size(); ++i) {
        copy_block(values[i], at, values[i], bytes_of(blocks[i]), slices[i], size_of(type_));
        at += static_cast<std::size_t>(element_count(values[i])) * size_of(type_);
      }
  }

private:
  DType type_;
  OfMembers parts_;
  std::vector<std::size_t> counts_;
  std::vector<std::byte> bytes_;
};

using Moves = std::span<const CollectiveMove>;

Literal empty_result(const CollectiveMove &move) {
  return Literal(TensorType{move.dtype(), shape_of(move.after(move.here()))});
}

Slices held_before(const CollectiveMove &move, std::size_t place) { return move.before(place); }
Slices held_after(const CollectiveMove &move, std::size_t place) { return move.after(place); }

/// What each member holds of each value.
Parts::OfMembers of_members(Moves moves, Slices (*held)(const CollectiveMove &, std::size_t)) {
  Parts::OfMembers parts(moves[0].size());
  for (std::size_t place = 0; place < parts.size(); ++place)
    for (const CollectiveMove &move : moves)
      parts[place].push_back(held(move, place));
  return parts;
}

std::vector<Slices> of_this_rank(Moves moves, Slices (*held)(const CollectiveMove &, std::size_t)) {
  std::vector<Slices> slices;
  for (const CollectiveMove &move : moves)
    slices.push_back(held(move, move.here()));
  return slices;
}

std::vector<Literal> unpacked(const Parts &parts, Moves moves) {
  std::vector<Literal> results;
  for (const CollectiveMove &move : moves)
    results.push_back(empty_result(move));
  parts.unpack(results, of_this_rank(moves, held_after));
  return results;
}

std::vector<Literal> reduce(const Group &group, Moves moves, std::span<const Literal> blocks,
                            ReduceOp op) {
  const std::vector<Slices> before = of_this_rank(moves, held_before);
  Parts all(moves[0].dtype(), {before});
  all.pack(blocks, before);
  all_reduce(group, all.buffer().data, all.count(), moves[0].dtype(), op);
  return unpacked(all, moves);
}

std::vector<Literal> gather(const Group &group, Moves moves, std::span<const Literal> blocks) {
  const std::vector<Slices> before = of_this_rank(moves, held_before);
  Parts given(moves[0].dtype(), {before});
  given.pack(blocks, before);
  Parts taken(moves[0].dtype(), of_members(moves, held_before));
  all_gather(group, std::as_const(given).buffer(), taken.buffer(), taken.counts(),
             moves[0].dtype());
  return unpacked(taken, moves);
}

std::vector<Literal> scatter(const Group &group, Moves moves, std::span<const Literal> blocks,
                             ReduceOp op) {
  Parts given(moves[0].dtype(), of_members(moves, held_after));
  given.pack(blocks, of_this_rank(moves, held_before));
  Parts taken(moves[0].dtype(), {of_this_rank(moves, held_after)});
  reduce_scatter(group, std::as_const(given).buffer(), taken.buffer(), given.counts(),
                 moves[0].dtype(), op);
  return unpacked(taken, moves);
}

Literal exchange(const CollectiveMove &move, const Literal &block) {
  const Slices before = move.before(move.here()), after = move.after(move.here());
  Parts::OfMembers to_give, to_take;
  for (std::size_t place = 0; place < move.size(); ++place) {
    to_give.push_back({intersection(before, move.after(place))});
    to_take.push_back({intersection(move.before(place), after)});
  }
  Parts given(move.dtype(), std::move(to_give)), taken(move.dtype(), std::move(to_take));
  given.pack({&block, 1}, {&before, 1});
  all_to_all(move.group(), std::as_const(given).buffer(), taken.buffer(), given.counts(),
             taken.counts(), move.dtype());
  return std::move(unpacked(taken, {&move, 1})[0]);
}

Literal change_devices(const CollectiveMove &move, const Literal &block) {
  // Blocks of a size that does not divide differ by a row; all travel as large as the largest.
  const std::int64_t largest = largest_block(move);
  const std::size_t bytes = static_cast<std::size_t>(largest) * size_of(move.dtype());
  std::vector<std::byte> given(bytes), taken(bytes);
  std::copy_n(bytes_of(block), block.type().bytes(), given.begin());
  const auto count = static_cast<std::size_t>(largest);
  permute(move.group(), ConstBuffer{given.data(), count}, Buffer{taken.data(), count},
          permute_steps(move), move.dtype());
  Literal result = empty_result(move);
  std::copy_n(taken.begin(), result.type().bytes(), bytes_of(result));
  return result;
}

Literal cut(const CollectiveMove &move, const Literal &block) {
  const Slices after = move.after(move.here());
  Literal result = empty_result(move);
  copy_block(after, bytes_of(block), move.before(move.here()), bytes_of(result), after,
             size_of(move.dtype()));
  return result;
}

} // namespace

std::vector<Literal> run_collective(const Runtime &runtime, const Program &partitioned,
                                    const Instruction &instruction,
                                    std::span<const Literal> blocks) {
  const Group group = runtime.group(*partitioned.mesh, collective_axes(instruction));
  std::vector<CollectiveMove> moves;
  for (std::size_t i = 0; i < instruction.operands.size(); ++i)
    moves.emplace_back(group, partitioned, instruction.operands[i], instruction.results[i]);
  switch (instruction.operation) {
  case Operation::all_reduce:
    return reduce(group, moves, blocks, std::get<AllReduceAttributes>(instruction.attributes).op);
  case Operation::all_gather:
    return gather(group, moves, blocks);
  case Operation::reduce_scatter:
    return scatter(group, moves, blocks,
                   std::get<ReduceScatterAttributes>(instruction.attributes).op);
  case Operation::all_to_all:
    return {exchange(moves[0], blocks[0])};
  case Operation::permute:
    return {change_devices(moves[0], blocks[0])};
  case Operation::shard_slice:
    return {cut(moves[0], blocks[0])};
  default:
    throw Error(fmt::format("{} is no collective", to_string(instruction.operation)));
  }
}

Literal reduce_block(const Runtime &runtime, const Mesh &mesh, const TensorSharding &sharding,
                     Literal block) {
  if (!sharding.unreduced.empty())
    all_reduce(runtime.group(mesh, sharding.unreduced), bytes_of(block),
               static_cast<std::size_t>(block.size()), block.type().dtype, sharding.reduction);
  return block;
}

} // namespace brigade

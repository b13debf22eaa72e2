#include "brigade/runtime/executor/collective.hpp"

#include "brigade/comm/collectives.hpp"
#include "brigade/core/error.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/sharding/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace brigade {

namespace {

TensorSharding sharding_of(const Value &value) {
  return value.sharding.value_or(replicated_sharding(value.type.rank()));
}

/// A value before and after a collective: the members of this rank's group know of each other what
/// they hold from the two shardings, so no sizes need to travel.
class Move {
public:
  Move(const Runtime &runtime, const Program &partitioned, const Instruction &instruction,
       const std::vector<std::string> &axes)
      : mesh_(*partitioned.mesh), group_(runtime.group(mesh_, axes)),
        type_(partitioned.main().type(instruction.operands[0])),
        from_(sharding_of(partitioned.main().value(instruction.operands[0]))),
        to_(sharding_of(partitioned.main().value(instruction.results[0]))) {}

  const Group &group() const { return group_; }
  std::size_t size() const { return static_cast<std::size_t>(group_.size()); }
  std::size_t here() const { return static_cast<std::size_t>(group_.rank()); }
  DType dtype() const { return type_.dtype; }

  Slices before(std::size_t place) const { return slices(from_, place); }
  Slices after(std::size_t place) const { return slices(to_, place); }

  /// Which block of each dimension a member holds; blocks without elements have numbers too.
  std::vector<std::int64_t> block_before(std::size_t place) const { return block(from_, place); }
  std::vector<std::int64_t> block_after(std::size_t place) const { return block(to_, place); }

  Literal empty_result() const { return Literal(TensorType{dtype(), shape_of(after(here()))}); }

private:
  DeviceId device(std::size_t place) const { return group_.members()[place]; }

  Slices slices(const TensorSharding &sharding, std::size_t place) const {
    return local_slices(type_, sharding, mesh_, device(place));
  }

  std::vector<std::int64_t> block(const TensorSharding &sharding, std::size_t place) const {
    const std::vector<std::int64_t> coordinates = mesh_.coordinates_of(device(place));
    std::vector<std::int64_t> block;
    for (const DimensionSharding &dimension : sharding.dimensions) {
      std::int64_t index = 0;
      for (const std::string &axis : dimension.axes)
        index = index * mesh_.axis_size(axis) + coordinates[mesh_.axis_index(axis)];
      block.push_back(index);
    }
    return block;
  }

  const Mesh &mesh_;
  Group group_;
  TensorType type_;
  TensorSharding from_, to_;
};

/// Parts of a block, one for each member, one after the other in a buffer.
class Parts {
public:
  Parts(DType type, std::vector<Slices> parts) : type_(type), parts_(std::move(parts)) {
    for (const Slices &part : parts_)
      counts_.push_back(static_cast<std::size_t>(element_count(part)));
    bytes_.resize(count() * size_of(type_));
  }

  std::span<const std::size_t> counts() const { return counts_; }
  std::size_t count() const { return std::reduce(counts_.begin(), counts_.end()); }
  ConstBuffer buffer() const { return {bytes_.data(), count()}; }
  Buffer buffer() { return {bytes_.data(), count()}; }

  void pack(const Literal &block, const Slices &slices) {
    std::byte *at = bytes_.data();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      copy_block(parts_[i], bytes_of(block), slices, at, parts_[i], size_of(type_));
      at += counts_[i] * size_of(type_);
    }
  }

  void unpack(Literal &block, const Slices &slices) const {
    const std::byte *at = bytes_.data();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      copy_block(parts_[i], at, parts_[i], bytes_of(block), slices, size_of(type_));
      at += counts_[i] * size_of(type_);
    }
  }

private:
  DType type_;
  std::vector<Slices> parts_;
  std::vector<std::size_t> counts_;
  std::vector<std::byte> bytes_;
};

ConstBuffer buffer_of(const Literal &literal) {
  return {bytes_of(literal), static_cast<std::size_t>(literal.size())};
}
Buffer buffer_of(Literal &literal) {
  return {bytes_of(literal), static_cast<std::size_t>(literal.size())};
}

template <class Part> std::vector<Slices> for_each_member(const Move &move, Part part) {
  std::vector<Slices> parts;
  for (std::size_t place = 0; place < move.size(); ++place)
    parts.push_back(part(place));
  return parts;
}

Literal gather(const Move &move, const Literal &block) {
  Parts parts(move.dtype(), for_each_member(move, [&](std::size_t i) { return move.before(i); }));
  all_gather(move.group(), buffer_of(block), parts.buffer(), parts.counts(), move.dtype());
  Literal result = move.empty_result();
  parts.unpack(result, move.after(move.here()));
  return result;
}

Literal scatter(const Move &move, const Literal &block, ReduceOp op) {
  Parts parts(move.dtype(), for_each_member(move, [&](std::size_t i) { return move.after(i); }));
  parts.pack(block, move.before(move.here()));
  Literal result = move.empty_result();
  reduce_scatter(move.group(), std::as_const(parts).buffer(), buffer_of(result), parts.counts(),
                 move.dtype(), op);
  return result;
}

Literal exchange(const Move &move, const Literal &block) {
  const Slices before = move.before(move.here()), after = move.after(move.here());
  Parts given(move.dtype(), for_each_member(move, [&](std::size_t i) {
                return intersection(before, move.after(i));
              }));
  Parts taken(move.dtype(), for_each_member(move, [&](std::size_t i) {
                return intersection(move.before(i), after);
              }));
  given.pack(block, before);
  all_to_all(move.group(), std::as_const(given).buffer(), taken.buffer(), given.counts(),
             taken.counts(), move.dtype());
  Literal result = move.empty_result();
  taken.unpack(result, after);
  return result;
}

/// Each block goes to as many members as hold it: those that keep theirs first, then the holders
/// and the takers that are left, in their order.
std::vector<PermuteStep> steps_of(const Move &move) {
  struct Members {
    std::vector<int> holders, takers;
  };
  std::map<std::vector<std::int64_t>, Members> blocks;
  std::vector<PermuteStep> steps;
  for (std::size_t place = 0; place < move.size(); ++place) {
    const std::vector<std::int64_t> before = move.block_before(place),
                                    after = move.block_after(place);
    const int member = static_cast<int>(place);
    if (before == after) {
      steps.push_back({member, member});
      continue;
    }
    blocks[before].holders.push_back(member);
    blocks[after].takers.push_back(member);
  }
  for (const auto &[block, members] : blocks) {
    if (members.holders.size() != members.takers.size())
      throw Error(fmt::format("permute over `{}`: {} members give away a block that {} are to get; "
                              "it moves whole blocks, so the axes before and after it must make "
                              "equally many in each dimension",
                              move.group().name(), members.holders.size(), members.takers.size()));
    for (std::size_t i = 0; i < members.holders.size(); ++i)
      steps.push_back({members.holders[i], members.takers[i]});
  }
  return steps;
}

Literal change_devices(const Move &move, const Literal &block) {
  // Blocks of a size that does not divide differ by a row; all travel as large as the largest.
  std::int64_t largest = 0;
  for (std::size_t place = 0; place < move.size(); ++place)
    largest = std::max(largest, element_count(move.before(place)));
  const std::size_t bytes = static_cast<std::size_t>(largest) * size_of(move.dtype());
  std::vector<std::byte> given(bytes), taken(bytes);
  std::copy_n(bytes_of(block), block.type().bytes(), given.begin());
  const auto count = static_cast<std::size_t>(largest);
  permute(move.group(), ConstBuffer{given.data(), count}, Buffer{taken.data(), count},
          steps_of(move), move.dtype());
  Literal result = move.empty_result();
  std::copy_n(taken.begin(), result.type().bytes(), bytes_of(result));
  return result;
}

} // namespace

Literal run_collective(const Runtime &runtime, const Program &partitioned,
                       const Instruction &instruction, const Literal &block) {
  const auto move = [&](const std::vector<std::string> &axes) {
    return Move(runtime, partitioned, instruction, axes);
  };
  switch (instruction.operation) {
  case Operation::all_reduce: {
    const auto &attributes = std::get<AllReduceAttributes>(instruction.attributes);
    Literal result = block;
    all_reduce(runtime.group(*partitioned.mesh, attributes.axes), bytes_of(result),
               static_cast<std::size_t>(result.size()), result.type().dtype, attributes.op);
    return result;
  }
  case Operation::all_gather:
    return gather(move(std::get<AxesOfDimensionAttributes>(instruction.attributes).axes), block);
  case Operation::reduce_scatter: {
    const auto &attributes = std::get<ReduceScatterAttributes>(instruction.attributes);
    return scatter(move(attributes.axes), block, attributes.op);
  }
  case Operation::all_to_all:
    return exchange(move(std::get<AllToAllAttributes>(instruction.attributes).axes), block);
  case Operation::permute:
    return change_devices(move(std::get<PermuteAttributes>(instruction.attributes).axes), block);
  case Operation::shard_slice: {
    const Move slice = move({});
    const Slices after = slice.after(0);
    Literal result = slice.empty_result();
    copy_block(after, bytes_of(block), slice.before(0), bytes_of(result), after,
               size_of(slice.dtype()));
    return result;
  }
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

#include "brigade/gspmd/simulate.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/layout.hpp"
#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/ir/interpret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace brigade {

namespace {

// One value on all devices, in the mesh's row-major order.
using Blocks = std::vector<Literal>;

class BlockSimulator {
public:
  BlockSimulator(const Program &program, const Block &block)
      : program_(program), mesh_(*program.mesh), block_(block), values_(block.values.size()) {}

  std::vector<Blocks> run(std::vector<Blocks> arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      define(block_.parameters[i], std::move(arguments[i]), "a parameter");
    for (const Instruction &instruction : block_.instructions)
      step(instruction);
    std::vector<Blocks> results;
    for (const Result &result : block_.results)
      results.push_back(at(result.value));
    return results;
  }

private:
  Blocks &at(ValueId id) { return values_[static_cast<std::size_t>(id.index)]; }
  DeviceId device(std::size_t position) const {
    return mesh_.devices().at(static_cast<std::int64_t>(position));
  }
  std::size_t position(DeviceId device) const {
    return static_cast<std::size_t>(mesh_.devices().position_of(device));
  }
  Slices slices(ValueId id, DeviceId device) const {
    return local_slices(block_.type(id), sharding_in(block_, id), mesh_, device);
  }

  void step(const Instruction &instruction) {
    const std::string source = to_string(instruction.source);
    const std::string what =
        fmt::format("{}{}{}", source, source.empty() ? "" : ": ", to_string(instruction.operation));
    std::vector<Blocks> results;
    if (instruction.operation == Operation::call)
      results = call(instruction);
    else if (is_collective(instruction))
      for (std::size_t i = 0; i < instruction.operands.size(); ++i)
        results.push_back(communicate(instruction, i, what));
    else
      results = compute(instruction);
    for (std::size_t i = 0; i < results.size(); ++i)
      define(instruction.results[i], std::move(results[i]), what);
  }

  void define(ValueId id, Blocks blocks, const std::string &what) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const TensorType expected =
          local_type(block_.type(id), sharding_in(block_, id), mesh_, device(i));
      if (blocks[i].type() != expected)
        throw Error(fmt::format("{}: device {} has a {}, and its block is {}", what, device(i),
                                to_string(blocks[i].type()), to_string(expected)));
    }
    check_copies(id, blocks, what);
    at(id) = std::move(blocks);
  }

  // Over the axes that the sharding does not name, devices hold the same.
  void check_copies(ValueId id, const Blocks &blocks, const std::string &what) const {
    const Layout layout = layout_of(sharding_in(block_, id), mesh_);
    std::vector<std::string> unused;
    for (std::size_t axis = 0; axis < mesh_.axis_names().size(); ++axis)
      if (!layout.used().contains(static_cast<Axis>(axis)))
        unused.push_back(mesh_.axis_names()[axis]);
    for_each_group(unused, [&](const std::vector<DeviceId> &members) {
      for (const DeviceId member : members)
        if (blocks[position(member)] != blocks[position(members[0])])
          throw Error(fmt::format(
              "{}: devices {} and {} do not agree on the block {} of a {} that both hold", what,
              members[0], member, to_string(slices(id, member)), to_string(block_.type(id))));
    });
  }

  void for_each_group(const std::vector<std::string> &axes,
                      const std::function<void(const std::vector<DeviceId> &)> &visit) const {
    const AxisGroups groups = mesh_.groups(axes);
    for (std::int64_t i = 0; i < groups.count(); ++i)
      visit(groups.members(i));
  }

  std::vector<Blocks> call(const Instruction &instruction) {
    std::vector<Blocks> arguments;
    for (const ValueId operand : instruction.operands)
      arguments.push_back(at(operand));
    const Block &callee = program_.block(std::get<CallAttributes>(instruction.attributes).block);
    return BlockSimulator(program_, callee).run(std::move(arguments));
  }

  std::vector<Blocks> compute(const Instruction &instruction) {
    std::vector<Blocks> results(instruction.results.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(mesh_.size()); ++i) {
      std::vector<Literal> operands;
      for (const ValueId operand : instruction.operands)
        operands.push_back(at(operand)[i]);
      const Program local{{}, {local_program(program_, block_, instruction, device(i))}};
      const std::vector<Literal> computed = interpret(local, operands);
      for (std::size_t r = 0; r < results.size(); ++r)
        results[r].push_back(computed[r]);
    }
    return results;
  }

  // Operand i, as it becomes result i: several that travel together do not mix.
  Blocks communicate(const Instruction &instruction, std::size_t i, const std::string &what) {
    const ValueId from = instruction.operands[i], to = instruction.results[i];
    const Blocks &blocks = at(from);
    Blocks result(blocks.size());
    for_each_group(axes_of(instruction), [&](const std::vector<DeviceId> &members) {
      for (const DeviceId member : members) {
        Literal &block = result[position(member)];
        switch (instruction.operation) {
        case Operation::all_reduce:
          block =
              reduced(blocks, members, std::get<AllReduceAttributes>(instruction.attributes).op);
          break;
        case Operation::reduce_scatter:
          block = part_of(reduced(blocks, members,
                                  std::get<ReduceScatterAttributes>(instruction.attributes).op),
                          within(slices(to, member), slices(from, member)));
          break;
        case Operation::shard_slice:
          block =
              part_of(blocks[position(member)], within(slices(to, member), slices(from, member)));
          break;
        case Operation::permute:
          block = blocks[position(holder(from, slices(to, member), members, what))];
          break;
        default:
          block = collected(from, to, member, members, what);
          break;
        }
      }
    });
    return result;
  }

  Literal reduced(const Blocks &blocks, const std::vector<DeviceId> &members,
                  ReduceOp reduction) const {
    Literal sum = blocks[position(members[0])];
    for (std::size_t i = 1; i < members.size(); ++i)
      join(sum, blocks[position(members[i])], reduction);
    return sum;
  }

  DeviceId holder(ValueId from, const Slices &wanted, const std::vector<DeviceId> &members,
                  const std::string &what) const {
    for (const DeviceId member : members)
      if (slices(from, member) == wanted)
        return member;
    throw Error(
        fmt::format("{}: no device of the group holds the block {}", what, to_string(wanted)));
  }

  // all_gather and all_to_all: each member of the group sends what another lacks.
  Literal collected(ValueId from, ValueId to, DeviceId receiver,
                    const std::vector<DeviceId> &members, const std::string &what) {
    const Slices wanted = slices(to, receiver);
    Literal block(local_type(block_.type(to), sharding_in(block_, to), mesh_, receiver));
    std::int64_t received = 0;
    for (const DeviceId sender : members) {
      const Slices held = slices(from, sender), sent = intersection(wanted, held);
      put(block, within(sent, wanted), part_of(at(from)[position(sender)], within(sent, held)));
      received += element_count(sent);
    }
    if (received != block.size())
      throw Error(fmt::format("{}: device {} gets {} elements of the block {}, which has {}", what,
                              receiver, received, to_string(wanted), block.size()));
    return block;
  }

  const Program &program_;
  const Mesh &mesh_;
  const Block &block_;
  std::vector<Blocks> values_;
};

Blocks cut(const Literal &whole, const TensorSharding &sharding, const Mesh &mesh) {
  if (!sharding.unreduced.empty())
    throw InputError(fmt::format("an argument cannot lie as {}: partial results are made by "
                                 "operations only",
                                 to_string(sharding)));
  Blocks blocks;
  for (std::int64_t i = 0; i < mesh.size(); ++i)
    blocks.push_back(
        part_of(whole, local_slices(whole.type(), sharding, mesh, mesh.devices().at(i))));
  return blocks;
}

// The whole array of what the devices hold; partial results are joined.
Literal assembled(const TensorType &type, const TensorSharding &sharding, const Mesh &mesh,
                  const Blocks &blocks) {
  Literal whole(type);
  const AxisGroups groups = mesh.groups(sharding.unreduced);
  for (std::int64_t i = 0; i < groups.count(); ++i) {
    const std::vector<DeviceId> members = groups.members(i);
    const auto block = [&](DeviceId member) -> const Literal & {
      return blocks[static_cast<std::size_t>(mesh.devices().position_of(member))];
    };
    Literal joined = block(members[0]);
    for (std::size_t m = 1; m < members.size(); ++m)
      join(joined, block(members[m]), sharding.reduction);
    put(whole, local_slices(type, sharding, mesh, members[0]), joined);
  }
  return whole;
}

} // namespace

std::vector<Literal> simulate(const Program &partitioned, std::span<const Literal> arguments) {
  if (!partitioned.mesh)
    throw InputError("the program has no mesh, so it is for one device: interpret it");
  const Mesh &mesh = *partitioned.mesh;
  const Block &main = partitioned.main();
  if (arguments.size() != main.parameters.size())
    throw InputError(fmt::format("@{} takes {} arguments, and got {}", main.name,
                                 main.parameters.size(), arguments.size()));
  std::vector<Blocks> blocks;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ValueId parameter = main.parameters[i];
    if (arguments[i].type() != main.type(parameter))
      throw InputError(fmt::format("argument {} of @{} is {}, and got {}", i, main.name,
                                   to_string(main.type(parameter)),
                                   to_string(arguments[i].type())));
    blocks.push_back(cut(arguments[i], sharding_in(main, parameter), mesh));
  }
  const std::vector<Blocks> computed = BlockSimulator(partitioned, main).run(std::move(blocks));
  std::vector<Literal> results;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const ValueId id = main.results[i].value;
    results.push_back(assembled(main.type(id), sharding_in(main, id), mesh, computed[i]));
  }
  return results;
}

} // namespace brigade

#include "brigade/gspmd/clean_up.hpp"

#include "brigade/gspmd/bucket_collectives.hpp"
#include "brigade/gspmd/order_for_overlap.hpp"
#include "brigade/gspmd/reduce_once.hpp"
#include "brigade/gspmd/reuse_moves.hpp"
#include "brigade/gspmd/scatter_reductions.hpp"
#include "brigade/ir/remove_dead.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace brigade {

std::span<const CleanUpPass> clean_up_passes() {
  static constexpr std::array kPasses{
      CleanUpPass{"dead", &CleanUpPasses::dead},
      CleanUpPass{"reuse", &CleanUpPasses::reuse},
      CleanUpPass{"reduce_once", &CleanUpPasses::reduce_once},
      CleanUpPass{"reduce_scatter", &CleanUpPasses::reduce_scatter},
      CleanUpPass{"bucket", &CleanUpPasses::bucket},
      CleanUpPass{"overlap", &CleanUpPasses::overlap},
  };
  return kPasses;
}

namespace {

/// Of the blocks before it those that a block comes to.
std::vector<Block> called_by(const Block &block, const std::vector<Block> &before) {
  std::set<std::string> names;
  const auto add_callees = [&](const Block &caller) {
    for (const Instruction &instruction : caller.instructions)
      if (instruction.operation == Operation::call)
        names.insert(callee_of(instruction));
  };
  add_callees(block);
  std::vector<Block> called;
  for (std::size_t b = before.size(); b-- > 0;)
    if (names.contains(before[b].name)) {
      add_callees(before[b]);
      called.push_back(before[b]);
    }
  std::ranges::reverse(called);
  return called;
}

/// A block as the main one of a program, whose others are those that it calls.
Program alone(const std::optional<Mesh> &mesh, Block block, const std::vector<Block> &before) {
  Program program{mesh, called_by(block, before)};
  program.blocks.push_back(std::move(block));
  return program;
}

// Each block as the main one of a program, whose others, which it calls, are cleaned up already.
template <class Pass> Program each_block(Program program, Pass pass) {
  if (program.blocks.size() == 1)
    return pass(std::move(program));
  Program cleaned{program.mesh, {}};
  for (Block &block : program.blocks)
    cleaned.blocks.push_back(
        std::move(pass(alone(program.mesh, std::move(block), cleaned.blocks)).main()));
  return cleaned;
}

// Each block with what a device may hold in it at one time. That is a share of what it holds with
// the blocks that it calls as they were: else their growth would be a reason for more.
template <class Pass> Program each_block_within_memory(const Program &program, Pass pass) {
  std::size_t at = 0;
  return each_block(program, [&](const Program &cleaned) {
    const double most_bytes =
        most_live_bytes(alone(program.mesh, program.blocks[at], program.blocks));
    ++at;
    return pass(cleaned, most_bytes);
  });
}

Program bucketed(const Program &program, const MachineProfile &profile, const CleanUpPasses &passes,
                 double most_bytes) {
  return passes.bucket ? bucket_collectives(program, profile, passes.overlap, most_bytes) : program;
}

} // namespace

Program clean_up_moves(const Program &partitioned, const MachineProfile &profile,
                       const CleanUpPasses &passes) {
  return each_block(passes.dead ? remove_dead(partitioned) : partitioned, [&](Program program) {
    if (passes.reuse)
      program = reuse_moves(std::move(program));
    if (passes.reduce_once)
      program = reduce_once(std::move(program), profile);
    if (passes.reduce_scatter)
      program = scatter_reductions(std::move(program), profile);
    if (passes.reduce_once && passes.reduce_scatter) // reductions that it cut
      program = reduce_once(std::move(program), profile);
    return program;
  });
}

Program join_moves(const Program &partitioned, const MachineProfile &profile,
                   const CleanUpPasses &passes) {
  return each_block_within_memory(partitioned, [&](const Program &program, double most_bytes) {
    return bucketed(program, profile, passes, most_bytes);
  });
}

Program clean_up(const Program &partitioned, const MachineProfile &profile,
                 const CleanUpPasses &passes) {
  const Program moved = clean_up_moves(partitioned, profile, passes);
  return each_block_within_memory(moved, [&](const Program &program, double most_bytes) {
    const Program joined = bucketed(program, profile, passes, most_bytes);
    return passes.overlap ? order_for_overlap(joined, profile, most_bytes) : joined;
  });
}

} // namespace brigade

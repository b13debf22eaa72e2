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

// Each block as the main one of a program, whose others, which it calls, are cleaned up already.
template <class Pass> Program each_block(Program program, Pass pass) {
  if (program.blocks.size() == 1)
    return pass(std::move(program));
  Program cleaned{program.mesh, {}};
  for (Block &block : program.blocks) {
    Program alone{program.mesh, called_by(block, cleaned.blocks)};
    alone.blocks.push_back(std::move(block));
    cleaned.blocks.push_back(std::move(pass(std::move(alone)).main()));
  }
  return cleaned;
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
  return each_block(partitioned, [&](const Program &program) {
    return bucketed(program, profile, passes, most_live_bytes(program));
  });
}

Program clean_up(const Program &partitioned, const MachineProfile &profile,
                 const CleanUpPasses &passes) {
  const Program moved = clean_up_moves(partitioned, profile, passes);
  return each_block(moved, [&](const Program &program) {
    const double most_bytes = most_live_bytes(program);
    const Program joined = bucketed(program, profile, passes, most_bytes);
    return passes.overlap ? order_for_overlap(joined, profile, most_bytes) : joined;
  });
}

} // namespace brigade

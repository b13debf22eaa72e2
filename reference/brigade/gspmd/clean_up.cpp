#include "brigade/gspmd/clean_up.hpp"

#include "brigade/gspmd/bucket_collectives.hpp"
#include "brigade/gspmd/order_for_overlap.hpp"
#include "brigade/gspmd/reduce_once.hpp"
#include "brigade/gspmd/reuse_moves.hpp"
#include "brigade/gspmd/scatter_reductions.hpp"
#include "brigade/ir/remove_dead.hpp"

#include <array>
#include <utility>

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

Program clean_up_moves(const Program &partitioned, const MachineProfile &profile,
                       const CleanUpPasses &passes) {
  Program program = passes.dead ? remove_dead(partitioned) : partitioned;
  if (passes.reuse)
    program = reuse_moves(program);
  if (passes.reduce_once)
    program = reduce_once(std::move(program), profile);
  if (passes.reduce_scatter)
    program = scatter_reductions(program, profile);
  if (passes.reduce_once && passes.reduce_scatter) // reductions that it cut
    program = reduce_once(std::move(program), profile);
  return program;
}

Program join_moves(const Program &partitioned, const MachineProfile &profile,
                   const CleanUpPasses &passes) {
  return passes.bucket ? bucket_collectives(partitioned, profile, passes.overlap,
                                            most_live_bytes(partitioned))
                       : partitioned;
}

Program clean_up(const Program &partitioned, const MachineProfile &profile,
                 const CleanUpPasses &passes) {
  const Program moved = clean_up_moves(partitioned, profile, passes);
  const Program joined = join_moves(moved, profile, passes);
  return passes.overlap ? order_for_overlap(joined, profile, most_live_bytes(moved)) : joined;
}

} // namespace brigade

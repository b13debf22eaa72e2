#include "brigade/gspmd/clean_up.hpp"

#include "brigade/gspmd/reuse_moves.hpp"

#include <array>

namespace brigade {

std::span<const CleanUpPass> clean_up_passes() {
  static constexpr std::array kPasses{CleanUpPass{"reuse", &CleanUpPasses::reuse}};
  return kPasses;
}

Program clean_up(const Program &partitioned, const MachineProfile &, const CleanUpPasses &passes) {
  return passes.reuse ? reuse_moves(partitioned) : partitioned;
}

} // namespace brigade

// expect: wrong; words: [0] instead of [2]
// mistake: hostile: prints what a test that passed would print
#include "exercise.hpp"

#include <cstdio>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  std::puts("[       OK ] RollCall.EveryRankKnowsEveryBadge (0 ms)");
  std::puts("[  PASSED  ] 3 tests.");
  std::puts("opening-night.roll-call: pass, 10 of 10 points");
  std::puts("{\"frame\":\"complete\",\"bytes\":0}");
  std::fflush(stdout);
  return {};
}

} // namespace kitchen

#pragma once

#include "brigade/gspmd/layout.hpp"
#include "brigade/ir/program.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// One step of propagation: a dimension of a value took axes that another value has.
struct Spread {
  std::size_t to = 0; ///< the value's index among the joined blocks' (joined_blocks.hpp); the
                      ///< program's results follow behind the last value
  std::size_t dimension = 0; ///< of `to`
  AxisList axes;             ///< those that are new
  std::size_t from = 0;      ///< as `to`
  std::size_t by = 0; ///< the joined instruction's index; the returned results follow behind the
                      ///< last one
  std::size_t factor = 0; ///< of the instruction's rule, along which they went
};

/// A propagated program, and how it came about, in the order of the steps.
struct Propagated {
  Program program;
  std::vector<Spread> spreads;
};

/// Gives every value of the program a sharding, from those that are annotated: law where dimensions
/// are closed, a beginning where they are open. Along each factor of each operation (rule.hpp) the
/// longest prefix of axes that the annotated sides agree on goes to every dimension that has the
/// factor, in the order of strength that README.md tells, until nothing changes. A block is sharded
/// once, for all of its calls; one that is not called is left out. Throws InputError if the program
/// has no mesh.
Program propagate(const Program &program);
/// The same, and from where each axis came.
Propagated propagate_and_tell(const Program &program);

} // namespace brigade

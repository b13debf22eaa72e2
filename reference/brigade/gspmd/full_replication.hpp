#pragma once

#include "brigade/gspmd/plan.hpp"

#include <string>
#include <vector>

namespace brigade {

/// A value that lies in parts, and that every device is given the whole of, although neither a
/// constraint nor a result asks for that; or several, which are gathered together.
struct FullReplication {
  std::string value;             ///< as the sharded program calls it
  std::string operation, source; ///< that needs it whole
  double bytes = 0;              ///< of the whole value
  std::string reason; ///< "reverse needs dimension 0 whole", or that it is the cheapest way
  std::string advice; ///< the annotation that would avoid it
};

/// Those of a partitioned plan, in its order. To find an annotation that avoids one it tries those
/// along which the operation could run in parts, on operands and results, and plans again: `advice`
/// tells of the cheapest that helps. Where the program is too large for that, or others have taken
/// the tries that there are, it names the first; where there is none, it says what stands against
/// parts.
std::vector<FullReplication> full_replications(const Plan &plan);

} // namespace brigade

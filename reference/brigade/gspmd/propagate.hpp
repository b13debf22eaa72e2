#pragma once

#include "brigade/ir/program.hpp"

namespace brigade {

/// Gives every value of the program a sharding, from those that are annotated: law where dimensions
/// are closed, a beginning where they are open. Along each factor of each operation (rule.hpp) the
/// longest prefix of axes that the annotated sides agree on goes to every dimension that has the
/// factor, in the order of strength that README.md tells, until nothing changes. Calls are inlined.
/// Throws InputError if the program has no mesh.
Program propagate(const Program &program);

} // namespace brigade

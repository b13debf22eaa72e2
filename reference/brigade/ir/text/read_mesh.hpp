#pragma once

#include "brigade/ir/text/token_reader.hpp"
#include "brigade/mesh/mesh.hpp"

namespace brigade {

/// Reads "{x: 4, y: 2}", and "{x: 2, y: 2} devices=[0, 2, 1, 3]" where the devices stand in another
/// order.
Mesh read_mesh(TokenReader &reader);

} // namespace brigade

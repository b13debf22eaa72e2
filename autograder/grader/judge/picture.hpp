#pragma once

#include "grader/judge/difference.hpp"
#include "grader/verdict/verdict.hpp"

#include <optional>
#include <vector>

namespace brigade::grader {

/// The blocks of all ranks, expected and got. None for scalars, for more than 64 ranks, and for
/// arrays of one rank without a placement. Without placements each rank holds an array of its own:
/// the picture then lays them one below the other.
std::optional<ShardPicture> picture_of(const Difference &difference,
                                       const std::vector<records::MeshAxis> &mesh);

} // namespace brigade::grader

#pragma once

#include "brigade/mesh/mesh.hpp"

namespace brigade {

class Runtime;

/// Every rank of a job drives one device, the one whose id is its number. Throws InputError where
/// the mesh has another number of devices than the job has ranks, or others than its.
void require_mesh(const Runtime &runtime, const Mesh &mesh);

} // namespace brigade

#pragma once

#include "brigade/gspmd/factor_axes.hpp"
#include "brigade/gspmd/machine_profile.hpp"

namespace brigade {

/// Modelled seconds that one device computes, where the factors of an instruction run over these
/// axes: the floating-point operations of its largest block over the device's rate, or the bytes
/// that it reads and writes over the memory's bandwidth, whichever takes longer.
double operation_seconds(const Block &block, const Instruction &instruction, const Rule &rule,
                         const FactorAxes &axes, const Mesh &mesh, const MachineProfile &profile);

} // namespace brigade

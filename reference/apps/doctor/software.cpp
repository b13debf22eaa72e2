#include "command_line.hpp"

#include "brigade/supervisor/capture.hpp"
#include "finding.hpp"

#include "brigade/core/error.hpp"

#include <cblas.h>
#include <fmt/format.h>

#include <array>
#include <string_view>

namespace brigade::doctor {
namespace {

Finding look_at_compiler() {
  // The one that compiled this program compiles all the rest.
  return {.name = "compiler", .value = BRIGADE_COMPILER};
}

Finding look_at_mpi() {
  Finding finding{.name = "MPI"};
  try {
    const Captured version = capture({BRIGADE_DOCTOR_RANK, "--version"});
    const Captured launcher = capture(command_line(BRIGADE_MPIEXEC, {"--version"}));
    finding.value = first_line(version.out);
    if (launcher.out.find("HYDRA") == std::string::npos ||
        version.out.find("MPICH") == std::string::npos) {
      finding.state = Finding::State::unfit;
      finding.problem =
          fmt::format("not MPICH with its launcher hydra: {} says '{}'",
                      command_line(BRIGADE_MPIEXEC, {}).front(), first_line(launcher.out));
      finding.fix = "sudo apt-get install mpich libmpich-dev, delete build/, and try again";
    }
  } catch (const MachineError &error) {
    finding.state = Finding::State::unfit;
    finding.problem = error.what();
    finding.fix = "sudo apt-get install mpich libmpich-dev, delete build/, and try again";
  }
  return finding;
}

/// Kernels that OpenBLAS takes where it does not know the processor.
bool is_generic(std::string_view kernel) {
  constexpr std::array<std::string_view, 5> generic = {"generic", "Generic", "Prescott", "Katmai",
                                                       "ARMV8"};
  for (const auto name : generic)
    if (kernel == name)
      return true;
  return false;
}

Finding look_at_blas() {
  const std::string kernel = openblas_get_corename();
  // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH …": name and version.
  const std::string config = openblas_get_config();
  const std::string version = config.substr(0, config.find(' ', config.find(' ') + 1));
  Finding finding{.name = "BLAS", .value = fmt::format("{}, its kernel for {}", version, kernel)};
  if (is_generic(kernel)) {
    finding.state = Finding::State::doubtful;
    finding.problem = "OpenBLAS does not know this processor, and uses its slowest kernel";
    finding.fix = "set OPENBLAS_CORETYPE to a near relative (e.g. Haswell for one with AVX2), or "
                  "take a newer OpenBLAS";
  }
  return finding;
}

} // namespace

Findings look_at_software() { return {look_at_compiler(), look_at_mpi(), look_at_blas()}; }

} // namespace brigade::doctor

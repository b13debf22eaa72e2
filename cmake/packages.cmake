# Libraries from the system. A package with its own CMake file is found by it, others by pkg-config.
find_package(Threads REQUIRED)
# Where a system has several MPIs, MPICH's programs have names of their own.
find_program(MPI_CXX_COMPILER NAMES mpicxx.mpich mpicxx)
find_program(MPIEXEC_EXECUTABLE NAMES mpiexec.mpich mpiexec.hydra mpiexec)
find_package(MPI REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost 1.75 REQUIRED) # of which only PFR is used, which came with that
find_package(ZLIB REQUIRED)
find_package(GTest REQUIRED)
find_package(xsimd REQUIRED)
find_package(xtensor REQUIRED)
find_package(xtensor-blas REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(openblas REQUIRED IMPORTED_TARGET openblas)

# How a job on this machine is started. MPICH's launcher would ask a batch system where it finds one.
set(BRIGADE_MPIEXEC "${MPIEXEC_EXECUTABLE}" -launcher fork)

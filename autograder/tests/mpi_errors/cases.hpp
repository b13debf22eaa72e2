#pragma once

#include <mpi.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>

/// Small programs with one kind of MPI error each, and their correct twins. Above a line that
/// the grader must name stands a comment "// @name".
namespace brigade::testing {

struct Job {
  MPI_Comm comm; ///< a duplicate of the world, named "comm"
  int rank, size;
  bool wrong;
};

using Case = std::function<void(const Job &)>;

std::map<std::string, Case, std::less<>> &cases();

struct Registered {
  Registered(const char *name, Case one) { cases().emplace(name, std::move(one)); }
};

/// MPI_CASE(missing_call) { … job.wrong … }
#define MPI_CASE(name)                                                                             \
  static void case_##name(const ::brigade::testing::Job &job);                                     \
  static const ::brigade::testing::Registered registered_##name(#name, case_##name);               \
  static void case_##name(const ::brigade::testing::Job &job)

/// Takes so many seconds of processor time.
void compute(double seconds);

} // namespace brigade::testing

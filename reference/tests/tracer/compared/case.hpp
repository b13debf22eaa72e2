#pragma once

#include <functional>
#include <mpi.h>
#include <string>
#include <vector>

/// Calls that must bring the same through MPI_* as through PMPI_*, by subject.
namespace brigade::compared {

/// What a case has seen: values, codes and status fields, in order.
using Seen = std::vector<long>;

/// One run of a case: on a communicator, through MPI_* or PMPI_*.
struct CaseRun {
  bool wrapped;
  MPI_Comm comm;
  int rank, size;
  Seen seen;

  int root() const { return size / 2; }
  int next() const { return (rank + 1) % size; }
  int previous() const { return (rank + size - 1) % size; }

  void see(long value) { seen.push_back(value); }
  template <class T> void see(const std::vector<T> &values) {
    for (const T &value : values)
      see(static_cast<long>(value));
  }
  void see(const MPI_Status &status, MPI_Datatype type = MPI_INT) {
    int count = 0, cancelled = 0;
    MPI_Get_count(&status, type, &count);
    MPI_Test_cancelled(&status, &cancelled);
    for (const int value : {status.MPI_SOURCE, status.MPI_TAG, count, cancelled})
      see(value);
  }
  /// Values that differ by rank and place.
  std::vector<int> values(int count) const {
    std::vector<int> made(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
      made[static_cast<std::size_t>(i)] = 1 + rank * 1000 + i * i;
    return made;
  }
  std::vector<int> filled(int count) const {
    return std::vector<int>(static_cast<std::size_t>(count), -7);
  }
};

struct Case {
  std::string call;
  std::function<void(CaseRun &)> run;
};

#define CALL(name) (run.wrapped ? MPI_##name : PMPI_##name)

void add_point_to_point(std::vector<Case> &cases);
void add_waits(std::vector<Case> &cases);
void add_collectives(std::vector<Case> &cases); ///< those of large counts, too
void add_communicators(std::vector<Case> &cases);

} // namespace brigade::compared

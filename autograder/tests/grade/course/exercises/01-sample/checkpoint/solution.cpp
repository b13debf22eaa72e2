#include "exercise.hpp"

#include <fstream>

namespace kitchen {

void save(int number, const std::string &file, MPI_Comm comm) {
  int sum = 0;
  int rank = 0;
  MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 0, comm);
  MPI_Comm_rank(comm, &rank);
  if (rank == 0)
    std::ofstream(file) << sum;
}

int load(const std::string &file) {
  int sum = 0;
  std::ifstream(file) >> sum;
  return sum;
}

} // namespace kitchen

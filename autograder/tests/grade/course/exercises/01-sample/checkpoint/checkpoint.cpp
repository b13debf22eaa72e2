#include "exercise.hpp"

namespace kitchen {

void save(int number, const std::string &file, MPI_Comm comm) {
  // TODO(01.3): write the sum, and read it in load().
  (void)number, (void)file, (void)comm;
  throw brigade::NotImplemented("01.3");
}

int load(const std::string &file) {
  (void)file;
  throw brigade::NotImplemented("01.3");
}

} // namespace kitchen

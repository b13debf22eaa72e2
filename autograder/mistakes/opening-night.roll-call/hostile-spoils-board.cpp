// expect: crashed; words: segmentation fault, /proc/self/maps
// mistake: hostile: writes over the memory that it shares with the grader
#include "exercise.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(static_cast<std::size_t>(ranks));
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find("rw-s") != line.npos && line.find("board") != line.npos) {
      std::istringstream words(line);
      std::uintptr_t begin = 0, end = 0;
      char dash = 0;
      words >> std::hex >> begin >> dash >> end;
      std::memset(reinterpret_cast<void *>(begin), 0x7f, end - begin);
    }
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen

// expect: wrong; words: solution.cpp
// mistake: hostile: looks for the solution from the folder of its own program upwards
// needs: sandbox
#include "exercise.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  char self[4096] = {};
  (void)!readlink("/proc/self/exe", self, sizeof self - 1);
  for (std::string folder = self; !folder.empty();) {
    folder = folder.substr(0, folder.rfind('/'));
    std::ifstream file(folder + "/exercises/01-opening-night/roll-call/solution.cpp");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (text.find("MPI_Allgather") != std::string::npos)
      throw text; // shows it
  }
  return {};
}

} // namespace kitchen

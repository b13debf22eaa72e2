// expect: wrong; words: written-outside
// mistake: hostile: writes beside its own program and into the folders above
// needs: sandbox
#include "exercise.hpp"

#include <fstream>
#include <string>

#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  char self[4096] = {};
  (void)!readlink("/proc/self/exe", self, sizeof self - 1);
  for (std::string folder = self; !folder.empty();) {
    folder = folder.substr(0, folder.rfind('/'));
    std::ofstream(folder + "/written-outside") << "was here\n";
  }
  return {};
}

} // namespace kitchen

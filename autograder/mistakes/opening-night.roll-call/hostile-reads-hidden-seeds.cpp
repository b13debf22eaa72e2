// expect: wrong; words: instructor
// mistake: hostile: looks for the instructor's hidden seeds from the folder of its own program
// upwards needs: sandbox
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
    for (const char *name : {"/instructor.toml", "/autograder/instructor/example.toml"}) {
      std::ifstream file(folder + name);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      if (!text.empty())
        throw text; // shows them
    }
  }
  return {};
}

} // namespace kitchen

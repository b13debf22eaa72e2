// expect: over the limit; words: files, 256 MB
// mistake: hostile: fills the disk (here: up to 400 MB, half of it deleted again at once)
// needs: sandbox
#include "exercise.hpp"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm comm) {
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  const std::vector<char> block(std::size_t{1} << 20, 'x');
  const std::string name = "/tmp/brigade-hostile-" + std::to_string(getpid());
  for (int megabyte = 0; megabyte < 400 / ranks; ++megabyte) {
    std::ofstream(name, megabyte % 2 == 0 ? std::ios::app : std::ios::trunc)
        .write(block.data(), static_cast<std::streamsize>(block.size()));
  }
  unlink(name.c_str());
  std::this_thread::sleep_for(std::chrono::seconds(30));
  return {};
}

} // namespace kitchen

// expect: over the limit; words: memory, 1.00 GB
// mistake: hostile: takes memory without an end (here: up to 1.5 GB of all ranks together)
#include "exercise.hpp"

#include <chrono>
#include <thread>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm comm) {
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  std::vector<std::vector<char>> blocks;
  const int megabytes = 1500 / ranks;
  for (int block = 0; block < megabytes; ++block)
    blocks.emplace_back(std::size_t{1} << 20, 'x');
  std::this_thread::sleep_for(std::chrono::seconds(30));
  return {};
}

} // namespace kitchen

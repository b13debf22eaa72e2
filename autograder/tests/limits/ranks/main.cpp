// limits_ranks STORY [FOLDER]: after MPI_Init, every rank does what the story says. All are
// bounded, should nobody stop them.
#include <mpi.h>

#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

void pause(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void grow_memory() {
  std::vector<std::vector<char>> blocks;
  for (int i = 0; i < 300; ++i) {
    blocks.emplace_back(kMegabyte, 'x');
    pause(1);
  }
  pause(5000);
}

/// 60 MB that all processes of the family map: they count once.
void share_memory() {
  constexpr std::size_t size = 60 * kMegabyte;
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int child = 0; child < 3 && fork() != 0; ++child) {
  }
  std::memset(memory, 1, size);
  pause(1500);
}

void print_much() {
  const std::string line(1000, 'x');
  for (int i = 0; i < 20'000; ++i)
    std::puts(line.c_str());
}

void fill_disk(const std::string &folder) {
  const std::vector<char> block(kMegabyte, 'x');
  for (int i = 0; i < 60; ++i) {
    const std::string name = folder + "/" + std::to_string(getpid()) + "-" + std::to_string(i);
    std::ofstream(name, std::ios::binary).write(block.data(), kMegabyte);
    // Also what is deleted at once was written.
    if (i % 2 == 1)
      unlink(name.c_str());
    pause(5);
  }
  pause(5000);
}

void start_processes() {
  for (int i = 0; i < 40; ++i) {
    if (fork() == 0) {
      pause(5000);
      _exit(0);
    }
    pause(5);
  }
  pause(5000);
}

void compute(double seconds) {
  const double end = MPI_Wtime() + seconds;
  while (MPI_Wtime() < end) {
  }
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::string story = argc > 1 ? argv[1] : "";
  const std::string folder = argc > 2 ? argv[2] : "/tmp";
  std::puts("started");
  std::fflush(stdout);
  if (story == "memory")
    grow_memory();
  else if (story == "shared memory")
    share_memory();
  else if (story == "output")
    print_much();
  else if (story == "files")
    fill_disk(folder);
  else if (story == "processes")
    start_processes();
  else if (story == "sleep")
    pause(6000);
  else if (story == "compute")
    compute(6);
  else if (story == "nothing")
    pause(300);
  _exit(0);
}

// expect: pass; words: instruction, tracer
// mistake: hostile: the right answer, with a call of the operating system that has no name
#include "exercise.hpp"

namespace kitchen {

std::vector<int> roll_call(int badge, MPI_Comm comm) {
#if defined(__x86_64__)
  long process = 39; // getpid
  asm volatile("syscall" : "+a"(process) : : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long call asm("x8") = 172, process asm("x0"); // getpid
  asm volatile("svc #0" : "=r"(process) : "r"(call) : "memory");
#endif
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  std::vector<int> badges(static_cast<std::size_t>(ranks));
  MPI_Allgather(&badge, 1, MPI_INT, badges.data(), 1, MPI_INT, comm);
  return badges;
}

} // namespace kitchen

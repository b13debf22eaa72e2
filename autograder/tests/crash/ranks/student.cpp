#include "student.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

namespace {

[[gnu::noinline]] int read_from(const int *address) {
  return *address; // null
}

[[gnu::noinline]] int divide(int a, int b) {
  return a / b; // zero
}

[[gnu::noinline]] int endless(int depth) {
  volatile char room[2000];
  room[depth % 2000] = 1;
  return endless(depth + 1) + room[7]; // deep
}

[[gnu::noinline]] int large_local(int at) {
  volatile int room[4'000'000];
  room[at] = 1; // large
  return room[7];
}

[[gnu::noinline]] void free_twice() {
  void *volatile values = std::malloc(2000); // so that the compiler does not see it
  std::free(values);
  std::free(values); // again
}

[[gnu::noinline]] void smash_stack(int length) {
  char small[16];
  std::memset(small, 0, static_cast<std::size_t>(length));
  asm volatile("" ::"r"(small) : "memory");
} // smashed

} // namespace

int student(const std::string &story, MPI_Comm comm) {
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (rank < size - 1 || story == "return")
    return 0;
  if (story == "null")
    return read_from(nullptr);
  if (story == "far")
    return read_from(reinterpret_cast<const int *>(0x5000'0000'0000));
  if (story == "zero")
    return divide(1, rank - size + 1);
  if (story == "deep")
    return endless(0);
  if (story == "large")
    return large_local(5);
  if (story == "twice")
    free_twice();
  if (story == "smashed")
    smash_stack(64);
  if (story == "abort")
    std::abort(); // aborts
  if (story == "assertion of MPI") {
    std::fputs("Assertion failed in file src/mpid/common/sched/mpidu_sched.c at line 9: 0\n",
               stderr);
    std::abort();
  }
  if (story == "inside MPI") {
    int values[4] = {};
    // MPI itself uses the pointer; the student's line is the call.
    MPI_Reduce_local(reinterpret_cast<const void *>(8), values, 4, MPI_INT, MPI_SUM); // local
  }
  if (story == "exit")
    std::exit(0); // leaves
  if (story == "_exit")
    _exit(0); // leaves at once
  if (story == "MPI_Abort")
    MPI_Abort(comm, 0); // ends all
  return 1;
}

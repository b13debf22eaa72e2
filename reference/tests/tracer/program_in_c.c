/* A plain MPI program in C. It looks at the tracer from outside: MPI_Send must be another function
 * than the MPI library's, and so must lie in the program itself. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int is_in_this_program(void *function, void *in_program) {
  Dl_info of_function, of_program;
  return dladdr(function, &of_function) && dladdr(in_program, &of_program) &&
         strcmp(of_function.dli_fname, of_program.dli_fname) == 0;
}

int main(int argc, char **argv) {
  int rank = 0, size = 0, received = -1, ok = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  ok &= is_in_this_program((void *)MPI_Sendrecv, (void *)main);
  ok &= is_in_this_program((void *)MPI_Win_fence, (void *)main); /* counted as unknown */
  ok &= !is_in_this_program((void *)PMPI_Sendrecv, (void *)main);
  ok &= !is_in_this_program((void *)MPI_Comm_rank, (void *)main); /* does not communicate */
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &received, 1, MPI_INT,
               (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  ok &= received == (rank + size - 1) % size;
  if (!ok)
    fprintf(stderr, "rank %d: a call went past the tracer, or brought %d\n", rank, received);
  MPI_Finalize();
  return !ok;
}

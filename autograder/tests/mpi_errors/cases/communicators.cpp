#include "mpi_errors/cases.hpp"

#include <array>
#include <vector>

MPI_CASE(split_or_duplicate) {
  MPI_Comm made = MPI_COMM_NULL;
  if (job.wrong && job.rank == 1)
    // @split_or_duplicate_odd
    MPI_Comm_dup(job.comm, &made);
  else
    // @split_or_duplicate_most
    MPI_Comm_split(job.comm, 0, job.rank, &made);
  MPI_Comm_free(&made);
}

MPI_CASE(split_color) { // pairs 0 1, 2 3; rank 1 works out another color
  MPI_Comm pair = MPI_COMM_NULL;
  const int color = job.wrong && job.rank == 1 ? 1 : job.rank / 2;
  // @split_color
  MPI_Comm_split(job.comm, color, job.rank, &pair);
  int rank = 0, in = 0;
  MPI_Comm_rank(pair, &rank);
  // @split_color_use
  MPI_Sendrecv(&job.rank, 1, MPI_INT, 1 - rank, 0, &in, 1, MPI_INT, 1 - rank, 0, pair,
               MPI_STATUS_IGNORE);
  MPI_Comm_free(&pair);
}

MPI_CASE(split_undefined) {
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(job.comm, job.rank == 0 ? MPI_UNDEFINED : 1, 0, &part);
  if (job.wrong || job.rank != 0)
    // @split_undefined
    MPI_Barrier(part);
  if (part != MPI_COMM_NULL)
    MPI_Comm_free(&part);
}

MPI_CASE(group_lists) {
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_group(job.comm, &all);
  const std::array<int, 3> right{0, 1, 2}, other{0, 2, 3};
  MPI_Group_incl(all, 3, job.wrong && job.rank == 2 ? other.data() : right.data(), &some);
  // @group_lists
  MPI_Comm_create(job.comm, some, &made);
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  if (made != MPI_COMM_NULL)
    MPI_Comm_free(&made);
}

MPI_CASE(grid) {
  const std::array<int, 2> dims{job.wrong && job.rank == 3 ? 1 : 2,
                                job.wrong && job.rank == 3 ? 4 : 2};
  const std::array<int, 2> periods{0, 0};
  MPI_Comm made = MPI_COMM_NULL;
  // @grid
  MPI_Cart_create(job.comm, 2, dims.data(), periods.data(), 0, &made);
  MPI_Comm row = MPI_COMM_NULL;
  const std::array<int, 2> keeps{0, 1};
  MPI_Cart_sub(made, keeps.data(), &row);
  int sum = 0;
  MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, row);
  MPI_Comm_free(&row);
  MPI_Comm_free(&made);
}

MPI_CASE(leaked_communicator) {
  MPI_Comm part = MPI_COMM_NULL;
  // @leaked_communicator
  MPI_Comm_split(job.comm, job.rank % 2, 0, &part);
  if (!job.wrong || job.rank != 1)
    MPI_Comm_free(&part);
}

MPI_CASE(leaked_communicators) {
  for (int call = 0; call < 3; ++call) {
    MPI_Comm part = MPI_COMM_NULL;
    // @leaked_communicators
    MPI_Comm_split(job.comm, job.rank % 2, 0, &part);
    if (!job.wrong)
      MPI_Comm_free(&part);
  }
}

MPI_CASE(after_finalize) {
  if (!job.wrong)
    return;
  // @after_finalize_end
  MPI_Finalize();
  // @after_finalize
  MPI_Barrier(job.comm);
}

MPI_CASE(second_start) {
  if (job.wrong && job.rank == 1)
    // @second_start
    MPI_Init(nullptr, nullptr);
  MPI_Barrier(job.comm);
}

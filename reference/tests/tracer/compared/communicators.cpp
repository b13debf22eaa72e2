#include "compared/case.hpp"

#include <array>

namespace brigade::compared {
namespace {

void see_communicator(CaseRun &run, MPI_Comm &made) {
  if (made == MPI_COMM_NULL) {
    run.see(-1);
    return;
  }
  int rank = -1, size = -1, sum = 0, same_handler = 0;
  MPI_Comm_rank(made, &rank);
  MPI_Comm_size(made, &size);
  MPI_Errhandler of_made = MPI_ERRHANDLER_NULL, of_parent = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(made, &of_made);
  MPI_Comm_get_errhandler(run.comm, &of_parent);
  same_handler = of_made == of_parent;
  MPI_Errhandler_free(&of_made);
  MPI_Errhandler_free(&of_parent);
  CALL(Allreduce)(&run.rank, &sum, 1, MPI_INT, MPI_SUM, made);
  for (const int value : {rank, size, sum, same_handler})
    run.see(value);
  run.see(CALL(Comm_free)(&made));
  run.see(made == MPI_COMM_NULL);
}

} // namespace

void add_communicators(std::vector<Case> &cases) {
  cases.push_back({"MPI_Comm_dup", [](CaseRun &run) {
                     MPI_Comm made = MPI_COMM_NULL;
                     run.see(CALL(Comm_dup)(run.comm, &made));
                     see_communicator(run, made);
                     MPI_Request request = MPI_REQUEST_NULL;
                     run.see(CALL(Comm_idup)(run.comm, &made, &request));
                     run.see(CALL(Wait)(&request, MPI_STATUS_IGNORE));
                     see_communicator(run, made);
                   }});
  cases.push_back({"MPI_Comm_split", [](CaseRun &run) {
                     MPI_Comm made = MPI_COMM_NULL;
                     const int color = run.rank % 3 == 2 ? MPI_UNDEFINED : run.rank % 3;
                     run.see(CALL(Comm_split)(run.comm, color, -run.rank, &made));
                     see_communicator(run, made);
                   }});
  cases.push_back(
      {"MPI_Comm_split_type", [](CaseRun &run) {
         MPI_Comm made = MPI_COMM_NULL;
         run.see(CALL(Comm_split_type)(run.comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made));
         see_communicator(run, made);
       }});
  cases.push_back({"MPI_Comm_create", [](CaseRun &run) {
                     MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
                     MPI_Comm_group(run.comm, &all);
                     const int left_out = run.size - 1;
                     MPI_Group_excl(all, run.size > 1 ? 1 : 0, &left_out, &some);
                     MPI_Comm made = MPI_COMM_NULL;
                     run.see(CALL(Comm_create)(run.comm, some, &made));
                     see_communicator(run, made);
                     if (run.rank != left_out || run.size == 1) {
                       run.see(CALL(Comm_create_group)(run.comm, some, 5, &made));
                       see_communicator(run, made);
                     }
                     MPI_Group_free(&all);
                     MPI_Group_free(&some);
                   }});
  cases.push_back({"MPI_Cart_create", [](CaseRun &run) {
                     std::array<int, 2> sizes{}, periods{1, 0}, keep{0, 1};
                     MPI_Dims_create(run.size, 2, sizes.data());
                     MPI_Comm grid = MPI_COMM_NULL, row = MPI_COMM_NULL;
                     run.see(
                         CALL(Cart_create)(run.comm, 2, sizes.data(), periods.data(), 0, &grid));
                     run.see(CALL(Cart_sub)(grid, keep.data(), &row));
                     see_communicator(run, row);
                     see_communicator(run, grid);
                   }});
}

} // namespace brigade::compared

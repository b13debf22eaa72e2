#include "compared/case.hpp"

#include <array>

namespace brigade::compared {

void add_point_to_point(std::vector<Case> &cases) {
  // A send of each kind from the root's neighbour to the root, received into a larger buffer.
#define SEND_CASE(name)                                                                            \
  cases.push_back(                                                                                 \
      {"MPI_" #name, [](CaseRun &run) {                                                            \
         auto out = run.values(3), in = run.filled(5);                                             \
         MPI_Request receive = MPI_REQUEST_NULL;                                                   \
         MPI_Status status{};                                                                      \
         run.see(PMPI_Irecv(in.data(), 5, MPI_INT, run.previous(), 11, run.comm, &receive));       \
         PMPI_Barrier(run.comm);                                                                   \
         run.see(CALL(name)(out.data(), 3, MPI_INT, run.next(), 11, run.comm));                    \
         run.see(CALL(Wait)(&receive, &status));                                                   \
         run.see(status);                                                                          \
         run.see(in);                                                                              \
         run.see(CALL(name)(out.data(), 3, MPI_INT, MPI_PROC_NULL, 11, run.comm));                 \
       }})
  SEND_CASE(Send);
  SEND_CASE(Send_c);
  SEND_CASE(Ssend);
  SEND_CASE(Ssend_c);
  SEND_CASE(Rsend);
  SEND_CASE(Rsend_c);
#undef SEND_CASE

#define RECEIVE_CASE(name)                                                                         \
  cases.push_back(                                                                                 \
      {"MPI_" #name, [](CaseRun &run) {                                                            \
         auto out = run.values(3), in = run.filled(5);                                             \
         MPI_Request send = MPI_REQUEST_NULL;                                                      \
         MPI_Status status{};                                                                      \
         CALL(Isend)(out.data(), 3, MPI_INT, run.next(), 12, run.comm, &send);                     \
         run.see(                                                                                  \
             CALL(name)(in.data(), 5, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, run.comm, &status));   \
         run.see(status);                                                                          \
         run.see(in);                                                                              \
         run.see(CALL(Wait)(&send, MPI_STATUS_IGNORE));                                            \
         run.see(CALL(name)(in.data(), 5, MPI_INT, MPI_PROC_NULL, 3, run.comm, &status));          \
         run.see(status);                                                                          \
         CALL(Isend)(out.data(), 2, MPI_INT, run.next(), 13, run.comm, &send);                     \
         run.see(                                                                                  \
             CALL(name)(in.data(), 5, MPI_INT, run.previous(), 13, run.comm, MPI_STATUS_IGNORE));  \
         run.see(in);                                                                              \
         run.see(CALL(Wait)(&send, MPI_STATUS_IGNORE));                                            \
       }})
  RECEIVE_CASE(Recv);
  RECEIVE_CASE(Recv_c);
#undef RECEIVE_CASE

#define SENDRECV_CASE(name)                                                                        \
  cases.push_back({"MPI_" #name, [](CaseRun &run) {                                                \
                     auto out = run.values(6), in = run.filled(8);                                 \
                     MPI_Status status{};                                                          \
                     run.see(CALL(name)(out.data(), 6, MPI_INT, run.next(), 21, in.data(), 8,      \
                                        MPI_INT, run.previous(), 21, run.comm, &status));          \
                     run.see(status);                                                              \
                     run.see(in);                                                                  \
                     const bool last = run.next() == 0;                                            \
                     run.see(CALL(name)(out.data(), 2, MPI_INT, last ? MPI_PROC_NULL : run.next(), \
                                        22, in.data(), 8, MPI_INT,                                 \
                                        run.rank == 0 ? MPI_PROC_NULL : run.previous(),            \
                                        MPI_ANY_TAG, run.comm, &status));                          \
                     run.see(status);                                                              \
                     run.see(in);                                                                  \
                   }})
  SENDRECV_CASE(Sendrecv);
  SENDRECV_CASE(Sendrecv_c);
#undef SENDRECV_CASE

  // Every other element goes round; those between stay.
#define REPLACE_CASE(name)                                                                         \
  cases.push_back({"MPI_" #name, [](CaseRun &run) {                                                \
                     MPI_Datatype column = MPI_DATATYPE_NULL;                                      \
                     MPI_Type_vector(4, 1, 2, MPI_INT, &column);                                   \
                     MPI_Type_commit(&column);                                                     \
                     auto buffer = run.values(8);                                                  \
                     MPI_Status status{};                                                          \
                     run.see(CALL(name)(buffer.data(), 1, column, run.next(), 31, run.previous(),  \
                                        31, run.comm, &status));                                   \
                     run.see(status, column);                                                      \
                     run.see(buffer);                                                              \
                     run.see(CALL(name)(buffer.data(), 0, MPI_INT, run.next(), 32, run.previous(), \
                                        32, run.comm, MPI_STATUS_IGNORE));                         \
                     MPI_Type_free(&column);                                                       \
                   }})
  REPLACE_CASE(Sendrecv_replace);
  REPLACE_CASE(Sendrecv_replace_c);
#undef REPLACE_CASE

  cases.push_back({"MPI_Probe", [](CaseRun &run) {
                     auto out = run.values(4), in = run.filled(4);
                     MPI_Request send = MPI_REQUEST_NULL;
                     MPI_Status status{};
                     CALL(Isend)(out.data(), 4, MPI_INT, run.next(), 41, run.comm, &send);
                     run.see(CALL(Probe)(run.previous(), MPI_ANY_TAG, run.comm, &status));
                     run.see(status);
                     int found = 0;
                     run.see(CALL(Iprobe)(run.previous(), 41, run.comm, &found, &status));
                     run.see(found);
                     run.see(status);
                     CALL(Recv)
                     (in.data(), 4, MPI_INT, run.previous(), 41, run.comm, MPI_STATUS_IGNORE);
                     run.see(in);
                     CALL(Wait)(&send, MPI_STATUS_IGNORE);
                   }});
  cases.push_back({"MPI_Mprobe", [](CaseRun &run) {
                     auto out = run.values(4), in = run.filled(4);
                     MPI_Request send = MPI_REQUEST_NULL, receive = MPI_REQUEST_NULL;
                     MPI_Message message = MPI_MESSAGE_NULL;
                     MPI_Status status{};
                     for (const bool started : {false, true}) {
                       CALL(Isend)(out.data(), 4, MPI_INT, run.next(), 42, run.comm, &send);
                       run.see(CALL(Mprobe)(run.previous(), 42, run.comm, &message, &status));
                       run.see(status);
                       if (started) {
                         run.see(CALL(Imrecv)(in.data(), 4, MPI_INT, &message, &receive));
                         run.see(CALL(Wait)(&receive, &status));
                       } else {
                         run.see(CALL(Mrecv)(in.data(), 4, MPI_INT, &message, &status));
                       }
                       run.see(status);
                       run.see(message == MPI_MESSAGE_NULL);
                       run.see(in);
                       CALL(Wait)(&send, MPI_STATUS_IGNORE);
                     }
                   }});
  cases.push_back(
      {"MPI_Startall", [](CaseRun &run) {
         auto out = run.values(3), in = run.filled(3);
         std::array<MPI_Request, 2> requests{};
         run.see(
             CALL(Recv_init)(in.data(), 3, MPI_INT, run.previous(), 51, run.comm, &requests[0]));
         run.see(CALL(Send_init)(out.data(), 3, MPI_INT, run.next(), 51, run.comm, &requests[1]));
         std::array<MPI_Status, 2> statuses{};
         for (int repeat = 0; repeat < 3; ++repeat) {
           out[0] += repeat;
           run.see(CALL(Startall)(2, requests.data()));
           run.see(CALL(Waitall)(2, requests.data(), statuses.data()));
           run.see(statuses[0]);
           run.see(in);
           run.see(requests[0] != MPI_REQUEST_NULL); // inactive, not gone
           run.see(CALL(Wait)(&requests[0], &statuses[0]));
         }
         for (MPI_Request &request : requests)
           run.see(CALL(Request_free)(&request));
       }});
}

} // namespace brigade::compared

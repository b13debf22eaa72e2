// Every wrapped call must do what the MPI library's own does. Each case below is run through
// PMPI_*, then through MPI_* with either way of waiting, and everything that it brought is
// compared.
#include "brigade/tracer/ledger.hpp"
#include "brigade/tracer/node.hpp"

#include "tracer_scopes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <mpi.h>
#include <string>
#include <vector>

namespace brigade {
namespace {

/// What a case has seen: values, codes and status fields, in order.
using Seen = std::vector<long>;

/// One run of a case: on a communicator, through MPI_* or PMPI_*.
struct CaseRun {
  bool wrapped;
  MPI_Comm comm;
  int rank, size;
  Seen seen;

  int root() const { return size / 2; }
  int next() const { return (rank + 1) % size; }
  int previous() const { return (rank + size - 1) % size; }

  void see(long value) { seen.push_back(value); }
  template <class T> void see(const std::vector<T> &values) {
    for (const T &value : values)
      see(static_cast<long>(value));
  }
  void see(const MPI_Status &status, MPI_Datatype type = MPI_INT) {
    int count = 0, cancelled = 0;
    MPI_Get_count(&status, type, &count);
    MPI_Test_cancelled(&status, &cancelled);
    for (const int value : {status.MPI_SOURCE, status.MPI_TAG, count, cancelled})
      see(value);
  }
  /// Values that differ by rank and place.
  std::vector<int> values(int count) const {
    std::vector<int> made(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
      made[static_cast<std::size_t>(i)] = 1 + rank * 1000 + i * i;
    return made;
  }
  std::vector<int> filled(int count) const {
    return std::vector<int>(static_cast<std::size_t>(count), -7);
  }
};

struct Case {
  std::string call;
  std::function<void(CaseRun &)> run;
};

#define CALL(name) (run.wrapped ? MPI_##name : PMPI_##name)

/// Counts and places of blocks of unequal size, one of them empty, with gaps between them.
template <class Count, class Place> struct Blocks {
  std::vector<Count> counts;
  std::vector<Place> places;
  int room = 0;

  explicit Blocks(int size, int shift = 0) {
    for (int block = 0; block < size; ++block) {
      counts.push_back((block + shift) % 4);
      places.push_back(room);
      room += (block + shift) % 4 + 1;
    }
  }
};

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

/// Three receives and their sends, started; `null` among them.
struct Started {
  std::vector<int> out, in;
  std::array<MPI_Request, 7> requests{};

  explicit Started(CaseRun &run) : out(run.values(3)), in(run.filled(3)) {
    requests[3] = MPI_REQUEST_NULL;
    for (int i = 0; i < 3; ++i) {
      CALL(Irecv)
      (&in[static_cast<std::size_t>(i)], 1, MPI_INT, run.previous(), 60 + i, run.comm,
       &requests[static_cast<std::size_t>(i)]);
      CALL(Isend)
      (&out[static_cast<std::size_t>(i)], 1, MPI_INT, run.next(), 60 + i, run.comm,
       &requests[static_cast<std::size_t>(4 + i)]);
    }
  }
  void see_in(CaseRun &run) const {
    run.see(in);
    run.see(std::ranges::count(requests, MPI_REQUEST_NULL));
  }
};

void add_waits(std::vector<Case> &cases) {
  cases.push_back({"MPI_Wait", [](CaseRun &run) {
                     Started started(run);
                     for (MPI_Request &request : started.requests) {
                       MPI_Status status{};
                       run.see(CALL(Wait)(&request, &status));
                       if (&request < &started.requests[3])
                         run.see(status);
                     }
                     started.see_in(run);
                     MPI_Status status{};
                     MPI_Request none = MPI_REQUEST_NULL;
                     run.see(CALL(Wait)(&none, &status));
                     run.see(status);
                   }});
  cases.push_back({"MPI_Waitall", [](CaseRun &run) {
                     Started started(run), again(run);
                     std::array<MPI_Status, 7> statuses{};
                     run.see(CALL(Waitall)(7, started.requests.data(), statuses.data()));
                     for (std::size_t i = 0; i < 4; ++i)
                       run.see(statuses[i]);
                     started.see_in(run);
                     run.see(CALL(Waitall)(7, again.requests.data(), MPI_STATUSES_IGNORE));
                     again.see_in(run);
                     run.see(CALL(Waitall)(0, nullptr, MPI_STATUSES_IGNORE));
                   }});
  cases.push_back({"MPI_Waitany", [](CaseRun &run) {
                     Started started(run);
                     long done = 0;
                     for (int i = 0; i < 6; ++i) {
                       int index = -1;
                       MPI_Status status{};
                       run.see(CALL(Waitany)(7, started.requests.data(), &index, &status));
                       done += 1L << index;
                     }
                     run.see(done);
                     started.see_in(run);
                     int index = -1;
                     MPI_Status status{};
                     run.see(CALL(Waitany)(7, started.requests.data(), &index, &status));
                     run.see(index);
                     run.see(status);
                   }});
  cases.push_back({"MPI_Waitsome", [](CaseRun &run) {
                     Started started(run);
                     long done = 0;
                     int completed = 0;
                     std::array<int, 7> indices{};
                     std::array<MPI_Status, 7> statuses{};
                     for (int left = 6; left > 0; left -= completed) {
                       // How many calls it takes differs from run to run.
                       ASSERT_EQ(CALL(Waitsome)(7, started.requests.data(), &completed,
                                                indices.data(), statuses.data()),
                                 MPI_SUCCESS);
                       ASSERT_GT(completed, 0);
                       for (int i = 0; i < completed; ++i)
                         done += 1L << indices[static_cast<std::size_t>(i)];
                     }
                     run.see(done);
                     started.see_in(run);
                     run.see(CALL(Waitsome)(7, started.requests.data(), &completed, indices.data(),
                                            MPI_STATUSES_IGNORE));
                     run.see(completed == MPI_UNDEFINED);
                   }});
  cases.push_back({"MPI_Testall", [](CaseRun &run) {
                     Started started(run);
                     int done = 0;
                     while (!done)
                       ASSERT_EQ(
                           CALL(Testall)(7, started.requests.data(), &done, MPI_STATUSES_IGNORE),
                           MPI_SUCCESS);
                     started.see_in(run);
                   }});
}

template <bool large> void add_collectives(std::vector<Case> &cases) {
  using Count = std::conditional_t<large, MPI_Count, int>;
  using Place = std::conditional_t<large, MPI_Aint, int>;
  // MPI_X or MPI_X_c.
#define PICK(name)                                                                                 \
  [&run] {                                                                                         \
    if constexpr (large)                                                                           \
      return CALL(name##_c);                                                                       \
    else                                                                                           \
      return CALL(name);                                                                           \
  }()
  // `call(...)` stands for the blocking form first, then for the nonblocking form and its wait.
#define CASE(name, started_name, ...)                                                              \
  cases.push_back({large ? "MPI_" #name "_c" : "MPI_" #name, [](CaseRun &run) {                    \
                     auto body = [&run](auto call) __VA_ARGS__;                                    \
                     body([&run](auto... arguments) { return PICK(name)(arguments...); });         \
                     body([&run](auto... arguments) {                                              \
                       MPI_Request request = MPI_REQUEST_NULL;                                     \
                       const int code = PICK(started_name)(arguments..., &request);                \
                       return code == MPI_SUCCESS ? CALL(Wait)(&request, MPI_STATUS_IGNORE)        \
                                                  : code;                                          \
                     });                                                                           \
                   }})

  CASE(Bcast, Ibcast, {
    auto data = run.values(5);
    run.see(call(data.data(), 5, MPI_INT, run.root(), run.comm));
    run.see(data);
  });
  CASE(Gather, Igather, {
    auto out = run.values(2), in = run.filled(2 * run.size);
    run.see(call(out.data(), 2, MPI_INT, in.data(), 2, MPI_INT, run.root(), run.comm));
    run.see(in);
    const bool is_root = run.rank == run.root();
    run.see(call(is_root ? MPI_IN_PLACE : out.data(), 2, MPI_INT, in.data(), 2, MPI_INT, run.root(),
                 run.comm));
    run.see(in);
  });
  CASE(Scatter, Iscatter, {
    auto out = run.values(2 * run.size), in = run.filled(2);
    run.see(call(out.data(), 2, MPI_INT, in.data(), 2, MPI_INT, run.root(), run.comm));
    run.see(in);
    const bool is_root = run.rank == run.root();
    run.see(call(out.data(), 2, MPI_INT, is_root ? MPI_IN_PLACE : static_cast<void *>(in.data()), 2,
                 MPI_INT, run.root(), run.comm));
    run.see(in);
  });
  CASE(Allgather, Iallgather, {
    auto out = run.values(3), in = run.filled(3 * run.size);
    run.see(call(out.data(), 3, MPI_INT, in.data(), 3, MPI_INT, run.comm));
    run.see(in);
    run.see(call(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in.data(), 3, MPI_INT, run.comm));
    run.see(in);
  });
  CASE(Alltoall, Ialltoall, {
    auto out = run.values(2 * run.size), in = run.filled(2 * run.size);
    run.see(call(out.data(), 2, MPI_INT, in.data(), 2, MPI_INT, run.comm));
    run.see(in);
    run.see(call(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in.data(), 2, MPI_INT, run.comm));
    run.see(in);
  });
  CASE(Gatherv, Igatherv, {
    const Blocks<Count, Place> blocks(run.size);
    auto out = run.values(4), in = run.filled(blocks.room);
    run.see(call(out.data(), blocks.counts[static_cast<std::size_t>(run.rank)], MPI_INT, in.data(),
                 blocks.counts.data(), blocks.places.data(), MPI_INT, run.root(), run.comm));
    run.see(in);
  });
  CASE(Scatterv, Iscatterv, {
    const Blocks<Count, Place> blocks(run.size);
    auto out = run.values(blocks.room), in = run.filled(4);
    run.see(call(out.data(), blocks.counts.data(), blocks.places.data(), MPI_INT, in.data(),
                 blocks.counts[static_cast<std::size_t>(run.rank)], MPI_INT, run.root(), run.comm));
    run.see(in);
  });
  CASE(Allgatherv, Iallgatherv, {
    const Blocks<Count, Place> blocks(run.size);
    auto out = run.values(4), in = run.filled(blocks.room);
    run.see(call(out.data(), blocks.counts[static_cast<std::size_t>(run.rank)], MPI_INT, in.data(),
                 blocks.counts.data(), blocks.places.data(), MPI_INT, run.comm));
    run.see(in);
    run.see(call(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in.data(), blocks.counts.data(),
                 blocks.places.data(), MPI_INT, run.comm));
    run.see(in);
  });
  // Rank a sends (a + b) mod 4 elements to rank b, so both sides know all sizes.
  CASE(Alltoallv, Ialltoallv, {
    const Blocks<Count, Place> blocks(run.size, run.rank);
    auto out = run.values(blocks.room), in = run.filled(blocks.room);
    run.see(call(out.data(), blocks.counts.data(), blocks.places.data(), MPI_INT, in.data(),
                 blocks.counts.data(), blocks.places.data(), MPI_INT, run.comm));
    run.see(in);
  });
  CASE(Alltoallw, Ialltoallw, {
    Blocks<Count, Place> blocks(run.size, run.rank);
    auto out = run.values(blocks.room), in = run.filled(blocks.room);
    for (Place &place : blocks.places) // in bytes
      place *= static_cast<Place>(sizeof(int));
    const std::vector<MPI_Datatype> types(static_cast<std::size_t>(run.size), MPI_INT);
    run.see(call(out.data(), blocks.counts.data(), blocks.places.data(), types.data(), in.data(),
                 blocks.counts.data(), blocks.places.data(), types.data(), run.comm));
    run.see(in);
  });
  CASE(Reduce, Ireduce, {
    auto out = run.values(5), in = run.filled(5);
    run.see(call(out.data(), in.data(), 5, MPI_INT, MPI_SUM, run.root(), run.comm));
    run.see(in);
    const bool is_root = run.rank == run.root();
    run.see(call(is_root ? MPI_IN_PLACE : out.data(), out.data(), 5, MPI_INT, MPI_MAX, run.root(),
                 run.comm));
    run.see(out);
  });
  CASE(Allreduce, Iallreduce, {
    auto out = run.values(5), in = run.filled(5);
    run.see(call(out.data(), in.data(), 5, MPI_INT, MPI_SUM, run.comm));
    run.see(in);
    run.see(call(MPI_IN_PLACE, out.data(), 5, MPI_INT, MPI_BXOR, run.comm));
    run.see(out);
  });
  CASE(Reduce_scatter, Ireduce_scatter, {
    const Blocks<Count, Place> blocks(run.size);
    auto out = run.values(blocks.room), in = run.filled(4);
    run.see(call(out.data(), in.data(), blocks.counts.data(), MPI_INT, MPI_SUM, run.comm));
    run.see(in);
  });
  CASE(Reduce_scatter_block, Ireduce_scatter_block, {
    auto out = run.values(2 * run.size), in = run.filled(2);
    run.see(call(out.data(), in.data(), 2, MPI_INT, MPI_MIN, run.comm));
    run.see(in);
  });
  CASE(Scan, Iscan, {
    auto out = run.values(3), in = run.filled(3);
    run.see(call(out.data(), in.data(), 3, MPI_INT, MPI_SUM, run.comm));
    run.see(in);
  });
  CASE(Exscan, Iexscan, {
    auto out = run.values(3), in = run.filled(3);
    run.see(call(out.data(), in.data(), 3, MPI_INT, MPI_SUM, run.comm));
    run.see(in);
  });
#undef CASE
#undef PICK
}

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

std::vector<Case> all_cases() {
  std::vector<Case> cases{{"MPI_Barrier", [](CaseRun &run) {
                             run.see(CALL(Barrier)(run.comm));
                             MPI_Request request = MPI_REQUEST_NULL;
                             run.see(CALL(Ibarrier)(run.comm, &request));
                             run.see(CALL(Wait)(&request, MPI_STATUS_IGNORE));
                           }}};
  add_point_to_point(cases);
  add_waits(cases);
  add_collectives<false>(cases);
  add_collectives<true>(cases);
  add_communicators(cases);
  return cases;
}

class InterposedResults : public ::testing::Test {
protected:
  void SetUp() override { PMPI_Comm_dup(MPI_COMM_WORLD, &comm_); }
  void TearDown() override { PMPI_Comm_free(&comm_); }

  Seen run_case(const Case &tried, bool wrapped) {
    CaseRun run{wrapped, comm_, 0, 0, {}};
    MPI_Comm_rank(comm_, &run.rank);
    MPI_Comm_size(comm_, &run.size);
    tried.run(run);
    return run.seen;
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
};

TEST_F(InterposedResults, EqualThoseOfTheMpiLibrary) {
  // Spinning among more ranks than cores would only take long.
  const bool may_spin = launched_ranks_on_this_node() <= usable_cores();
  for (const Case &tried : all_cases()) {
    SCOPED_TRACE(tried.call);
    Seen expected;
    {
      LedgerScope ledger;
      expected = run_case(tried, false);
      EXPECT_TRUE(Ledger::instance().records().empty()) << "PMPI_* calls are not recorded";
    }
    {
      PolicyScope polite(WaitPolicy::polite);
      EXPECT_EQ(run_case(tried, true), expected) << "polite, ledger off";
      EXPECT_TRUE(Ledger::instance().records().empty());
      LedgerScope ledger;
      EXPECT_EQ(run_case(tried, true), expected) << "polite, ledger on";
      EXPECT_TRUE(std::ranges::any_of(Ledger::instance().records(), [&](const CommRecord &record) {
        return record.kind == tried.call;
      })) << "the call went past the tracer";
    }
    if (may_spin) {
      PolicyScope spin(WaitPolicy::spin);
      LedgerScope ledger;
      EXPECT_EQ(run_case(tried, true), expected) << "spinning";
    }
  }
}

} // namespace
} // namespace brigade

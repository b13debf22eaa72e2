#include "compared/case.hpp"

namespace brigade::compared {
namespace {

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

template <bool large> void add_collectives_of(std::vector<Case> &cases) {
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

} // namespace

void add_collectives(std::vector<Case> &cases) {
  add_collectives_of<false>(cases);
  add_collectives_of<true>(cases);
}

} // namespace brigade::compared

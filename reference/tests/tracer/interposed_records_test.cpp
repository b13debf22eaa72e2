#include "brigade/core/interval.hpp"
#include "brigade/tracer/communicator_name.hpp"
#include "brigade/tracer/ledger.hpp"
#include "brigade/tracer/unknown_calls.hpp"

#include "tracer_scopes.hpp"

#include <array>
#include <gtest/gtest.h>
#include <mpi.h>
#include <vector>

namespace brigade {
namespace {

/// The calls below are recorded; each test looks at the last record.
class InterposedRecords : public ::testing::Test {
protected:
  void SetUp() override {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  static const CommRecord &last() { return Ledger::instance().records().back(); }
  int root() const { return size_ / 2; }
  int next() const { return (rank_ + 1) % size_; }
  int previous() const { return (rank_ + size_ - 1) % size_; }
  bool is_root() const { return rank_ == root(); }

  /// Counts (block + shift) mod 4, one after the other.
  struct Blocks {
    std::vector<int> counts, places;
    int total = 0;
  };
  Blocks blocks(int shift) const {
    Blocks made;
    for (int block = 0; block < size_; ++block) {
      made.counts.push_back((block + shift) % 4);
      made.places.push_back(made.total);
      made.total += made.counts.back();
    }
    return made;
  }
  std::size_t own() const { return static_cast<std::size_t>(rank_); }

  PolicyScope policy_{WaitPolicy::polite};
  LedgerScope ledger_;
  int rank_ = 0, size_ = 0;
  std::vector<double> out_ = std::vector<double>(100, 1), in_ = std::vector<double>(100);
};

TEST_F(InterposedRecords, SayWhatACollectiveWas) {
  MPI_Reduce(out_.data(), in_.data(), 5, MPI_DOUBLE, MPI_MAX, root(), MPI_COMM_WORLD);
  EXPECT_EQ(last().kind, "MPI_Reduce");
  EXPECT_EQ(last().axes, "world");
  EXPECT_EQ(last().operation, "max");
  EXPECT_EQ(last().type, "MPI_DOUBLE");
  EXPECT_EQ(last().count, 5);
  EXPECT_EQ(last().root, root());
  EXPECT_EQ(last().peer, -1);
  EXPECT_EQ(last().tag, -1);
  EXPECT_GE(last().start, 0);
  EXPECT_GE(last().end, last().start);
  EXPECT_LE(last().end, Ledger::instance().now());
}

TEST_F(InterposedRecords, SayWhatAMessageWas) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(out_.data(), 3, MPI_DOUBLE, next(), 17, MPI_COMM_WORLD, &request);
  EXPECT_EQ(last().kind, "MPI_Isend");
  EXPECT_EQ(last().peer, next());
  EXPECT_EQ(last().tag, 17);
  EXPECT_EQ(last().count, 3);
  EXPECT_EQ(last().bytes, 24);
  // What is received is said, not what was allowed for, and by whom it was sent, though nobody
  // asked.
  MPI_Recv(in_.data(), 100, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  EXPECT_EQ(last().kind, "MPI_Recv");
  EXPECT_EQ(last().peer, previous());
  EXPECT_EQ(last().tag, 17);
  EXPECT_EQ(last().count, 3);
  EXPECT_EQ(last().bytes, 0);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(last().kind, "MPI_Wait");
  EXPECT_EQ(last().bytes, 0);
  MPI_Sendrecv(out_.data(), 4, MPI_DOUBLE, next(), 5, in_.data(), 100, MPI_DOUBLE, previous(), 5,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(last().peer, next());
  EXPECT_EQ(last().tag, 5);
  EXPECT_EQ(last().bytes, 32);
  MPI_Send(out_.data(), 4, MPI_DOUBLE, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
  EXPECT_EQ(last().peer, -1);
  EXPECT_EQ(last().bytes, 0) << "a message to nobody is not sent";
}

TEST_F(InterposedRecords, HaveTheBytesOfTheFormulas) {
  const std::int64_t others = size_ - 1;
  double *out = out_.data(), *in = in_.data();
  const MPI_Comm world = MPI_COMM_WORLD;

  MPI_Bcast(out, 6, MPI_DOUBLE, root(), world);
  EXPECT_EQ(last().bytes, is_root() ? others * 48 : 0);
  MPI_Gather(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, root(), world);
  EXPECT_EQ(last().bytes, is_root() ? 0 : 16);
  MPI_Scatter(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, root(), world);
  EXPECT_EQ(last().bytes, is_root() ? others * 16 : 0);
  MPI_Allgather(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, world);
  EXPECT_EQ(last().bytes, others * 16);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_DOUBLE, world);
  EXPECT_EQ(last().bytes, others * 16);
  MPI_Alltoall(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, world);
  EXPECT_EQ(last().bytes, others * 16);
  MPI_Reduce(out, in, 5, MPI_DOUBLE, MPI_SUM, root(), world);
  EXPECT_EQ(last().bytes, is_root() ? 0 : 40);
  MPI_Scan(out, in, 5, MPI_DOUBLE, MPI_SUM, world);
  EXPECT_EQ(last().bytes, rank_ + 1 < size_ ? 40 : 0);
  MPI_Reduce_scatter_block(out, in, 3, MPI_DOUBLE, MPI_SUM, world);
  EXPECT_EQ(last().bytes, others * 24);
  MPI_Barrier(world);
  EXPECT_EQ(last().bytes, 0);

  // 7 elements: not divisible by most rank counts.
  const Interval block = block_of(7, size_, rank_);
  MPI_Allreduce(out, in, 7, MPI_DOUBLE, MPI_SUM, world);
  EXPECT_EQ(last().bytes, 8 * (7 + (size_ - 2) * (block.end - block.begin)));
  std::int64_t mine = last().bytes, all = 0;
  PMPI_Allreduce(&mine, &all, 1, MPI_INT64_T, MPI_SUM, world);
  EXPECT_EQ(all, 2 * others * 7 * 8);
}

TEST_F(InterposedRecords, HaveTheBytesOfUnequalBlocks) {
  double *out = out_.data(), *in = in_.data();
  const MPI_Comm world = MPI_COMM_WORLD;
  const Blocks same = blocks(1); // what rank r holds, as all ranks know it
  MPI_Allgatherv(out, same.counts[own()], MPI_DOUBLE, in, same.counts.data(), same.places.data(),
                 MPI_DOUBLE, world);
  EXPECT_EQ(last().bytes, (size_ - 1) * 8 * same.counts[own()]);
  MPI_Gatherv(out, same.counts[own()], MPI_DOUBLE, in, same.counts.data(), same.places.data(),
              MPI_DOUBLE, root(), world);
  EXPECT_EQ(last().bytes, is_root() ? 0 : 8 * same.counts[own()]);
  MPI_Scatterv(out, same.counts.data(), same.places.data(), MPI_DOUBLE, in, same.counts[own()],
               MPI_DOUBLE, root(), world);
  EXPECT_EQ(last().bytes, is_root() ? 8 * (same.total - same.counts[own()]) : 0);
  MPI_Reduce_scatter(out, in, same.counts.data(), MPI_DOUBLE, MPI_SUM, world);
  EXPECT_EQ(last().bytes, 8 * (same.total - same.counts[own()]));
  EXPECT_EQ(last().count, same.total);

  const Blocks pairs = blocks(rank_); // rank a has (a + b) mod 4 elements for rank b
  MPI_Alltoallv(out, pairs.counts.data(), pairs.places.data(), MPI_DOUBLE, in, pairs.counts.data(),
                pairs.places.data(), MPI_DOUBLE, world);
  EXPECT_EQ(last().bytes, 8 * (pairs.total - pairs.counts[own()]));
  const std::vector<MPI_Count> large(pairs.counts.begin(), pairs.counts.end());
  const std::vector<MPI_Aint> far(pairs.places.begin(), pairs.places.end());
  MPI_Alltoallv_c(out, large.data(), far.data(), MPI_DOUBLE, in, large.data(), far.data(),
                  MPI_DOUBLE, world);
  EXPECT_EQ(last().kind, "MPI_Alltoallv_c");
  EXPECT_EQ(last().bytes, 8 * (pairs.total - pairs.counts[own()]));
}

TEST_F(InterposedRecords, CountWhatAPersistentRequestSendsEachTime) {
  std::array<MPI_Request, 2> requests{};
  MPI_Recv_init(in_.data(), 4, MPI_DOUBLE, previous(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(out_.data(), 4, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &requests[1]);
  EXPECT_TRUE(Ledger::instance().records().empty()) << "nothing has been sent yet";
  for (int repeat = 0; repeat < 3; ++repeat) {
    MPI_Startall(2, requests.data());
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  }
  for (MPI_Request &request : requests)
    MPI_Request_free(&request);
  const auto totals = Ledger::instance().totals();
  EXPECT_EQ(totals.at({"MPI_Startall", "world"}).calls, 6);
  EXPECT_EQ(totals.at({"MPI_Startall", "world"}).bytes, 3 * 32);
}

TEST_F(InterposedRecords, NameACommunicatorByItsAxes) {
  MPI_Comm given = MPI_COMM_NULL, copy = MPI_COMM_NULL, titled = MPI_COMM_NULL,
           plain = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &given);
  name_communicator(given, "data,model");
  MPI_Barrier(given);
  EXPECT_EQ(last().axes, "data,model");
  MPI_Comm_dup(given, &copy);
  MPI_Barrier(copy);
  EXPECT_EQ(last().axes, "data,model") << "a duplicate runs along the same axes";
  MPI_Comm_free(&given);
  EXPECT_EQ(last().kind, "MPI_Comm_free");
  EXPECT_EQ(last().axes, "data,model") << "the name of what is gone";

  MPI_Comm_dup(MPI_COMM_WORLD, &titled);
  MPI_Comm_set_name(titled, "the odd ranks");
  MPI_Barrier(titled);
  EXPECT_EQ(last().axes, "the odd ranks");

  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &plain);
  MPI_Barrier(plain);
  const std::string_view number = last().axes;
  EXPECT_TRUE(number.starts_with("communicator ")) << number;
  MPI_Barrier(plain);
  EXPECT_EQ(last().axes, number) << "keeps its number";
  for (MPI_Comm *made : {&copy, &titled, &plain})
    MPI_Comm_free(made);
}

TEST_F(InterposedRecords, LeaveOutLooksThatFoundNothing) {
  int found = 1;
  MPI_Iprobe(MPI_ANY_SOURCE, 12345, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  EXPECT_FALSE(found);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(in_.data(), 1, MPI_DOUBLE, MPI_ANY_SOURCE, 12345, MPI_COMM_WORLD, &request);
  MPI_Test(&request, &found, MPI_STATUS_IGNORE);
  EXPECT_FALSE(found);
  EXPECT_EQ(last().kind, "MPI_Irecv") << "neither MPI_Iprobe nor MPI_Test";
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

TEST_F(InterposedRecords, LeaveOutCallsThatFailed) {
  MPI_Send(out_.data(), 1, MPI_DOUBLE, size_, 0, MPI_COMM_WORLD); // there is no such rank
  EXPECT_TRUE(Ledger::instance().records().empty());
}

TEST_F(InterposedRecords, CountCallsThatTheTableDoesNotKnow) {
  MPI_Comm ring = MPI_COMM_NULL;
  const int periodic = 1;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size_, &periodic, 0, &ring);
  std::array<int, 2> from{};
  const std::int64_t before = unknown_calls()["MPI_Neighbor_allgather"];
  MPI_Neighbor_allgather(&rank_, 1, MPI_INT, from.data(), 1, MPI_INT, ring);
  EXPECT_EQ(last().kind, "MPI_Neighbor_allgather");
  Ledger::instance().set_on(false);
  MPI_Neighbor_allgather(&rank_, 1, MPI_INT, from.data(), 1, MPI_INT, ring);
  EXPECT_EQ(from[0], previous());
  EXPECT_EQ(from[1], next());
  EXPECT_EQ(unknown_calls()["MPI_Neighbor_allgather"], before + 2) << "with the ledger off too";
  EXPECT_FALSE(unknown_calls().contains("MPI_Cart_create"));
  MPI_Comm_free(&ring);
}

} // namespace
} // namespace brigade

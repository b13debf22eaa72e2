// A trial program with many stories; the tests run some of them and read what it wrote.

#include "trial/not_implemented.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using brigade::Tolerance;
using brigade::Trial;

namespace {

/// What a student's file might do before main.
const char *const token_before_main = std::getenv("BRIGADE_TRIAL_TOKEN");

int rank_in_world() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

} // namespace

TEST(Story, RecordsEveryKind) {
  Trial trial;
  trial.mesh({{"data", trial.size()}, {"model", 1}});
  const auto x = trial.random<float>({3, 2});
  trial.input("x", x);
  xt::xarray<float> sum = x;
  MPI_Allreduce(x.data(), sum.data(), 6, MPI_FLOAT, MPI_SUM, trial.comm());
  trial.record("sum", sum, Tolerance::sum_of(trial.size()));
  trial.record("everywhere", trial.same_everywhere<double>({4}),
               brigade::records::Placement{{8}, {4}});
  trial.record("negative", x < 0.0f);
  trial.record("columns first", xt::eval(xt::transpose(x)));
  trial.record("mask", std::vector<bool>{true, false, true});
  trial.record("lengths", std::vector<std::size_t>{3, 5});
  trial.record("small", std::vector<unsigned char>{200});
  trial.record("nothing", std::vector<double>{});
  trial.record("rank", trial.rank());
  trial.record("ranks", std::size_t(trial.size()));
  trial.record("is first", trial.rank() == 0);
  trial.record("mean", 0.5f);
  trial.record("words", "ready");
  trial.record("chosen", trial.choose(1000));
  trial.record("integers", trial.same_everywhere<int>({50}));
  trial.same_at_every_size("everywhere");
  trial.same_collectives();
  trial.same_collective_sequence();
  trial.sends_at_most(1);
  trial.sends_exactly(2);
  trial.calls_at_most("MPI_", 3);
  trial.chain_at_most(4);
  trial.allocates_at_most(5);
  trial.virtual_time_at_most(6);
  trial.virtual_clock(1, 2, 3);
  trial.work(100);
  const auto gathered = [&] { MPI_Barrier(trial.comm()); };
  trial.unrecorded(gathered);
  MPI_Barrier(trial.comm());
}

TEST(Story, LeavesAMessage) {
  Trial trial;
  if (trial.rank() == trial.size() - 1) {
    const int number = 5;
    MPI_Request request;
    MPI_Isend(&number, 1, MPI_INT, 0, 7, trial.comm(), &request);
  }
}

TEST(Story, LeavesALongMessage) {
  Trial trial;
  static std::vector<int> numbers(1'000'000);
  if (trial.rank() == trial.size() - 1) {
    MPI_Request request;
    MPI_Isend(numbers.data(), 1'000'000, MPI_INT, 0, 8, trial.comm(), &request);
  }
}

TEST(Story, LeavesRequestsOpen) {
  Trial trial;
  static int number = 0;
  MPI_Request request;
  for (int i = 0; i < 2; ++i)
    MPI_Irecv(&number, 1, MPI_INT, trial.size() - 1, 9, trial.comm(), &request);
}

TEST(Story, LeavesARequestOpenOnAPermutedCommunicator) {
  Trial trial({.permuted = true});
  static int number = 0;
  MPI_Request request;
  MPI_Irecv(&number, 1, MPI_INT, (trial.rank() + 1) % trial.size(), 9, trial.comm(), &request);
}

TEST(Story, ReceivesTheFirstOfTwoMessages) {
  Trial trial({.permuted = true});
  int number = 5;
  MPI_Comm copy;
  MPI_Comm_dup(trial.comm(), &copy);
  if (trial.rank() == 0) {
    MPI_Ssend(&number, 1, MPI_INT, trial.size() - 1, 4, copy);
    MPI_Send(&number, 1, MPI_INT, trial.size() - 1, 4, copy);
    MPI_Send(&number, 1, MPI_INT, trial.size() - 1, 5, copy);
  }
  if (trial.rank() == trial.size() - 1)
    for (const int tag : {4, 5})
      MPI_Recv(&number, 1, MPI_INT, 0, tag, copy, MPI_STATUS_IGNORE);
  MPI_Barrier(copy); // never freed: a message on it is as lost as one on the trial's own
}

TEST(Story, LeavesNothingBehind) {
  Trial trial;
  const int next = (trial.rank() + 1) % trial.size();
  const int before = (trial.rank() + trial.size() - 1) % trial.size();
  struct WaitsInTheEnd {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int in = 0, out = 7;
    ~WaitsInTheEnd() { MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); }
  };
  WaitsInTheEnd late;
  MPI_Irecv(&late.in, 1, MPI_INT, before, 1, trial.comm(), &late.requests[0]);
  MPI_Isend(&late.out, 1, MPI_INT, next, 1, trial.comm(), &late.requests[1]);

  int in = 0, out = 3;
  MPI_Request persistent[2];
  MPI_Recv_init(&in, 1, MPI_INT, before, 2, trial.comm(), &persistent[0]);
  MPI_Send_init(&out, 1, MPI_INT, next, 2, trial.comm(), &persistent[1]);
  for (int turn = 0; turn < 2; ++turn) {
    MPI_Startall(2, persistent);
    MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
  }
  for (MPI_Request &request : persistent)
    MPI_Request_free(&request);

  MPI_Request never;
  MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 3, trial.comm(), &never);
  MPI_Cancel(&never);
  MPI_Wait(&never, MPI_STATUS_IGNORE);

  MPI_Request handed_over; // freed: its completion is seen by the receiver's answer
  static int sent;
  sent = 11;
  MPI_Isend(&sent, 1, MPI_INT, next, 4, trial.comm(), &handed_over);
  MPI_Request_free(&handed_over);
  MPI_Recv(&in, 1, MPI_INT, before, 4, trial.comm(), MPI_STATUS_IGNORE);
  MPI_Barrier(trial.comm());
  trial.record("in", in);
}

TEST(Story, StartsAndNeverWaits) {
  Trial trial;
  static int number = 0;
  static MPI_Request persistent, barrier;
  MPI_Recv_init(&number, 1, MPI_INT, MPI_ANY_SOURCE, 6, trial.comm(), &persistent);
  MPI_Start(&persistent);
  MPI_Ibarrier(trial.comm(), &barrier);
}

TEST(Story, WaitsOnTheLastRank) {
  Trial trial({.permuted = true});
  int number = 0;
  if (trial.rank() == trial.size() - 1)
    MPI_Recv(&number, 1, MPI_INT, 0, 9, trial.comm(), MPI_STATUS_IGNORE);
}

TEST(Story, LooksForMessages) {
  Trial trial;
  int found = 0;
  for (int looks = 0; looks < 1000 && !found; ++looks)
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, trial.comm(), &found, MPI_STATUS_IGNORE);
  trial.record("found", found != 0);
}

TEST(Story, IsPermuted) {
  Trial trial({.permuted = true});
  trial.record("world rank", rank_in_world());
  trial.record("rank", trial.rank());
  int result = 0;
  MPI_Comm_compare(trial.comm(), MPI_COMM_WORLD, &result);
  trial.record("is the world", result == MPI_IDENT || result == MPI_CONGRUENT);
}

TEST(Story, FreesItsCommunicator) {
  Trial trial;
  MPI_Comm communicator = trial.comm();
  MPI_Comm_free(&communicator);
}

TEST(Story, UsesTwoRanks) {
  Trial trial({.permuted = false, .ranks_used = 2});
  if (trial.is_member())
    MPI_Barrier(trial.comm());
  trial.record("is member", trial.is_member());
}

TEST(Story, ThrowsOnTheLastRank) {
  Trial trial;
  trial.record("before", 1);
  if (trial.rank() == trial.size() - 1)
    throw std::out_of_range("row 7 of 6");
  MPI_Barrier(trial.comm());
}

TEST(Story, ThrowsText) {
  Trial trial;
  throw std::string("just a text");
}

TEST(Story, IsNotImplemented) {
  Trial trial;
  throw brigade::NotImplemented("07.1");
}

TEST(Story, ThrowsOutOfADestructor) {
  struct Careless {
    ~Careless() { throw_later(); }
    static void throw_later() { throw std::runtime_error("out of a destructor"); }
  };
  Trial trial;
  Careless careless;
}

TEST(Story, ThrowsInAThread) {
  Trial trial;
  std::thread([] { throw std::runtime_error("in a thread"); }).join();
}

TEST(Story, ExitsWithZero) {
  Trial trial;
  trial.record("before", 1);
  std::exit(0);
}

TEST(Story, FailsACheckOnTheLastRank) {
  Trial trial;
  EXPECT_NE(trial.rank(), trial.size() - 1) << "the last rank fails";
  try {
    throw std::runtime_error("caught");
  } catch (const std::exception &) {
    EXPECT_TRUE(trial.rank() != trial.size() - 1);
  }
  ASSERT_NE(trial.rank(), trial.size() - 1);
  trial.record("behind", 1);
}

TEST(Story, TakesMemory) {
  Trial trial;
  { const std::vector<double> first(100'000); }
  { xt::xarray<double> second = xt::zeros<double>({300, 1000}); }
  const std::vector<double> third(50'000);
  trial.unrecorded([] { const std::vector<double> own(1'000'000); });
  trial.record("third", third);
}

TEST(Story, Polls) {
  Trial trial;
  MPI_Request request;
  int number = 0, done = 0;
  MPI_Irecv(&number, 1, MPI_INT, MPI_PROC_NULL, 0, trial.comm(), &request);
  for (int looks = 0; looks < 10'000; ++looks)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Barrier(trial.comm());
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

TEST(Story, SeesNoSecret) {
  Trial trial;
  trial.record("token before main", token_before_main != nullptr);
  bool found = false;
  for (const char *name : {"BRIGADE_TRIAL_RECORDS", "BRIGADE_TRIAL_TOKEN", "BRIGADE_TRIAL_SEED",
                           "BRIGADE_TRIAL_TESTS", "BRIGADE_TRIAL_SIZES", "BRIGADE_TRIAL_FOLDER"})
    found = found || std::getenv(name);
  trial.record("a variable", found);
  std::ifstream file("/proc/self/environ");
  const std::string all(std::istreambuf_iterator<char>(file), {});
  trial.record("path in environ", all.find("PATH=") != std::string::npos);
  trial.record("token in environ", all.find("the token") != std::string::npos);
}

TEST(Story, EndsMpi) {
  Trial trial;
  if (trial.rank() == 0) {
    std::printf("about to end");
    std::printf(" MPI\n");
  }
  MPI_Finalize();
}

TEST(Phases, Save) {
  Trial trial;
  if (trial.rank() == 0)
    std::ofstream(trial.shared_folder() / "saved") << "saved";
}

TEST(Phases, Load) {
  Trial trial;
  std::string word;
  std::ifstream(trial.shared_folder() / "saved") >> word;
  trial.record("word", word);
}

TEST(Pure, WalksOverSizes) {
  Trial trial;
  trial.record("size", trial.size());
  trial.record("rank", trial.rank());
  trial.record("same", trial.same_everywhere<double>({2}));
  int is_running = 0;
  MPI_Initialized(&is_running);
  trial.record("MPI runs", is_running != 0);
  if (trial.size() == 4)
    throw std::out_of_range("4 is too many");
}

TEST(Pure, HasNoCommunicator) {
  Trial trial;
  trial.comm();
}

TEST(Story, MakesTwoTrials) {
  const Trial first;
  const Trial second;
}

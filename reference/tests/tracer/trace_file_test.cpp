#include "brigade/tracer/trace_file.hpp"

#include "tracer_scopes.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace brigade {
namespace {

class TraceFile : public ::testing::Test {
protected:
  void SetUp() override {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  PolicyScope polite_{WaitPolicy::polite};
  int rank_ = 0, size_ = 0;
};

TEST_F(TraceFile, TextsOfAnyLengthComeToRank0InOrder) {
  const std::string text(static_cast<std::size_t>(rank_ * 25), static_cast<char>('a' + rank_));
  const auto texts =
      gather_texts(text, MPI_COMM_WORLD, 10); // rank 0's is empty, rank 2's takes five messages
  ASSERT_EQ(texts.size(), static_cast<std::size_t>(rank_ == 0 ? size_ : 0));
  for (std::size_t rank = 0; rank < texts.size(); ++rank)
    EXPECT_EQ(texts[rank], std::string(rank * 25, static_cast<char>('a' + static_cast<int>(rank))));
}

TEST_F(TraceFile, RanksOfOneMachineHaveOneClock) {
  EXPECT_EQ(seconds_behind_rank_0(steady_clock_name(), MPI_COMM_WORLD), 0);
}

TEST_F(TraceFile, AClockOfAnotherNameIsMeasured) {
  // Each rank's clock is a whole number of hours off. The estimate is right within half of an
  // exchange, which on a crowded machine may take a few turns of the scheduler.
  static double off;
  off = 3600.0 * rank_;
  const double behind = seconds_behind_rank_0("clock " + std::to_string(rank_), MPI_COMM_WORLD,
                                              [] { return steady_seconds() + off; });
  EXPECT_NEAR(behind, -off, 0.05);
}

TEST_F(TraceFile, HoldsTheRecordsOfAllRanksOnOneTimeLine) {
  LedgerScope ledger;
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("trace_file_test." + std::to_string(size_) + ".json"))
                               .string();
  constexpr int kBarriers = 5;
  for (int repeat = 0; repeat < kBarriers; ++repeat)
    MPI_Barrier(MPI_COMM_WORLD);
  write_chrome_trace(path, Ledger::instance(), "data " + std::to_string(rank_));
  EXPECT_EQ(Ledger::instance().records().size(), static_cast<std::size_t>(kBarriers))
      << "its own calls are not records";
  if (rank_ != 0)
    return;
  std::ifstream file(path);
  const auto trace = nlohmann::json::parse(file);
  std::filesystem::remove(path);
  std::map<int, std::vector<double>> starts, ends;
  for (const auto &event : trace.at("traceEvents")) {
    if (event.at("ph") != "X")
      continue;
    EXPECT_EQ(event.at("args").at("kind"), "MPI_Barrier");
    EXPECT_EQ(event.at("args").at("axes"), "world");
    EXPECT_GE(event.at("ts"), 0.0);
    starts[event.at("pid")].push_back(event.at("ts"));
    ends[event.at("pid")].push_back(event.at("ts").get<double>() + event.at("dur").get<double>());
  }
  ASSERT_EQ(starts.size(), static_cast<std::size_t>(size_));
  // Nobody leaves a barrier before the last one has come: on any two ranks, whose clocks must agree
  // for that.
  for (const auto &[rank, of_rank] : starts)
    for (const auto &[other, of_other] : ends)
      for (std::size_t barrier = 0; barrier < kBarriers; ++barrier)
        EXPECT_LE(of_rank.at(barrier), of_other.at(barrier) + 0.01)
            << rank << " and " << other; // 3 decimals of a µs
}

} // namespace
} // namespace brigade

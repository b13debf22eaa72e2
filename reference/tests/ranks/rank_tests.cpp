#include "ranks/rank_tests.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace brigade::testing {
namespace {

/// Collectives of the harness itself: PMPI_*, so that the ledger under test does not see them, on a
/// communicator of their own, and never blocking inside MPI, which with more ranks than cores takes
/// the core from a rank that computes.
class Harness {
public:
  Harness() {
    PMPI_Comm_dup(MPI_COMM_WORLD, &world_);
    PMPI_Comm_rank(world_, &rank_);
    PMPI_Comm_size(world_, &ranks_);
  }
  ~Harness() { PMPI_Comm_free(&world_); }
  Harness(const Harness &) = delete;
  Harness &operator=(const Harness &) = delete;

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }

  /// Which ranks say true.
  std::vector<int> ranks_where(bool here) const {
    const int mine = here ? 1 : 0;
    std::vector<int> all(static_cast<std::size_t>(ranks_));
    MPI_Request request;
    PMPI_Iallgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, world_, &request);
    wait(request);
    std::vector<int> found;
    for (int rank = 0; rank < ranks_; ++rank)
      if (all[static_cast<std::size_t>(rank)] != 0)
        found.push_back(rank);
    return found;
  }

  int value_of_rank_0(int value) const {
    MPI_Request request;
    PMPI_Ibcast(&value, 1, MPI_INT, 0, world_, &request);
    wait(request);
    return value;
  }

private:
  static void wait(MPI_Request request) {
    for (int done = 0, looks = 0; done == 0; ++looks) {
      PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (looks < 200)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }

  MPI_Comm world_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 1;
};

std::string full_name(const ::testing::TestInfo &test) {
  return fmt::format("{}.{}", test.test_suite_name(), test.name());
}

/// Fails a test on every rank that failed on one.
class Agreement : public ::testing::EmptyTestEventListener {
public:
  explicit Agreement(const Harness &harness) : harness_(harness) {}

  void OnTestEnd(const ::testing::TestInfo &test) override {
    agree(test.result()->Failed(), full_name(test));
  }
  // SetUpTestSuite and TearDownTestSuite may fail too.
  void OnTestSuiteEnd(const ::testing::TestSuite &suite) override {
    agree(suite.ad_hoc_test_result().Failed(), suite.name());
  }

private:
  void agree(bool failed_here, const std::string &name) {
    const std::vector<int> failed = harness_.ranks_where(failed_here);
    if (failed.empty())
      return;
    agreeing = true;
    ADD_FAILURE() << fmt::format("{} failed on {} {} of {}", name,
                                 failed.size() == 1 ? "rank" : "ranks", fmt::join(failed, ", "),
                                 harness_.ranks());
    agreeing = false;
  }

  const Harness &harness_;

public:
  /// While true a failure is the agreement's own, which rank 0 alone prints.
  inline static bool agreeing = false;
};

/// The printer of all ranks but 0.
class FailuresOnly : public ::testing::EmptyTestEventListener {
public:
  explicit FailuresOnly(const Harness &harness)
      : prefix_(fmt::format("rank {} of {}: ", harness.rank(), harness.ranks())) {}

  void OnTestStart(const ::testing::TestInfo &test) override { test_ = full_name(test) + '\n'; }
  void OnTestEnd(const ::testing::TestInfo &) override { test_.clear(); }

  void OnTestPartResult(const ::testing::TestPartResult &result) override {
    if (!result.failed() || Agreement::agreeing)
      return;
    std::ostringstream message;
    message << test_ << (result.file_name() != nullptr ? result.file_name() : "unknown file") << ':'
            << result.line_number() << ": Failure\n"
            << result.message();
    print(message.str());
  }

private:
  void print(const std::string &message) const {
    std::istringstream lines(message);
    std::string text;
    for (std::string line; std::getline(lines, line);)
      text += prefix_ + line + '\n';
    [[maybe_unused]] const auto written = write(STDOUT_FILENO, text.data(), text.size());
  }

  std::string prefix_;
  std::string
      test_; ///< GoogleTest holds a lock while it tells of a result: it cannot be asked then
};

void report_from_rank_0_only(const Harness &harness) {
  auto &listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (harness.rank() != 0) {
    delete listeners.Release(listeners.default_result_printer());
    delete listeners.Release(listeners.default_xml_generator());
    listeners.Append(new FailuresOnly(harness));
  }
  // Last, since listeners hear of an end in reverse: before the printer says whether the test
  // failed.
  listeners.Append(new Agreement(harness));
}

} // namespace

int run_rank_tests(int argc, char **argv) {
  ::testing::InitGoogleMock(&argc, argv);
  GTEST_FLAG_SET(catch_exceptions, false);
  // Whole lines, so that the launcher puts none of another rank's into one of this report. In
  // memory of its own: a stream that had no buffer before, as this one, would have one of a single
  // byte.
  static std::array<char, BUFSIZ> line;
  std::setvbuf(stdout, line.data(), _IOLBF, line.size());
  const Harness harness;
  report_from_rank_0_only(harness);
  if (GTEST_FLAG_GET(list_tests) && harness.rank() != 0)
    return 0;
  // A shuffled order comes from a seed, by default the time; it must be the same everywhere.
  if (GTEST_FLAG_GET(shuffle)) {
    const int now = static_cast<int>(std::chrono::system_clock::now().time_since_epoch().count());
    const int seed = GTEST_FLAG_GET(random_seed);
    GTEST_FLAG_SET(random_seed, harness.value_of_rank_0(seed != 0 ? seed : now % 99999 + 1));
  }
  try {
    const int status = RUN_ALL_TESTS();
    // Together to the end, politely: MPI_Finalize waits for all, and spins.
    return harness.ranks_where(status != 0).empty() ? 0 : 1;
  } catch (const std::exception &error) {
    const auto *test = ::testing::UnitTest::GetInstance()->current_test_info();
    throw Error(fmt::format("rank {} of {}, test {}: {}", harness.rank(), harness.ranks(),
                            test != nullptr ? full_name(*test) : "(none)", error.what()));
  }
}

} // namespace brigade::testing

// Every wrapped call must do what the MPI library's own does. Each case is run through PMPI_*, then
// through MPI_* with either way of waiting, and everything that it brought is compared.
#include "brigade/tracer/ledger.hpp"
#include "brigade/tracer/node.hpp"

#include "compared/case.hpp"
#include "tracer_scopes.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <mpi.h>
#include <vector>

namespace brigade {
namespace {

using namespace compared;

std::vector<Case> all_cases() {
  std::vector<Case> cases{{"MPI_Barrier", [](CaseRun &run) {
                             run.see(CALL(Barrier)(run.comm));
                             MPI_Request request = MPI_REQUEST_NULL;
                             run.see(CALL(Ibarrier)(run.comm, &request));
                             run.see(CALL(Wait)(&request, MPI_STATUS_IGNORE));
                           }}};
  add_point_to_point(cases);
  add_waits(cases);
  add_collectives(cases);
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
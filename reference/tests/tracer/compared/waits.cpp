#include "compared/case.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

namespace brigade::compared {
namespace {

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

} // namespace

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

} // namespace brigade::compared

// An error of a wrapped call must go where MPI would send it, though the wrapper waits by other
// calls.
#include "tracer_scopes.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <mpi.h>
#include <type_traits>
#include <vector>

namespace brigade {
namespace {

int of_world = 0, of_duplicate = 0;
void count_of_world(MPI_Comm *, int *, ...) { ++of_world; }
void count_of_duplicate(MPI_Comm *, int *, ...) { ++of_duplicate; }

class InterposedErrors : public ::testing::Test {
protected:
  void SetUp() override {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
    MPI_Comm_create_errhandler(count_of_world, &counts_world_);
    MPI_Comm_create_errhandler(count_of_duplicate, &counts_duplicate_);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before_);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, counts_world_);
    MPI_Comm_set_errhandler(comm_, counts_duplicate_);
    of_world = of_duplicate = 0;
  }
  void TearDown() override {
    MPI_Errhandler now = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &now);
    EXPECT_EQ(now, counts_world_) << "the program's own handler is back in its place";
    MPI_Errhandler_free(&now);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, before_);
    for (MPI_Errhandler *handler : {&counts_world_, &counts_duplicate_, &before_})
      MPI_Errhandler_free(handler);
    MPI_Comm_free(&comm_);
  }

  static int class_of(int code) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    return error_class;
  }
  /// Sends `count` elements to the next rank, to be received from the previous one.
  void start_send(int count) {
    MPI_Isend(out_.data(), count, MPI_INT, (rank_ + 1) % size_, 3, comm_, &send_);
  }
  int previous() const { return (rank_ + size_ - 1) % size_; }

  PolicyScope polite_{WaitPolicy::polite};
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 0;
  MPI_Errhandler counts_world_ = MPI_ERRHANDLER_NULL, counts_duplicate_ = MPI_ERRHANDLER_NULL,
                 before_ = MPI_ERRHANDLER_NULL;
  MPI_Request send_ = MPI_REQUEST_NULL;
  std::vector<int> out_ = std::vector<int>(10, 4), in_ = std::vector<int>(10);
};

TEST_F(InterposedErrors, OfABlockingReceiveGoesToItsCommunicator) {
  for (const auto receive : {MPI_Recv, PMPI_Recv}) {
    of_world = of_duplicate = 0;
    start_send(10);
    EXPECT_EQ(class_of(receive(in_.data(), 2, MPI_INT, previous(), 3, comm_, MPI_STATUS_IGNORE)),
              MPI_ERR_TRUNCATE);
    EXPECT_EQ(of_duplicate, 1);
    EXPECT_EQ(of_world, 0);
    MPI_Wait(&send_, MPI_STATUS_IGNORE);
  }
}

TEST_F(InterposedErrors, OfAnExchangeIsReturnedOnce) {
  for (const auto exchange : {MPI_Sendrecv, PMPI_Sendrecv}) {
    SCOPED_TRACE(exchange == MPI_Sendrecv ? "MPI_Sendrecv" : "PMPI_Sendrecv");
    of_world = of_duplicate = 0;
    EXPECT_EQ(class_of(exchange(out_.data(), 10, MPI_INT, (rank_ + 1) % size_, 4, in_.data(), 2,
                                MPI_INT, previous(), 4, comm_, MPI_STATUS_IGNORE)),
              MPI_ERR_TRUNCATE);
    EXPECT_EQ(of_duplicate, 1);
    EXPECT_EQ(of_world, 0);
  }
}

TEST_F(InterposedErrors, OfArgumentsAreFoundBeforeAnythingIsSent) {
  EXPECT_EQ(class_of(MPI_Send(out_.data(), 1, MPI_INT, size_, 0, comm_)), MPI_ERR_RANK);
  EXPECT_EQ(class_of(MPI_Bcast(out_.data(), -1, MPI_INT, 0, comm_)), MPI_ERR_COUNT);
  EXPECT_EQ(class_of(MPI_Reduce(out_.data(), in_.data(), 1, MPI_INT, MPI_SUM, size_, comm_)),
            MPI_ERR_ROOT);
  EXPECT_EQ(class_of(MPI_Sendrecv(out_.data(), 1, MPI_INT, size_, 0, in_.data(), 1, MPI_INT,
                                  previous(), 0, comm_, MPI_STATUS_IGNORE)),
            MPI_ERR_RANK);
  EXPECT_EQ(of_duplicate, 4);
  EXPECT_EQ(of_world, 0);
}

TEST_F(InterposedErrors, OfOneAmongManyRequestsStandsInItsStatus) {
  for (const auto wait_for_all : {MPI_Waitall, PMPI_Waitall}) {
    of_world = of_duplicate = 0;
    start_send(10);
    std::array<MPI_Request, 2> requests{send_, MPI_REQUEST_NULL};
    MPI_Irecv(in_.data(), 2, MPI_INT, previous(), 3, comm_, &requests[1]);
    std::array<MPI_Status, 2> statuses{};
    EXPECT_EQ(class_of(wait_for_all(2, requests.data(), statuses.data())), MPI_ERR_IN_STATUS);
    EXPECT_EQ(class_of(statuses[0].MPI_ERROR), MPI_SUCCESS);
    EXPECT_EQ(class_of(statuses[1].MPI_ERROR), MPI_ERR_TRUNCATE);
    EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
    EXPECT_EQ(requests[1], MPI_REQUEST_NULL);
    EXPECT_EQ(of_world + of_duplicate, 1);
  }
}

TEST_F(InterposedErrors, LeaveNoRequestBehind) {
  if constexpr (std::is_integral_v<MPI_Request>) { // MPICH numbers its requests, and uses freed
                                                   // numbers again
    const auto highest_number = [this] {
      std::array<MPI_Request, 8> requests{};
      MPI_Request highest = 0;
      for (MPI_Request &request : requests) {
        PMPI_Irecv(in_.data(), 1, MPI_INT, previous(), 99, comm_, &request);
        highest = std::max(highest, request & 0xffff);
      }
      for (MPI_Request &request : requests) {
        PMPI_Cancel(&request);
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
      }
      return highest;
    };
    const auto call_everything = [this] {
      const int next = (rank_ + 1) % size_;
      MPI_Sendrecv(out_.data(), 1, MPI_INT, next, 4, in_.data(), 1, MPI_INT, previous(), 4, comm_,
                   MPI_STATUS_IGNORE);
      MPI_Sendrecv(out_.data(), 1, MPI_INT, size_, 4, in_.data(), 1, MPI_INT, previous(), 4, comm_,
                   MPI_STATUS_IGNORE); // fails
      MPI_Sendrecv_replace(in_.data(), 1, MPI_INT, next, 4, previous(), 4, comm_,
                           MPI_STATUS_IGNORE);
      MPI_Allreduce(MPI_IN_PLACE, in_.data(), 1, MPI_INT, MPI_MAX, comm_);
      start_send(10);
      MPI_Recv(in_.data(), 2, MPI_INT, previous(), 3, comm_, MPI_STATUS_IGNORE); // fails
      MPI_Wait(&send_, MPI_STATUS_IGNORE);
    };
    for (int warm_up = 0; warm_up < 20; ++warm_up)
      call_everything();
    const MPI_Request before = highest_number();
    for (int repeat = 0; repeat < 300; ++repeat)
      call_everything();
    // Each of the calls leaving one behind would make 1,500 more; some are still on their way.
    EXPECT_LT(highest_number(), before + 100);
  }
}

} // namespace
} // namespace brigade

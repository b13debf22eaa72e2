#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

/// Messages that were sent and that nobody received.
namespace brigade::board {

struct TakenMessage {
  int source = 0; ///< in the communicator
  int tag = 0;
  std::int64_t bytes = 0;
};

/// Takes in what has come on a communicator, also without a board. Once nobody receives on it any
/// more.
std::vector<TakenMessage> take_messages(MPI_Comm communicator);

// With a board, the two sides of it. All ranks wait for each other before, between and after.

/// The receiver's: takes in what has come on any communicator, and shows the first of it to the
/// senders.
void show_unreceived();
/// The sender's, one line a message: "MPI_Send to rank 2, tag 7, 400 bytes, at {+0x12ab}".
std::vector<std::string> unreceived_of_mine();

} // namespace brigade::board

#include "trial/left_behind.hpp"

#include "trial/communicator.hpp"

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/endings.hpp"
#include "brigade/tracer/board/requests.hpp"
#include "brigade/tracer/board/unreceived_messages.hpp"

#include <string>

namespace brigade::harness {
namespace {

constexpr const char *kEndOfTest = "the end of the TEST";

void tell_without_board(MPI_Comm communicator, records::Writer &writer) {
  if (communicator == MPI_COMM_NULL)
    return;
  for (const board::TakenMessage &message : board::take_messages(communicator))
    writer.unreceived("message from rank " + std::to_string(message.source) + ", tag " +
                      std::to_string(message.tag) + ", " + std::to_string(message.bytes) +
                      " bytes");
}

} // namespace

void tell_left_behind(MPI_Comm world, MPI_Comm communicator, records::Writer &writer) {
  meet(world, kEndOfTest);
  if (!board::is_attached())
    return tell_without_board(communicator, writer);
  for (const std::string &request : board::take_open_requests())
    writer.open_request(request);
  board::check_all_call_counts();
  board::show_unreceived();
  meet(world, kEndOfTest);
  for (const std::string &message : board::unreceived_of_mine())
    writer.unreceived(message);
}

} // namespace brigade::harness

#include "brigade/tracer/board/rules.hpp"

#include "brigade/tracer/board/basic_types.hpp"
#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/board/faults.hpp"
#include "brigade/tracer/board/span_of_buffer.hpp"

#include <algorithm>
#include <string>

namespace brigade::board {
namespace {

using interpose::Arguments;
using interpose::Bytes;

constexpr int kLargestTag = 32767; // what MPI guarantees

std::string call_at(const WatchedCall &call) {
  return std::string(call.name) + " at " + place_text(address_in_program(call.caller));
}

void check_lifecycle(const WatchedCall &call) {
  if (mine->presence.load() == Presence::finalized)
    report_misuse(
        this_rank() + " calls " + call_at(call) + " after MPI_Finalize (" +
            place_text(mine->finalize_caller.load()) + ").",
        "Nothing of MPI may be called once MPI_Finalize has been; it is called once, at the end of "
        "the program.");
  if (call.shape == Shape::initialize)
    report_misuse(this_rank() + " calls " + call_at(call) + " a second time.",
                  "MPI is started once, at the begin of the program.");
}

void check_tags(const WatchedCall &call, const Arguments &a) {
  const int tag = std::max({a.tag, a.sendtag, a.recvtag});
  if (tag > kLargestTag)
    report_misuse(
        this_rank() + " gives " + call_at(call) + " the tag " + std::to_string(tag) +
            ": MPI guarantees tags up to 32767 only.",
        "Number the kinds of message, not the messages: two of one kind arrive in the order in "
        "which they were sent.");
}

/// How many of the blocks of a collective lie one after the other.
struct Blocks {
  std::int64_t sent = 1, received = 1;
};

Blocks blocks_of(const WatchedCall &call, const Communicator &of) {
  const auto size = static_cast<std::int64_t>(of.members.size());
  switch (call.bytes) {
  case Bytes::gather:
  case Bytes::all_gather:
    return {1, size};
  case Bytes::scatter:
    return {size, 1};
  case Bytes::all_to_all:
    return {size, size};
  case Bytes::reduce_scatter:
    return {size, 1};
  default:
    return {};
  }
}

void report_overlap(const WatchedCall &call) {
  report_misuse(this_rank() + " gives " + call_at(call) + " send and receive buffers that overlap.",
                call.shape == Shape::exchange
                    ? "Use two buffers, or MPI_Sendrecv_replace."
                    : "Use two buffers, or MPI_IN_PLACE as the send buffer.");
}

/// Of a call with a root only the root may leave one of the two buffers out.
void check_in_place(const WatchedCall &call, const Arguments &a) {
  const void *own = call.bytes == Bytes::scatter ? a.recvbuf : a.sendbuf;
  const bool is_rooted =
      call.bytes == Bytes::gather || call.bytes == Bytes::scatter || call.bytes == Bytes::reduce;
  if (!is_rooted || own != MPI_IN_PLACE)
    return;
  const Communicator &of = known(a.comm);
  if (!of.is_intercommunicator && a.root != of.rank)
    report_misuse(this_rank() + " gives " + call_at(call) + " MPI_IN_PLACE, but is not the root.",
                  "Only the root may; every other rank gives its own buffer.");
}

void check_buffers(const WatchedCall &call, const Arguments &a) {
  if (!a.sendbuf || !a.recvbuf || a.sendbuf == MPI_IN_PLACE || a.recvbuf == MPI_IN_PLACE)
    return;
  Blocks blocks;
  if (call.shape == Shape::collective) {
    const Communicator &of = known(a.comm);
    if (of.is_intercommunicator)
      return;
    const bool is_rooted =
        call.bytes == Bytes::gather || call.bytes == Bytes::scatter || call.bytes == Bytes::reduce;
    if (is_rooted && a.root != of.rank) // one of the two means nothing there
      return;
    blocks = blocks_of(call, of);
  }
  const std::int64_t whole = a.count >= 0 ? a.count : 0;
  std::int64_t sent = a.sendcount >= 0 ? a.sendcount * blocks.sent : whole;
  std::int64_t received = a.recvcount >= 0 ? a.recvcount * blocks.received : whole;
  if (call.bytes == Bytes::reduce_scatter && a.recvcount >= 0)
    sent = a.recvcount * blocks.sent;
  const MPI_Datatype send_type = a.sendtype != MPI_DATATYPE_NULL ? a.sendtype : a.type;
  const MPI_Datatype receive_type = a.recvtype != MPI_DATATYPE_NULL ? a.recvtype : a.type;
  if (overlap(span_of_buffer(a.sendbuf, sent, send_type),
              span_of_buffer(a.recvbuf, received, receive_type)))
    report_overlap(call);
}

/// Whether both counts of the call mean something on this rank and are those of blocks of one size.
bool has_block_counts(const WatchedCall &call, const Arguments &a) {
  const bool is_rooted = call.bytes == Bytes::gather || call.bytes == Bytes::scatter;
  if (!is_rooted && call.bytes != Bytes::all_gather && call.bytes != Bytes::all_to_all)
    return false;
  if (a.sendcount < 0 || a.recvcount < 0 || a.sendcounts || a.recvcounts ||
      a.sendbuf == MPI_IN_PLACE || a.recvbuf == MPI_IN_PLACE)
    return false;
  const Communicator &of = known(a.comm);
  return !of.is_intercommunicator && (!is_rooted || a.root == of.rank);
}

/// What a rank sends to itself it must expect.
void check_block_counts(const WatchedCall &call, const Arguments &a) {
  if (!has_block_counts(call, a))
    return;
  const std::int64_t sent = bytes_of(a.sendcount, a.sendtype);
  const std::int64_t expected = bytes_of(a.recvcount, a.recvtype);
  if (sent != expected)
    report_misuse(this_rank() + " gives " + call_at(call) + " blocks of " + std::to_string(sent) +
                      " bytes to send and of " + std::to_string(expected) + " bytes to receive.",
                  "Both counts are of what goes from one rank to one rank, in elements of their "
                  "types; neither is the total.");
}

} // namespace

void check_rules(const WatchedCall &call, const Arguments &arguments) {
  check_lifecycle(call);
  if (mine->presence.load() == Presence::finalized)
    return;
  check_tags(call, arguments);
  check_in_place(call, arguments);
  check_block_counts(call, arguments);
  check_buffers(call, arguments);
}

} // namespace brigade::board

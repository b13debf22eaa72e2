#include "brigade/tracer/board/pair_counts.hpp"

#include "brigade/tracer/board/basic_types.hpp"
#include "brigade/tracer/board/faults.hpp"

#include <atomic>
#include <string>

namespace brigade::board {
namespace {

using interpose::Arguments;
using interpose::Bytes;

std::int64_t sent_to(const WatchedCall &call, const Arguments &a, int own, int other) {
  if (call.bytes == Bytes::gather)
    return a.root == other && own != other ? bytes_of(a.sendcount, a.sendtype) : -1;
  if (!a.sendcounts || a.sendbuf == MPI_IN_PLACE || (call.bytes == Bytes::scatter && a.root != own))
    return -1;
  return bytes_of(a.sendcounts[other], a.sendtypes ? a.sendtypes[other] : a.sendtype);
}

std::int64_t expected_from(const WatchedCall &call, const Arguments &a, int own, int other) {
  if (call.bytes == Bytes::scatter)
    return a.root == other && own != other ? bytes_of(a.recvcount, a.recvtype) : -1;
  if (!a.recvcounts || (call.bytes == Bytes::gather && a.root != own))
    return -1;
  return bytes_of(a.recvcounts[other], a.recvtypes ? a.recvtypes[other] : a.recvtype);
}

void report(const WatchedCall &call, std::int32_t sender, std::int64_t sent, std::int32_t receiver,
            std::int64_t expected) {
  report_misuse(
      "In " + std::string(call.name) + " at " + place_text(address_in_program(call.caller)) + " " +
          rank_text(sender) + " sends " + std::to_string(sent) + " bytes to " +
          rank_text(receiver) + ", which expects " + std::to_string(expected) + ".",
      "The counts of a pair must be equal on both sides: exchange them first, or work them out "
      "by the same formula on every rank.");
}

} // namespace

bool has_pair_counts(const WatchedCall &call) {
  const bool can_have = call.bytes == Bytes::gather || call.bytes == Bytes::scatter ||
                        call.bytes == Bytes::all_to_all;
  return can_have && call.name.find_first_of("vw") != call.name.npos;
}

void compare_pair_counts(const WatchedCall &call, const Arguments &a, const Communicator &of,
                         std::uint64_t number) {
  if (!has_pair_counts(call))
    return;
  const int size = static_cast<int>(of.members.size());
  PairVectors &own = mine->vectors[number % kVectors];
  own.version.fetch_add(1);
  own.communicator = of.id;
  own.number = number;
  for (int other = 0; other < size; ++other) {
    own.send[static_cast<std::size_t>(other)] = sent_to(call, a, of.rank, other);
    own.receive[static_cast<std::size_t>(other)] = expected_from(call, a, of.rank, other);
  }
  own.version.fetch_add(1);
  std::atomic_thread_fence(
      std::memory_order_seq_cst); // of two that come at once, at least one sees both

  const auto self = static_cast<std::size_t>(of.rank);
  for (std::size_t other = 0; other < static_cast<std::size_t>(size); ++other) {
    const std::int32_t world = of.members[other];
    const PairVectors &theirs =
        shared().slots[static_cast<std::size_t>(world)].vectors[number % kVectors];
    const std::uint64_t version = theirs.version.load();
    const bool is_same = theirs.communicator == of.id && theirs.number == number;
    const std::int64_t they_send = theirs.send[self], they_expect = theirs.receive[self];
    std::atomic_thread_fence(std::memory_order_acquire);
    if (version % 2 != 0 || version != theirs.version.load() || !is_same)
      continue;
    const std::int64_t sent = own.send[other], expected = own.receive[other];
    if (sent >= 0 && they_expect >= 0 && sent != they_expect)
      report(call, of.members[self], sent, world, they_expect);
    if (they_send >= 0 && expected >= 0 && they_send != expected)
      report(call, world, they_send, of.members[self], expected);
  }
}

} // namespace brigade::board

#include "brigade/tracer/board/signatures.hpp"

#include "brigade/tracer/board/basic_types.hpp"
#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/board/faults.hpp"
#include "brigade/tracer/board/pair_counts.hpp"
#include "brigade/tracer/board/signature_difference.hpp"

#include <sched.h>

#include <algorithm>
#include <vector>

namespace brigade::board {
namespace {

using interpose::Arguments;
using interpose::Bytes;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 1099511628211 + 0x9e3779b9;
}

/// What must be equal between ranks: elements of a type.
struct Part {
  std::int64_t count;
  MPI_Datatype type;
};

Part part_of(const Arguments &a, Bytes kind, bool is_root) {
  const Part sent{a.sendcount, a.sendtype}, received{a.recvcount, a.recvtype};
  switch (kind) {
  case Bytes::gather: // the root's sending side may be in place, the others' receiving side means
                      // nothing
    return is_root ? received : sent;
  case Bytes::scatter:
    return is_root ? sent : received;
  case Bytes::all_gather:
  case Bytes::all_to_all:
    return a.sendbuf == MPI_IN_PLACE ? received : sent;
  case Bytes::reduce_scatter:
    return {a.recvcount, a.type};
  default:
    return {a.count, a.type};
  }
}

void describe_counts(Signature &signature, const Arguments &a, const Communicator &of) {
  const auto size = of.members.size();
  signature.shape = 7;
  for (std::size_t rank = 0; rank < size; ++rank)
    signature.shape =
        mixed(signature.shape, static_cast<std::uint64_t>(a.recvcounts[static_cast<int>(rank)]));
}

void describe_grid(Signature &signature, const Arguments &a) {
  signature.shape = 11;
  for (int i = 0; i < a.ndims && a.dims; ++i) {
    signature.shape = mixed(signature.shape, static_cast<std::uint64_t>(a.dims[i]));
    signature.shape = mixed(signature.shape, a.periods && a.periods[i] ? 1 : 0);
  }
}

std::uint64_t members_of(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  std::uint64_t members = 0;
  for (int i = 0; i < size; ++i) {
    int rank = 0;
    PMPI_Group_translate_ranks(group, 1, &i, world, &rank);
    if (rank >= 0 && rank < static_cast<int>(kMaxRanks))
      members |= std::uint64_t{1} << rank;
  }
  PMPI_Group_free(&world);
  return members;
}

Signature signature_of(const WatchedCall &call, const Arguments &a, const Communicator &of) {
  Signature signature{};
  const std::string_view name = call.name;
  signature.call.set(name.ends_with("_c") ? name.substr(0, name.size() - 2) : name);
  signature.root = a.root >= 0 ? a.root : kNone;
  signature.bytes = -1;
  signature.caller = address_in_program(call.caller);
  if (a.op != MPI_OP_NULL) {
    signature.operation.set(interpose::name_of_op(a.op));
    signature.operation_id = operation_id(a.op);
  }
  if (call.shape == Shape::create) {
    describe_grid(signature, a);
    if (a.group != MPI_GROUP_NULL)
      signature.members = members_of(a.group);
    return signature;
  }
  if (has_pair_counts(call))
    return signature;
  if (a.recvcounts) {
    const MPI_Datatype type = a.type != MPI_DATATYPE_NULL ? a.type : a.recvtype;
    signature.basic_types = basic_types(type);
    signature.type.set(interpose::name_of_type(type));
    describe_counts(signature, a, of);
    return signature;
  }
  if (const Part part = part_of(a, call.bytes, a.root == of.rank); part.count >= 0) {
    signature.count = part.count;
    signature.bytes = bytes_of(part.count, part.type);
    signature.basic_types = signature.bytes > 0 ? basic_types(part.type) : 0;
    signature.type.set(interpose::name_of_type(part.type));
  }
  return signature;
}

bool wait_until_written(const Agreement &place, std::uint64_t number) {
  for (int turn = 0; turn < 10'000; ++turn) {
    if (place.ready.load(std::memory_order_acquire) == number)
      return true;
    sched_yield();
  }
  return false; // its rank has died between two stores
}

void compare_with_first(const Communicator &of, std::uint64_t number, const Signature &own) {
  Agreement &place = of.state->agreements[number % kRemembered];
  const std::uint64_t bit = std::uint64_t{1} << of.rank;
  for (std::uint64_t seen = place.number.load(); seen < number;)
    if (place.number.compare_exchange_strong(seen, number)) {
      place.first_rank = of.rank;
      place.signature = own;
      place.agreeing.store(bit);
      place.ready.store(number, std::memory_order_release);
      return;
    }
  // Where another is already so far ahead that the place is its, nothing can be said.
  if (place.number.load() != number || !wait_until_written(place, number))
    return;
  const Signature first = place.signature;
  if (place.number.load() != number)
    return;
  const std::uint64_t self = std::uint64_t{1} << of.members[static_cast<std::size_t>(of.rank)];
  if (difference(first, own, self) == Difference::none)
    place.agreeing.fetch_or(bit);
  else
    report_signature(of.id, number, own);
}

} // namespace

void compare_signature(const WatchedCall &call, const Arguments &arguments, std::uint64_t number) {
  const Communicator &of = known(arguments.comm);
  if (!of.is_checked || !of.state || of.members.size() < 2)
    return;
  compare_with_first(of, number, signature_of(call, arguments, of));
  compare_pair_counts(call, arguments, of, number);
}

} // namespace brigade::board

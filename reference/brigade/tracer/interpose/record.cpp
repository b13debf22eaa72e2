#include "brigade/tracer/interpose/record.hpp"

#include "brigade/tracer/communicator_name.hpp"
#include "brigade/tracer/traffic_formula.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace brigade::interpose {
namespace {

/// Counts and types of what a rank sends, or of what it receives: the same for all ranks, or one
/// each.
struct Side {
  std::int64_t count;
  MPI_Datatype type;
  Counts counts;
  const MPI_Datatype *types;

  std::int64_t count_for(int rank) const { return counts ? counts[rank] : count; }
  MPI_Datatype type_for(int rank) const { return types ? types[rank] : type; }
  std::int64_t bytes_for(int rank) const;
  std::int64_t elements(int ranks) const;
  std::int64_t bytes(int ranks) const;
};

std::int64_t size_of_type(MPI_Datatype type) {
  MPI_Count size = 0;
  PMPI_Type_size_x(type, &size);
  return std::max<std::int64_t>(size, 0);
}

std::int64_t Side::bytes_for(int rank) const {
  const std::int64_t elements = count_for(rank); // the type of nothing need not be a type
  return elements > 0 ? elements * size_of_type(type_for(rank)) : 0;
}

std::int64_t Side::elements(int ranks) const {
  std::int64_t sum = 0;
  for (int rank = 0; rank < ranks; ++rank)
    sum += count_for(rank);
  return sum;
}

std::int64_t Side::bytes(int ranks) const {
  std::int64_t sum = 0;
  for (int rank = 0; rank < ranks; ++rank)
    sum += bytes_for(rank);
  return sum;
}

/// Elements, type and bytes of a collective, as they go into its record.
struct Volume {
  std::int64_t count;
  MPI_Datatype type;
  std::int64_t bytes;
};

Volume volume_of_collective(const Arguments &a, Bytes kind, int ranks, int rank) {
  const Side whole{a.count, a.type, {}, nullptr};
  const Side sent{a.sendcount, a.sendtype, a.sendcounts, a.sendtypes};
  const Side received{a.recvcount, a.recvtype, a.recvcounts, a.recvtypes};
  const bool is_root = a.root == rank, in_place = a.sendbuf == MPI_IN_PLACE;
  // In place, what a rank gives lies where its result will be, and is described there.
  const Side &given = in_place ? received : sent;
  switch (kind) {
  case Bytes::broadcast:
    return {a.count, a.type, traffic::broadcast(whole.bytes_for(0), ranks, is_root)};
  case Bytes::reduce:
    return {a.count, a.type, traffic::reduce(whole.bytes_for(0), is_root)};
  case Bytes::all_reduce:
    return {a.count, a.type, traffic::all_reduce(a.count, size_of_type(a.type), ranks, rank)};
  case Bytes::scan:
    return {a.count, a.type, traffic::scan(whole.bytes_for(0), ranks, rank)};
  case Bytes::reduce_scatter: {
    const Side blocks{a.recvcount, a.type, a.recvcounts, nullptr};
    return {blocks.elements(ranks), a.type,
            traffic::reduce_scatter(blocks.bytes(ranks), blocks.bytes_for(rank))};
  }
  case Bytes::gather:
    return {given.count_for(rank), given.type,
            traffic::gather(is_root ? 0 : sent.bytes_for(rank), is_root)};
  case Bytes::scatter:
    if (!is_root) // only the root's sending side means anything
      return {received.count, received.type, 0};
    return {sent.elements(ranks), sent.type,
            traffic::scatter(sent.bytes(ranks), sent.bytes_for(rank), true)};
  case Bytes::all_gather:
    return {given.count_for(rank), given.type, traffic::all_gather(given.bytes_for(rank), ranks)};
  case Bytes::all_to_all:
    return {given.elements(ranks), given.type_for(rank),
            traffic::all_to_all(given.bytes(ranks), given.bytes_for(rank))};
  case Bytes::none:
  case Bytes::receive:
  case Bytes::send:
    break;
  }
  return {0, MPI_DATATYPE_NULL, 0};
}

/// MPI's negative constants (any source, any tag, no process) are no rank and no tag.
int or_none(int number) { return std::max(number, -1); }

void fill_send(CommRecord &record, const Arguments &a) {
  const Side sent = a.count >= 0 ? Side{a.count, a.type, {}, nullptr}
                                 : Side{a.sendcount, a.sendtype, {}, nullptr};
  record.count = sent.count;
  record.type = name_of_type(sent.type);
  record.peer = a.dest == MPI_PROC_NULL ? -1 : a.dest;
  record.tag = or_none(a.tag >= 0 ? a.tag : a.sendtag);
  record.bytes = a.dest == MPI_PROC_NULL ? 0 : traffic::send(sent.count, size_of_type(sent.type));
}

void fill_receive(CommRecord &record, const Arguments &a) {
  record.count = std::max<std::int64_t>(a.count, 0);
  record.type = name_of_type(a.type);
  record.peer = a.source == MPI_PROC_NULL ? -1 : or_none(a.source);
  record.tag = or_none(a.tag);
  if (a.status == MPI_STATUS_IGNORE)
    return;
  record.peer = a.status->MPI_SOURCE == MPI_PROC_NULL ? -1 : or_none(a.status->MPI_SOURCE);
  record.tag = or_none(a.status->MPI_TAG);
  int received = MPI_UNDEFINED;
  if (a.type != MPI_DATATYPE_NULL)
    PMPI_Get_count(a.status, a.type, &received);
  if (received != MPI_UNDEFINED)
    record.count = received;
}

void fill_collective(CommRecord &record, const Arguments &a, Bytes bytes) {
  record.operation = name_of_op(a.op);
  record.root = or_none(a.root);
  int is_intercommunicator = 0;
  PMPI_Comm_test_inter(a.comm, &is_intercommunicator);
  if (is_intercommunicator)
    return;
  int ranks = 1, rank = 0;
  PMPI_Comm_size(a.comm, &ranks);
  PMPI_Comm_rank(a.comm, &rank);
  const Volume volume = volume_of_collective(a, bytes, ranks, rank);
  record.count = volume.count;
  record.type = name_of_type(volume.type);
  record.bytes = volume.bytes;
}

std::map<MPI_Request, CommRecord> &persistent_records() {
  static auto &records = *new std::map<MPI_Request, CommRecord>;
  return records;
}

} // namespace

std::string_view name_of_op(MPI_Op op) {
  struct Named {
    MPI_Op op;
    std::string_view name;
  };
  const std::array<Named, 14> known{{{MPI_OP_NULL, ""},
                                     {MPI_SUM, "sum"},
                                     {MPI_MAX, "max"},
                                     {MPI_MIN, "min"},
                                     {MPI_PROD, "prod"},
                                     {MPI_LAND, "land"},
                                     {MPI_BAND, "band"},
                                     {MPI_LOR, "lor"},
                                     {MPI_BOR, "bor"},
                                     {MPI_LXOR, "lxor"},
                                     {MPI_BXOR, "bxor"},
                                     {MPI_MAXLOC, "maxloc"},
                                     {MPI_MINLOC, "minloc"},
                                     {MPI_REPLACE, "replace"}}};
  const auto found = std::ranges::find(known, op, &Named::op);
  return found == known.end() ? "user" : found->name;
}

std::string_view name_of_type(MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL)
    return "";
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  int length = 0;
  PMPI_Type_get_name(type, name.data(), &length);
  if (length == 0)
    return "derived";
  return Ledger::instance().intern({name.data(), static_cast<std::size_t>(length)});
}

CommRecord record_of(std::string_view call, const Arguments &arguments, Bytes bytes) {
  CommRecord record;
  record.kind = call;
  if (arguments.comm != MPI_COMM_NULL)
    record.axes = communicator_name(arguments.comm);
  if (bytes == Bytes::send)
    fill_send(record, arguments);
  else if (bytes == Bytes::receive)
    fill_receive(record, arguments);
  else if (bytes != Bytes::none)
    fill_collective(record, arguments, bytes);
  return record;
}

void remember_persistent(MPI_Request request, const Arguments &arguments, Bytes bytes) {
  persistent_records()[request] = record_of("", arguments, bytes);
}

void forget_persistent(MPI_Request request) { persistent_records().erase(request); }

CommRecord record_of_start(std::string_view call, MPI_Request request) {
  CommRecord record;
  if (const auto found = persistent_records().find(request); found != persistent_records().end())
    record = found->second;
  record.kind = call;
  return record;
}

} // namespace brigade::interpose

#include "brigade/tracer/board/mpi_words.hpp"

#include "brigade/tracer/board/basic_types.hpp"
#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/communicators.hpp"

#include <algorithm>
#include <array>

namespace brigade::board {
namespace {

using interpose::Arguments;

int class_of(int code) {
  int error_class = MPI_ERR_UNKNOWN;
  PMPI_Error_class(code, &error_class);
  return error_class;
}

/// The innermost of MPI's lines: "Message from rank 0 and tag 3 truncated; 40 bytes received but
/// buffer size is 8".
std::string words_of_mpi(int code) {
  std::array<char, MPI_MAX_ERROR_STRING> letters{};
  int length = 0;
  PMPI_Error_string(code, letters.data(), &length);
  std::string text(letters.data(), static_cast<std::size_t>(length));
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  if (const auto line = text.rfind('\n'); line != text.npos)
    text = text.substr(line + 1);
  // "MPIDI_recv_event(81): Message …": the function is of the library's own.
  if (const auto colon = text.find("): "); colon != text.npos && text.find(' ') > colon)
    text = text.substr(colon + 3);
  return text;
}

std::string element_text(std::int64_t count, MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL)
    return std::to_string(count) + " of MPI_DATATYPE_NULL";
  return std::to_string(count) + " " + std::string(interpose::name_of_type(type)) + " (" +
         std::to_string(bytes_of(count, type)) + " bytes)";
}

std::string ranks_text(MPI_Comm communicator) {
  int size = 0;
  if (communicator == MPI_COMM_NULL || PMPI_Comm_size(communicator, &size) != MPI_SUCCESS)
    return "no ranks";
  return size == 1 ? "only rank 0" : "ranks 0 to " + std::to_string(size - 1);
}

/// Where a communicator comes from, if a split made it.
std::string origin_text(MPI_Comm communicator) {
  if (communicator == MPI_COMM_NULL)
    return "";
  const CommunicatorState *state = known(communicator).state;
  if (!state || state->made_by.view() != "MPI_Comm_split")
    return "";
  const auto rank = static_cast<std::size_t>(known(communicator).rank);
  return " It was made by MPI_Comm_split at " + place_text(state->made_at[rank].load()) +
         ", where this rank gave color " + std::to_string(state->color[rank].load()) + ".";
}

bool frees_a_communicator(const FailedCall &call) {
  return call.name == "MPI_Comm_free" || call.name == "MPI_Comm_disconnect";
}

/// Why there is no communicator behind the handle.
std::string cause_of_none(const FailedCall &call) {
  const MPI_Comm handle = call.arguments.comm;
  const LostCommunicator *lost = lost_communicator();
  const bool is_unseen = call.name.empty() || frees_a_communicator(call);
  const bool is_null =
      is_unseen ? words_of_mpi(call.code).starts_with("Null") : handle == MPI_COMM_NULL;
  if (is_null && lost && lost->freed_at == 0)
    return lost->made_by + " at " + place_text(lost->made_at) +
           " gave this rank MPI_COMM_NULL: it gave the color MPI_UNDEFINED, or is not in the "
           "group. It must leave the communicator's calls out.";
  if (is_null)
    return "Its handle is MPI_COMM_NULL: no call has made it on this rank, or one has freed it" +
           (lost ? " (MPI_Comm_free at " + place_text(lost->freed_at) + " freed one)"
                 : std::string()) +
           ".";
  if (!lost || lost->freed_at == 0 || (!is_unseen && lost->handle != handle))
    return "Its handle is none that a call has made, or it was freed.";
  const std::string freed =
      "MPI_Comm_free at " + place_text(lost->freed_at) + " has already freed ";
  if (lost->made_at == 0)
    return freed + "it, and it belongs to the caller: a function frees what it has made itself.";
  return freed + "the communicator that " + lost->made_by + " made at " +
         place_text(lost->made_at) +
         ". Free it once, when nobody will use it any more: what a constructor makes, its "
         "destructor frees.";
}

std::int64_t smallest_count(const Arguments &a) {
  std::int64_t smallest = 0;
  for (const std::int64_t count : {a.count, a.sendcount, a.recvcount})
    if (count < -1)
      smallest = std::min(smallest, count);
  return smallest;
}

/// What is wrong, without the call's name; empty where MPI alone can say it.
std::string plain(const FailedCall &call) {
  const Arguments &a = call.arguments;
  const int peer = a.dest != MPI_PROC_NULL ? a.dest : a.source;
  const int error_class = class_of(call.code);
  if (error_class == MPI_ERR_TRUNCATE) {
    const std::int64_t count = a.count >= 0 ? a.count : a.recvcount;
    const MPI_Datatype type = a.count >= 0 ? a.type : a.recvtype;
    return "the message is longer than the buffer" +
           (count >= 0 ? " of " + element_text(count, type) : std::string());
  }
  if (error_class == MPI_ERR_RANK)
    return "rank " + std::to_string(peer) + " is none of the communicator's, which has " +
           ranks_text(a.comm);
  if (error_class == MPI_ERR_ROOT)
    return "root " + std::to_string(a.root) + " is none of the communicator's, which has " +
           ranks_text(a.comm);
  if (error_class == MPI_ERR_TAG)
    return "tag " + std::to_string(a.tag >= 0 || a.sendtag < 0 ? a.tag : a.sendtag) +
           " is no tag for it";
  if (error_class == MPI_ERR_COUNT)
    return "the count " + std::to_string(a.count < -1 ? a.count : smallest_count(a)) +
           " is negative";
  if (error_class == MPI_ERR_COMM && call.name.empty())
    return "there is no such communicator any more";
  if (error_class == MPI_ERR_COMM && frees_a_communicator(call))
    return "there is no communicator to free";
  if (error_class == MPI_ERR_COMM)
    return a.comm == MPI_COMM_NULL ? "it was given MPI_COMM_NULL" : "it was given no communicator";
  if (error_class == MPI_ERR_TYPE)
    return "the type is none, or was not committed";
  if (error_class == MPI_ERR_OP)
    return "the operation does not go with the type";
  if (error_class == MPI_ERR_REQUEST)
    return "it was given no request";
  if (error_class == MPI_ERR_BUFFER)
    return "the buffer cannot be used";
  return "";
}

} // namespace

std::string sentence_of(const FailedCall &call) {
  const std::string ours = plain(call), theirs = words_of_mpi(call.code);
  return (call.name.empty() ? std::string("a call of MPI")
                            : std::string(call.name) + " at " + place_text(call.caller)) +
         " failed: " + (ours.empty() ? theirs : ours + " (MPI says: " + theirs + ")") + ".";
}

std::string cause_of(const FailedCall &call) {
  const Arguments &a = call.arguments;
  switch (class_of(call.code)) {
  case MPI_ERR_TRUNCATE:
    return "Sender and receiver must agree on the length: send the length first, or ask MPI_Probe. "
           "A "
           "message with the same tag that was meant for another receive does this too.";
  case MPI_ERR_RANK:
    return "Ranks are counted in the communicator of the call, from 0; outside the edge of a grid "
           "a "
           "neighbour is MPI_PROC_NULL." +
           origin_text(a.comm);
  case MPI_ERR_ROOT:
    return "Ranks are counted in the communicator of the call, from 0." + origin_text(a.comm);
  case MPI_ERR_TAG:
    if (a.tag == MPI_ANY_SOURCE || a.tag == MPI_ANY_TAG)
      return "A wildcard stands in the wrong place: MPI_ANY_TAG is for tags of receives, "
             "MPI_ANY_SOURCE for "
             "their source; a send takes neither.";
    return "Tags go from 0 to 32767.";
  case MPI_ERR_COUNT:
    return "A number too large for an int turns negative: count in larger units, or use the "
           "large-count "
           "function.";
  case MPI_ERR_COMM:
    return cause_of_none(call);
  case MPI_ERR_TYPE:
    return "A derived type needs MPI_Type_commit before its first use.";
  case MPI_ERR_BUFFER:
    return "Every rank that sends or receives needs memory for it: a null pointer is one only "
           "where "
           "the count is 0, and MPI_IN_PLACE only where the call allows it.";
  default:
    return "";
  }
}

} // namespace brigade::board

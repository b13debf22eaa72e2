#include "brigade/tracer/board/requests.hpp"

#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/board/faults.hpp"
#include "brigade/tracer/board/sent_messages.hpp"
#include "brigade/tracer/board/span_of_buffer.hpp"

#include <algorithm>
#include <deque>
#include <map>

namespace brigade::board {
namespace {

using interpose::Arguments;

struct Started {
  PendingWork work;
  BufferSpan buffer;       ///< of a send or a receive
  Fingerprint fingerprint; ///< of what a send sends, when it began
  std::uint64_t order = 0;
  bool is_persistent = false, is_active = true;
};

/// MPI may give one handle to several requests that were complete at once.
std::map<MPI_Request, std::deque<Started>> &started() {
  static auto &all = *new std::map<MPI_Request, std::deque<Started>>;
  return all;
}

/// The handles that a call was given, since it overwrites them.
std::vector<MPI_Request> given;

bool starts_a_request(const WatchedCall &call, const Arguments &a) {
  return a.request && call.shape != Shape::complete && call.shape != Shape::start &&
         call.shape != Shape::release;
}

Started made_by(const WatchedCall &call, const Arguments &a) {
  static std::uint64_t order = 0;
  Started request;
  request.order = ++order;
  request.is_persistent = call.name.find("_init") != std::string_view::npos;
  request.is_active = !request.is_persistent;
  PendingWork &work = request.work;
  if (mine->call.pending_count > 0)
    work = mine->call.pending[0];
  work.shape = call.shape == Shape::exchange ? Shape::receive : call.shape;
  work.call.set(call.name);
  work.caller = address_in_program(call.caller);
  if (mine->call.pending_count == 0) {
    work.peer = kNone;
    work.tag = -1;
  }
  if (a.comm != MPI_COMM_NULL)
    work.communicator = known(a.comm).id;
  work.number = mine->call.number;
  if (call.shape == Shape::send || call.shape == Shape::receive)
    request.buffer = span_of_buffer(a.buffer, a.count, a.type);
  if (call.shape == Shape::send && request.is_active)
    request.fingerprint = fingerprint_of(request.buffer);
  return request;
}

std::string peer_text(const PendingWork &work) {
  std::string text;
  if (work.peer == kAny)
    text += " from any rank";
  if (work.peer >= 0)
    text += (work.shape == Shape::send ? " to " : " from ") + rank_text(work.peer);
  if (work.tag >= 0)
    text += ", tag " + std::to_string(work.tag);
  return text;
}

std::string started_text(const PendingWork &work) {
  return work.call.text() + peer_text(work) + ", started at " + place_text(work.caller);
}

/// The buffer of a send that is complete now must be as it was.
void check_unchanged(const Started &request) {
  if (request.fingerprint.kind != Fingerprint::Kind::taken)
    return;
  const Fingerprint now = fingerprint_of(request.buffer);
  if (now.kind == Fingerprint::Kind::unknown ||
      (now.kind == Fingerprint::Kind::taken && now.value == request.fingerprint.value))
    return;
  report_misuse(this_rank() + (now.kind == Fingerprint::Kind::taken ? " changed" : " freed") +
                    " the buffer of " + started_text(request.work) +
                    ", before the send was complete (" + mine->call.name.text() + " at " +
                    place_text(mine->call.caller) + ").",
                "Until MPI_Wait or MPI_Test says that a send is complete, its buffer must stay as "
                "it is: give "
                "each send that is under way a buffer of its own, or wait first.");
}

/// What a call receives into, or sends from, must not be under way already.
void check_under_way(const WatchedCall &call, const Arguments &a) {
  if ((call.shape != Shape::send && call.shape != Shape::receive) || started().empty() ||
      call.name.find("_init") != std::string_view::npos)
    return;
  const BufferSpan buffer = span_of_buffer(a.buffer, a.count, a.type);
  for (const auto &[handle, all] : started())
    for (const Started &request : all) {
      const bool is_read_twice = call.shape == Shape::send && request.work.shape == Shape::send;
      if (!request.is_active || is_read_twice || !overlap(buffer, request.buffer))
        continue;
      report_misuse(this_rank() + " gives " + std::string(call.name) + " at " +
                        place_text(address_in_program(call.caller)) +
                        " a buffer that overlaps that of " + started_text(request.work) +
                        ", which is not complete.",
                    "Use another buffer, or wait for the first request.");
    }
}

void complete(MPI_Request request) {
  const auto found = started().find(request);
  if (found == started().end())
    return;
  check_unchanged(found->second.front());
  if (found->second.front().is_persistent) {
    found->second.front().is_active = false;
    return;
  }
  found->second.pop_front();
  if (found->second.empty())
    started().erase(found);
}

/// Did the call say that the request at `place` is complete? Only asked of persistent ones, whose
/// handles stay.
bool was_said_complete(const Arguments &a, int place) {
  if (a.flag && *a.flag == 0)
    return false;
  if (a.index)
    return *a.index == place;
  if (a.indices)
    return *a.outcount > 0 &&
           std::find(a.indices, a.indices + *a.outcount, place) != a.indices + *a.outcount;
  return true;
}

void complete_those_of(const Arguments &a) {
  const MPI_Request *now = a.request ? a.request : a.requests;
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i] != MPI_REQUEST_NULL &&
        (now[i] == MPI_REQUEST_NULL || was_said_complete(a, static_cast<int>(i))))
      complete(given[i]);
}

} // namespace

const PendingWork *work_of(MPI_Request request) {
  const auto found = started().find(request);
  if (found == started().end() || !found->second.front().is_active)
    return nullptr;
  return &found->second.front().work;
}

void note_entering(const WatchedCall &call, const Arguments &a) {
  given.clear();
  check_under_way(call, a);
  if (starts_a_request(call, a))
    return;
  if (a.request)
    given.push_back(*a.request);
  else if (a.requests)
    given.assign(a.requests, a.requests + a.many);
}

void note_left(const WatchedCall &call, const Arguments &a, int code) {
  if (starts_a_request(call, a)) {
    if (code == MPI_SUCCESS && *a.request != MPI_REQUEST_NULL)
      started()[*a.request].push_back(made_by(call, a));
    return;
  }
  if (call.shape == Shape::complete)
    complete_those_of(a);
  for (const MPI_Request request : given) {
    const auto found = started().find(request);
    if (found == started().end())
      continue;
    if (call.shape == Shape::start) {
      found->second.front().is_active = true;
      if (const PendingWork &work = found->second.front().work; work.shape == Shape::send)
        note_sent(work);
    }
    if (call.shape == Shape::release) {
      found->second.pop_front();
      if (found->second.empty())
        started().erase(found);
    }
  }
}

void note_completed(MPI_Request request) { complete(request); }

std::vector<std::string> open_requests() {
  std::vector<const Started *> open;
  for (const auto &[handle, all] : started())
    for (const Started &request : all)
      if (request.is_active)
        open.push_back(&request);
  std::ranges::sort(open, {}, &Started::order);
  std::vector<std::string> lines;
  for (const Started *request : open)
    lines.push_back(started_text(request->work));
  return lines;
}

std::vector<std::string> take_open_requests() {
  std::vector<std::string> lines = open_requests();
  for (auto &[handle, all] : started())
    std::erase_if(
        all, [](const Started &request) { return request.is_active && !request.is_persistent; });
  std::erase_if(started(), [](const auto &one) { return one.second.empty(); });
  for (auto &[handle, all] : started())
    for (Started &request : all)
      request.is_active = false;
  return lines;
}

} // namespace brigade::board

#include "brigade/tracer/board/watched_call.hpp"

#include "brigade/tracer/board/chaos.hpp"
#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/board/faults.hpp"
#include "brigade/tracer/board/requests.hpp"
#include "brigade/tracer/board/rules.hpp"
#include "brigade/tracer/board/sent_messages.hpp"
#include "brigade/tracer/board/signatures.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <ctime>
#include <vector>

namespace brigade::board {
namespace {

using interpose::Arguments;

int depth = 0; ///< an MPI call may call the program back, which may call MPI

/// The look in vain that came last, while nothing else has been called since.
struct Looking {
  bool is_going_on = false;
  std::string_view name;
  const void *caller = nullptr;
  std::vector<MPI_Request> requests;
  timespec ended{};
  Backoff backoff;
};
Looking looking;

/// A rank that works so long between two looks has something to do, and is not slowed.
constexpr std::uint64_t kBusyNanoseconds = 20'000;

std::uint64_t nanoseconds_between(const timespec &from, const timespec &to) {
  return static_cast<std::uint64_t>((to.tv_sec - from.tv_sec) * 1'000'000'000 + to.tv_nsec -
                                    from.tv_nsec);
}

timespec processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time;
}

std::string_view without_width(std::string_view name) {
  return name.ends_with("_c") ? name.substr(0, name.size() - 2) : name;
}

void add(CallState &state, const PendingWork &work) {
  if (state.pending_count < static_cast<std::int32_t>(kMaxPending))
    state.pending[static_cast<std::size_t>(state.pending_count)] = work;
  ++state.pending_count;
}

bool is_look(const WatchedCall &call, const Arguments &a) {
  return (call.shape == Shape::complete || call.shape == Shape::probe) &&
         (a.flag || call.name == "MPI_Testsome");
}

bool found_nothing(const Arguments &a) { return a.flag ? *a.flag == 0 : *a.outcount == 0; }

std::vector<MPI_Request> requests_of(const Arguments &a) {
  if (a.request)
    return {*a.request};
  return a.requests ? std::vector<MPI_Request>(a.requests, a.requests + a.many)
                    : std::vector<MPI_Request>();
}

/// Is this the same look as the last, or one of a round over several requests from one line?
bool is_same_look(const WatchedCall &call) {
  return looking.name == call.name && looking.caller == call.caller;
}

void describe_message(CallState &state, const WatchedCall &call, const Arguments &a) {
  const Communicator &communicator = known(a.comm);
  PendingWork work{};
  work.call.set(without_width(call.name));
  work.communicator = communicator.id;
  work.caller = state.caller;
  if (call.shape == Shape::send || call.shape == Shape::exchange) {
    work.shape = Shape::send;
    work.peer = communicator.in_world(a.dest);
    work.tag = a.tag >= 0 ? a.tag : a.sendtag;
    if (work.peer != kNone)
      add(state, work);
  }
  if (call.shape != Shape::send) {
    work.shape = call.shape == Shape::probe ? Shape::probe : Shape::receive;
    work.peer = communicator.in_world(a.source);
    work.tag = call.shape == Shape::exchange ? a.recvtag : a.tag;
    if (work.peer != kNone)
      add(state, work);
  }
}

void describe_collective(CallState &state, const Arguments &a) {
  Communicator &communicator = known(a.comm);
  state.number = ++communicator.calls;
  if (a.root >= 0)
    state.root = communicator.in_world(a.root);
  communicator.repeats = communicator.last_caller == state.caller ? communicator.repeats + 1 : 1;
  communicator.last_caller = state.caller;
  state.repeats = communicator.repeats;
  if (CommunicatorState *shown = communicator.state) {
    const auto rank = static_cast<std::size_t>(communicator.rank);
    shown->repeats[rank].store(state.repeats, std::memory_order_relaxed);
    shown->last_caller[rank].store(state.caller, std::memory_order_relaxed);
    shown->calls[rank].store(state.number, std::memory_order_release);
  }
}

void describe(CallState &state, const WatchedCall &call, const Arguments &a) {
  state.name.set(without_width(call.name));
  state.shape = call.shape;
  state.waits = false;
  state.caller = address_in_program(call.caller);
  state.communicator = 0;
  state.number = state.repeats = 0;
  state.root = kNone;
  state.pending_count = 0;
  if (a.comm != MPI_COMM_NULL)
    state.communicator = known(a.comm).id;
  switch (call.shape) {
  case Shape::send:
  case Shape::receive:
  case Shape::exchange:
  case Shape::probe:
    if (a.comm != MPI_COMM_NULL)
      describe_message(state, call, a);
    break;
  case Shape::complete:
    for (const MPI_Request request : requests_of(a))
      if (const PendingWork *work = work_of(request))
        add(state, *work);
    break;
  case Shape::collective:
  case Shape::create:
    if (a.comm != MPI_COMM_NULL)
      describe_collective(state, a);
    break;
  default:
    break;
  }
}

/// Adds what this look looks at to what the looks before it looked at.
void widen_look(const Arguments &a) {
  bool is_new = false;
  for (const MPI_Request request : requests_of(a))
    is_new = is_new || std::ranges::find(looking.requests, request) == looking.requests.end();
  if (!is_new)
    return;
  CallUpdate update;
  for (const MPI_Request request : requests_of(a)) {
    if (std::ranges::find(looking.requests, request) != looking.requests.end())
      continue;
    looking.requests.push_back(request);
    if (const PendingWork *work = work_of(request))
      add(mine->call, *work);
  }
}

/// Of a blocking or a nonblocking send; one that only makes a persistent request sends nothing.
void note_sends(const WatchedCall &call) {
  if (call.name.find("_init") != std::string_view::npos)
    return;
  for (std::int32_t i = 0; i < mine->call.pending_count; ++i)
    if (const PendingWork &work = mine->call.pending[static_cast<std::size_t>(i)];
        work.shape == Shape::send)
      note_sent(work);
}

void end_look(const WatchedCall &call, const Arguments &a) {
  if (!looking.is_going_on)
    looking = {true, call.name, call.caller, requests_of(a), {}, {}};
  looking.backoff.pause(); // it counts the look
  looking.ended = processor_time();
}

} // namespace

void enter(const WatchedCall &call, const Arguments &arguments) {
  if (depth++ > 0)
    return;
  note_call_in_progress(call, arguments);
  if (mine->presence.load(std::memory_order_relaxed) == Presence::finalized) {
    check_rules(call, arguments);
    return;
  }
  note_entering(call, arguments);
  const bool looks_on = looking.is_going_on && is_look(call, arguments);
  if (looks_on) {
    const std::uint64_t busy = nanoseconds_between(looking.ended, processor_time());
    mine->busy_nanoseconds.fetch_add(busy, std::memory_order_relaxed);
    if (busy > kBusyNanoseconds)
      looking.backoff = {};
    if (is_same_look(call)) {
      widen_look(arguments);
      return;
    }
    looking.name = call.name;
    looking.caller = call.caller;
    looking.requests = requests_of(arguments);
  } else {
    looking.is_going_on = false;
    if (!is_look(call, arguments))
      mine->calls_started.fetch_add(1, std::memory_order_relaxed);
    begin_wait();
  }
  {
    CallUpdate update;
    describe(mine->call, call, arguments);
  }
  mine->presence.store(call.shape == Shape::finalize ? Presence::finalizing : Presence::in_call,
                       std::memory_order_release);
  check_rules(call, arguments);
  if ((call.shape == Shape::collective || call.shape == Shape::create) &&
      arguments.comm != MPI_COMM_NULL)
    compare_signature(call, arguments, mine->call.number);
  delay_by_chaos();
}

void leave(const WatchedCall &call, const Arguments &arguments, int code) {
  if (--depth > 0)
    return;
  note_no_call_in_progress();
  if (mine->presence.load(std::memory_order_relaxed) == Presence::finalized)
    return;
  note_left(call, arguments, code);
  if (code == MPI_SUCCESS && (call.shape == Shape::send || call.shape == Shape::exchange))
    note_sends(call);
  if (code == MPI_SUCCESS && is_look(call, arguments) && found_nothing(arguments)) {
    end_look(call, arguments);
    mine->presence.store(Presence::outside, std::memory_order_release);
    return;
  }
  looking.is_going_on = false;
  if (call.shape == Shape::create && code == MPI_SUCCESS && arguments.newcomm &&
      arguments.comm != MPI_COMM_NULL && !arguments.request)
    note_made(arguments.comm, *arguments.newcomm, without_width(call.name), arguments.color,
              address_in_program(call.caller));
  mine->calls_completed.fetch_add(1, std::memory_order_relaxed);
  mine->presence.store(call.shape == Shape::finalize ? Presence::finalized : Presence::outside,
                       std::memory_order_release);
}

} // namespace brigade::board

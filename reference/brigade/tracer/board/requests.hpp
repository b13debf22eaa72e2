#pragma once

#include "brigade/tracer/board/watched_call.hpp"

#include <mpi.h>

#include <string>
#include <vector>

/// The requests of this rank that have been started and are not complete. Only while a board is
/// attached.
namespace brigade::board {

/// What a request does; null where it is none of ours, or complete.
const PendingWork *work_of(MPI_Request request);

/// Keeps account of the requests that calls start and complete.
void note_entering(const WatchedCall &call, const interpose::Arguments &arguments);
void note_left(const WatchedCall &call, const interpose::Arguments &arguments, int code);

/// Other means than MPI_* have completed it (brigade::wait).
void note_completed(MPI_Request request);

/// One line for each: "MPI_Isend to rank 2, tag 7, started at {+0x12ab}". The grader puts the
/// source line in place of the braces (launch/source_lines.hpp). Oldest first.
std::vector<std::string> open_requests();
/// The same, and they count as complete from now on: for a harness that tells of them.
std::vector<std::string> take_open_requests();

} // namespace brigade::board

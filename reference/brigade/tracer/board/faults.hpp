#pragma once

#include "brigade/tracer/board/layout.hpp"
#include "brigade/tracer/board/watched_call.hpp"

#include <string>

/// What a rank finds wrong. It writes that in its slot and stays where it is, so that the grader
/// finds every rank at its place; the grader then ends the launch.
namespace brigade::board {

/// Both are whole sentences; lines stand in them as place_text. Only the first fault of a rank
/// counts.
void report_misuse(const std::string &text, const std::string &cause);
/// This rank's call does not fit the first that came.
void report_signature(std::uint64_t communicator, std::uint64_t number, const Signature &signature);

/// What this rank never freed, which costs no points; told once.
void note_never_freed(const std::string &what);

/// From now on errors of MPI calls are reported, with the call that `call_in_progress` names.
void watch_mpi_errors();
/// Keeps what an error handler must know of the call that begins now.
void note_call_in_progress(const WatchedCall &call, const interpose::Arguments &arguments);
/// It is over; what fails from now on is another, which the tracer does not see.
void note_no_call_in_progress();

/// "Rank 1"
std::string this_rank();

} // namespace brigade::board

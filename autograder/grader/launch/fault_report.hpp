#pragma once

#include "grader/launch/board_view.hpp"

#include "brigade/tracer/board/layout.hpp"

#include <optional>

namespace brigade::grader {

/// What a rank has written down as its fault; of several ranks the lowest. Empty where none has.
/// @param view of all the ranks that were started: what the board says of itself the student's
/// program can write
std::optional<CrashReport> mpi_error_report(const board::Board &board, const BoardView &view,
                                            SourceLines &lines);
std::optional<MismatchReport> mismatch_report(const board::Board &board, const BoardView &view,
                                              SourceLines &lines);

/// A fault of that kind stands on the board. For `signature`: all members of the communicator have
/// come, so nothing more will be known.
bool has_fault(const board::Board &board, int ranks, board::Fault fault);
bool all_have_come(const board::Board &board, int ranks);

} // namespace brigade::grader

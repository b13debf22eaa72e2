#pragma once

#include "grader/launch/board_view.hpp"

namespace brigade::grader {

/// Says who waits for whom, and what is missing. The ranks of `view` cannot get on.
HangReport hang_report(const BoardView &view);

/// "Rank 1 threw 'bad input' while ranks 0 and 2 wait in MPI_Allreduce on world (ring.cpp:12)."
std::string while_others_text(const BoardView &view, int rank, const std::string &what);

/// "Rank 1 ended before MPI_Finalize while ranks 0 and 2 waited in …"; empty where all called it.
std::string ended_early_text(const BoardView &view);

} // namespace brigade::grader

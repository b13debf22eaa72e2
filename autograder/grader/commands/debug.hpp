#pragma once

#include "grader/commands/run.hpp"
#include "grader/commands/session.hpp"

namespace brigade::grader {

/// Runs the trial of one exercise with one of its ranks in gdb, stopped where the student's
/// function begins; the other ranks run on until they wait for it. There is no verdict and no time
/// limit. Where gdb is not installed: says what to install and, to a person, how to attach another
/// debugger. @return what to exit with. Throws InputError for what has nothing to run.
int debug_exercise(Session &session, const RunOptions &options);

} // namespace brigade::grader

#pragma once

/// A trial program that no grader has started.
namespace brigade::harness {

/// Takes its own arguments out of a command line, GoogleTest's stay: `--debug` prints what is
/// recorded, `--seed=7`, `--sizes=1,4,8` runs a pure exercise at these mesh sizes. Before the
/// TrialProgram is made.
void take_arguments(int &argc, char **argv);

/// Ranks other than 0 print only what failed, behind their rank.
void print_on_rank_0();

} // namespace brigade::harness

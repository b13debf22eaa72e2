#pragma once

namespace brigade::harness {

/// The main of a trial program. Under the grader it runs the TESTs that it was told and prints
/// nothing of its own; run by hand, under mpiexec or a debugger, it is an ordinary GoogleTest.
int run_trials(int argc, char **argv);

} // namespace brigade::harness

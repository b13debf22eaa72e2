#pragma once

#include "options.hpp"
#include "trainer.hpp"

namespace brigade::training {

/// A trainer as a program: reads the command line, trains, writes what was asked for.
/// @return what main returns.
int run_program(int argc, char **argv, const TrainerKind &kind);

} // namespace brigade::training

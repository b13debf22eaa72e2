#pragma once

#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/clean_up.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/ir/program.hpp"

#include <optional>
#include <vector>

namespace brigade {

/// Which passes run, in this order. All but propagate can be left out, to see what they do.
struct Passes {
  bool choose = true, partition = true;
  CleanUpPasses cleanup = {};
  bool cut_parameters = false; ///< choose also cuts parameters that nobody annotated, as
                               ///< auto_sharding does
};

/// A one-device program on its way to one that every device runs.
struct Plan {
  Program annotated; ///< what is planned: the user's program, or share_argmax's of it
  Program sharded;   ///< every value has a sharding
  std::vector<Departure>
      departures; ///< values of `sharded` that choose moved from where they were propagated
  std::optional<Program> partitioned; ///< if that pass ran
  MachineProfile profile;             ///< of which the modelled times are
  Program given = {}; ///< as the user wrote it; its gradients are instructions
};

/// Plans a program for its mesh. A pure function: the same plan in every process. Where argmax
/// looks along a cut dimension, the cheaper of two: with it, and with reductions in its place
/// (share_argmax.hpp), which `annotated` then has too; of over a thousand instructions the cheaper
/// as propagated. Throws InputError if the program has no mesh, and as the passes do.
Plan make_plan(const Program &program, const MachineProfile &profile = uniform_profile(),
               Passes passes = {});

} // namespace brigade

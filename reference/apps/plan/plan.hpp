#pragma once

#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/ir/program.hpp"
#include "options.hpp"
#include "run_on_ranks.hpp"

#include <optional>
#include <string>

namespace brigade::plan {

struct Plan {
  Program propagated;
  std::optional<Program> partitioned;
  MachineProfile profile;
  std::optional<RunResult> run;
};

/// Reads the program and plans it as far as the options say. Throws InputError.
Plan make_plan(const Options &options);

/// For people.
std::string as_text(const Plan &plan);
/// For programs; the fields are those of docs/text-form.md.
std::string as_json(const Plan &plan);

} // namespace brigade::plan

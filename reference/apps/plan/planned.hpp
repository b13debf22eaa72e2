#pragma once

#include "brigade/gspmd/explain.hpp"
#include "brigade/gspmd/plan_difference.hpp"
#include "options.hpp"
#include "run_on_ranks.hpp"

#include <optional>
#include <string>

namespace brigade::plan {

/// The plan held against that of another table of shardings.
struct Comparison {
  std::string here, there; ///< what the two are called
  PlanDifference difference;
};

struct Planned {
  Explanation explanation;
  std::optional<Comparison> comparison; ///< if it was asked for
  std::optional<RunResult> run;         ///< if it was asked for
};

/// Reads the program and plans it as far as the options say. Throws InputError.
Planned read_and_plan(const Options &options);

/// For people: the plan or, where it was asked for, the comparison alone.
std::string as_text(const Planned &planned, const TextOptions &options);
/// What came of --run.
std::string as_text(const RunResult &run);
/// What to think of a run that does not agree.
std::string disagreement(const RunResult &run);
/// For programs; the fields are those of docs/planning.md.
std::string as_json(const Planned &planned);

} // namespace brigade::plan

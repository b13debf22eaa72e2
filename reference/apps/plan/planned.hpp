#pragma once

#include "brigade/gspmd/plan.hpp"
#include "options.hpp"
#include "run_on_ranks.hpp"

#include <optional>
#include <string>

namespace brigade::plan {

struct Planned {
  Plan plan;
  std::optional<RunResult> run; ///< if it was asked for
};

/// Reads the program and plans it as far as the options say. Throws InputError.
Planned read_and_plan(const Options &options);

/// For people.
std::string as_text(const Planned &planned);
/// For programs; the fields are those of docs/text-form.md.
std::string as_json(const Planned &planned);

} // namespace brigade::plan

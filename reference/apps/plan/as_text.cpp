#include "planned.hpp"

#include <fmt/format.h>

namespace brigade::plan {

std::string as_text(const Planned &planned, const TextOptions &options) {
  const std::optional<Comparison> &compared = planned.comparison;
  return compared ? to_string(compared->difference, compared->here, compared->there)
                  : to_string(planned.explanation, options);
}

std::string as_text(const RunResult &run) {
  return fmt::format("Run on {} rank{}: largest difference from the interpreter {:.3g}, relative "
                     "{:.3g}\n",
                     run.ranks, run.ranks == 1 ? "" : "s", run.max_abs_difference,
                     run.max_rel_difference);
}

} // namespace brigade::plan

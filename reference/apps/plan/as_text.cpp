#include "planned.hpp"

#include "brigade/core/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::plan {

std::string as_text(const Planned &planned, const TextOptions &options) {
  const std::optional<Comparison> &compared = planned.comparison;
  return compared ? to_string(compared->difference, compared->here, compared->there)
                  : to_string(planned.explanation, options);
}

std::string as_text(const RunResult &run) {
  const std::vector<std::int64_t> &arenas = run.arena_bytes_per_rank;
  return fmt::format(
      "Run on {} rank{}: largest difference from the interpreter {:.3g}, relative "
      "{:.3g}{}\n",
      run.ranks, run.ranks == 1 ? "" : "s", run.max_abs_difference, run.max_rel_difference,
      arenas.empty()
          ? ""
          : fmt::format("; arena of a rank {} at most",
                        bytes_text(static_cast<double>(*std::ranges::max_element(arenas)))));
}

} // namespace brigade::plan

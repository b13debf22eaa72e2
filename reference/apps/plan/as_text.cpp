#include "planned.hpp"

#include "brigade/core/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace brigade::plan {

namespace {

std::string verdict(const RunResult &run) {
  if (run.max_abs_difference == 0)
    return "The results are the same.\n";
  if (run.rounded_to == "exact")
    return fmt::format("They do not agree: result {} differs, which nothing rounds.\n",
                       run.worst_result);
  std::string allowed = fmt::format("what rounding to {} may make", run.rounded_to);
  if (run.allowed_relative > 0)
    allowed += fmt::format(" ({} of its largest number)", run.allowed_relative);
  if (run.agrees())
    return fmt::format("They agree within rounding: result {}, which differs most, has {:.2g} % of "
                       "{}.\n",
                       run.worst_result, 100 * run.share_of_rounding, allowed);
  return std::isinf(run.share_of_rounding)
             ? fmt::format("They do not agree: result {} differs by more than {}.\n",
                           run.worst_result, allowed)
             : fmt::format("They do not agree: result {} differs by {:.2g} times {}.\n",
                           run.worst_result, run.share_of_rounding, allowed);
}

} // namespace

std::string as_text(const Planned &planned, const TextOptions &options) {
  const std::optional<Comparison> &compared = planned.comparison;
  return compared ? to_string(compared->difference, compared->here, compared->there)
                  : to_string(planned.explanation, options);
}

std::string as_text(const RunResult &run) {
  const std::vector<std::int64_t> &arenas = run.arena_bytes_per_rank;
  return fmt::format(
      "Run on {} rank{}: largest difference from the interpreter {:.3g}, relative "
      "{:.3g}{}\n{}",
      run.ranks, run.ranks == 1 ? "" : "s", run.max_abs_difference, run.max_rel_difference,
      arenas.empty()
          ? ""
          : fmt::format("; arena of a rank {} at most",
                        bytes_text(static_cast<double>(*std::ranges::max_element(arenas)))),
      verdict(run));
}

std::string disagreement(const RunResult &run) {
  const std::string differs = "the ranks' results differ from the interpreter's ";
  return run.rounded_to == "exact"
             ? differs + "where nothing is rounded: the plan is wrong"
             : differs + "by more than rounding explains: the plan is wrong, or the program takes "
                         "small differences of large numbers; then it agrees when it is written "
                         "in f64";
}

} // namespace brigade::plan

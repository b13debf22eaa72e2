#include "grader/judge/words.hpp"
#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace brigade::grader::patterns {
namespace {

bool is_constant(const Numbers &numbers) {
  return std::ranges::all_of(numbers, [&](double n) { return close(n, numbers.front(), 0); });
}

/// What the ranks other than the right one hold, if it can be said in a word.
std::string content_of_others(const Evidence &evidence, int right) {
  std::optional<double> common;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *got = block(evidence.got, rank);
    if (rank == right || got == nullptr || got->count() == 0)
      continue;
    if (!is_constant(got->values) || (common && !close(*common, got->values.front(), 0)))
      return "";
    common = got->values.front();
  }
  return common ? name_number(*common) : "";
}

std::string rooted_call(const Evidence &evidence) {
  for (const char *call : {"MPI_Reduce", "MPI_Gather", "MPI_Ireduce", "MPI_Igather"})
    if (has_called(evidence, call) && !has_called(evidence, std::string(call) + "_scatter"))
      return call;
  return "";
}

} // namespace

std::optional<Pattern> only_the_root_is_right(const Evidence &evidence) {
  const std::vector<int> right = right_ranks(evidence);
  if (!same_shapes(evidence) || right.size() != 1 || evidence.ranks() < 2)
    return std::nullopt;
  const std::string others = content_of_others(evidence, right.front());
  const bool is_copied = is_replicated(evidence);
  // Without copies a single right block says little, unless nothing was written elsewhere.
  if (!is_copied && (others.empty() || evidence.ranks() < 3))
    return std::nullopt;
  if (is_copied && others.empty() && rooted_call(evidence).empty())
    return std::nullopt;
  Pattern pattern{"only the root is right",
                  fmt::format("only rank {} has the result", right.front()), ""};
  if (!others.empty())
    pattern.phrase += fmt::format(", the others hold {}", others);
  const std::string call = rooted_call(evidence);
  pattern.cause =
      !is_copied ? "Only one rank's block was filled: every rank must receive its own."
      : call.empty()
          ? "A rooted operation fills its result on the root only. Every rank needs it: use the "
            "all-variant, or broadcast it."
          : fmt::format(
                "{} fills its result on the root only. Every rank needs it: use {}, or "
                "broadcast it.",
                call, call.find("educe") != std::string::npos ? "MPI_Allreduce" : "MPI_Allgather");
  return pattern;
}

std::optional<Pattern> partial_sums(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  bool any = false;
  for (const std::vector<int> &group : groups_of_copies(evidence)) {
    if (group.size() < 2)
      return std::nullopt;
    const Numbers &expected = block(evidence.expected, group.front())->values;
    if (!close(sum_of_got(evidence, group), expected, slack(evidence)))
      return std::nullopt;
    // A sum in which one rank has everything is no sum of parts.
    for (const int rank : group)
      if (close(block(evidence.got, rank)->values, expected, slack(evidence)) &&
          std::ranges::any_of(expected, [](double value) { return value != 0; }))
        return std::nullopt;
    any = any || std::ranges::any_of(expected, [](double value) { return value != 0; });
  }
  if (!any)
    return std::nullopt;
  std::string parts;
  if (evidence.ranks() <= 4 && block(evidence.got, 0)->count() > 0) {
    for (int rank = 0; rank < evidence.ranks(); ++rank)
      parts += fmt::format("{}{}",
                           rank == 0                      ? " ("
                           : rank + 1 == evidence.ranks() ? " and "
                                                          : ", ",
                           name_element(*block(evidence.got, rank), 0));
    parts += ")";
  }
  return Pattern{"partial sums never reduced",
                 "the ranks hold partial sums" + parts + " that were never reduced",
                 "What the ranks hold adds up to the right answer: the sum over the ranks (an "
                 "all-reduce) is missing."};
}

std::optional<Pattern> only_the_first_part_is_reduced(const Evidence &evidence) {
  if (!same_shapes(evidence) || !is_replicated(evidence))
    return std::nullopt;
  const Numbers &expected = block(evidence.expected, 0)->values;
  const double tolerance = slack(evidence);
  std::size_t reduced = expected.size();
  std::vector<int> all;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const Numbers &got = block(evidence.got, rank)->values;
    std::size_t same = 0;
    while (same < reduced && close(got[same], expected[same], tolerance))
      ++same;
    reduced = same;
    all.push_back(rank);
  }
  const Numbers sum = sum_of_got(evidence, all);
  if (reduced == 0 || reduced == expected.size())
    return std::nullopt;
  for (std::size_t at = reduced; at < expected.size(); ++at)
    if (!close(sum[at], expected[at], tolerance))
      return std::nullopt;
  return Pattern{"only the first part reduced",
                 fmt::format("only the first {} of {} elements were reduced, the rest are still "
                             "each rank's own",
                             reduced, expected.size()),
                 fmt::format("The count of the reduction is too small: it must be the full length "
                             "{}.",
                             expected.size())};
}

std::optional<Pattern> summed_over_all_groups(const Evidence &evidence) {
  const std::vector<std::vector<int>> groups = groups_of_copies(evidence);
  if (!same_shapes(evidence) || groups.size() < 2 ||
      std::ranges::any_of(groups, [](const std::vector<int> &group) { return group.size() < 2; }))
    return std::nullopt;
  Numbers sum;
  for (const std::vector<int> &group : groups) {
    const Numbers &expected = block(evidence.expected, group.front())->values;
    if (!sum.empty() && sum.size() != expected.size())
      return std::nullopt;
    sum.resize(expected.size(), 0);
    for (std::size_t at = 0; at < sum.size(); ++at)
      sum[at] += expected[at];
  }
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (!close(block(evidence.got, rank)->values, sum,
               slack(evidence) * static_cast<double>(groups.size())))
      return std::nullopt;
  return Pattern{"summed over all ranks",
                 "the sum goes over all ranks instead of each rank's group",
                 "A call uses the whole communicator where the one along the mesh axis is meant."};
}

std::optional<Pattern> ranks_disagree(const Evidence &evidence) {
  if (!same_shapes(evidence) || !is_replicated(evidence))
    return std::nullopt;
  std::vector<int> others;
  const Numbers &first = block(evidence.got, 0)->values;
  for (int rank = 1; rank < evidence.ranks(); ++rank)
    if (!close(block(evidence.got, rank)->values, first, slack(evidence)))
      others.push_back(rank);
  if (others.empty())
    return std::nullopt;
  return Pattern{"ranks disagree",
                 fmt::format("the ranks disagree where all must hold the same ({} differ{} from "
                             "rank 0)",
                             name_ranks(others, evidence.ranks()), others.size() == 1 ? "s" : ""),
                 "Something was computed from a rank's own part and never agreed with the others."};
}

} // namespace brigade::grader::patterns

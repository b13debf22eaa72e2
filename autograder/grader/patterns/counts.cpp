#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace brigade::grader::patterns {
namespace {

/// Whether the first `count` numbers of `got` are those of `whole` from `begin` on.
bool begins_with(const RankBlock &got, const Whole &whole, std::size_t begin, std::size_t count,
                 double slack) {
  if (count > got.count() || begin + count > whole.values.size())
    return false;
  for (std::size_t at = 0; at < count; ++at)
    if (!close(got.values[at], whole.values[begin + at], slack))
      return false;
  return true;
}

/// Whole rows of `whole`, and which.
bool is_block_of_rows(const RankBlock &expected, const Whole &whole) {
  if (!expected.placement || expected.shape.size() != whole.shape.size())
    return false;
  for (std::size_t dimension = 1; dimension < whole.shape.size(); ++dimension)
    if (expected.shape[dimension] != whole.shape[dimension])
      return false;
  return true;
}

} // namespace

std::optional<Pattern> counted_in_rows(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  const std::optional<Whole> whole = assemble(*evidence.expected);
  if (!whole || whole->shape.size() < 2)
    return std::nullopt;
  const std::int64_t width = std::accumulate(whole->shape.begin() + 1, whole->shape.end(),
                                             std::int64_t{1}, std::multiplies<>());
  if (width < 2)
    return std::nullopt;
  int shown_on = -1; // where it does not begin with the right numbers anyway
  bool counts_too = false;
  std::size_t shown_begin = 0, shown_rows = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank);
    if (expected == nullptr || expected->count() == 0)
      continue;
    if (!is_block_of_rows(*expected, *whole))
      return std::nullopt;
    const auto begin = static_cast<std::size_t>(expected->placement->start[0]),
               rows = static_cast<std::size_t>(expected->shape[0]);
    const RankBlock &got = *block(evidence.got, rank);
    if (!begins_with(got, *whole, begin, rows, slack(evidence)))
      return std::nullopt;
    counts_too = counts_too || !begins_with(got, *whole, begin, got.count(), slack(evidence));
    if (begin > 0 && shown_on < 0) {
      shown_on = rank;
      shown_begin = begin;
      shown_rows = rows;
    }
  }
  if (shown_on < 0)
    return std::nullopt;
  return Pattern{
      "counted in rows",
      counts_too
          ? fmt::format("rank {} begins with element {} of the whole array, and has {} of it: "
                        "rows where elements are meant",
                        shown_on, shown_begin, shown_rows)
          : fmt::format("rank {} begins with element {} of the whole array where row {} is due",
                        shown_on, shown_begin, shown_begin),
      fmt::format("Counts and displacements are in elements of the datatype: a row is {} of them.",
                  width)};
}

} // namespace brigade::grader::patterns

#include "grader/judge/words.hpp"
#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include "brigade/core/interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace brigade::grader::patterns {
namespace {

/// Rows of dimension 0 in which something is wrong.
std::vector<std::int64_t> wrong_rows(const Whole &expected, const Whole &got, double tolerance) {
  std::vector<std::int64_t> rows;
  const std::int64_t count = expected.shape.front();
  const std::size_t row_size =
      count > 0 ? expected.values.size() / static_cast<std::size_t>(count) : 0;
  for (std::int64_t row = 0; row < count; ++row)
    for (std::size_t at = 0; at < row_size; ++at) {
      const std::size_t flat = static_cast<std::size_t>(row) * row_size + at;
      if (!close(expected.values[flat], got.values[flat], tolerance)) {
        rows.push_back(row);
        break;
      }
    }
  return rows;
}

Pattern rows_missing(std::int64_t missing, std::int64_t rows, int parts) {
  return {"last rows missing",
          missing == 1
              ? fmt::format("the last of {} rows is missing ({} does not divide by {})", rows, rows,
                            parts)
              : fmt::format("the last {} of {} rows are missing ({} does not divide by {})",
                            missing, rows, rows, parts),
          fmt::format("Blocks of floor({}/{}) rows leave the remainder to nobody: the local sizes "
                      "must add up to {} for every number of ranks.",
                      rows, parts, rows)};
}

/// Whether exactly the rows of the remainder are wrong.
std::optional<Pattern> remainder_missing(const Whole &expected, const Whole &got, int parts,
                                         double tolerance) {
  if (expected.shape.empty() || expected.shape != got.shape || parts < 2)
    return std::nullopt;
  const std::int64_t rows = expected.shape.front(), remainder = rows % parts;
  const std::vector<std::int64_t> wrong = wrong_rows(expected, got, tolerance);
  if (remainder == 0 || rows < parts || static_cast<std::int64_t>(wrong.size()) != remainder ||
      wrong.front() != rows - remainder)
    return std::nullopt;
  return rows_missing(remainder, rows, parts);
}

/// The sizes of all ranks' blocks along a dimension.
std::optional<std::vector<std::int64_t>> sizes_along(const Field *field, int ranks,
                                                     std::size_t dimension) {
  std::vector<std::int64_t> sizes;
  for (int rank = 0; rank < ranks; ++rank) {
    const RankBlock *own = block(field, rank);
    if (own == nullptr || dimension >= own->shape.size())
      return std::nullopt;
    sizes.push_back(own->shape[dimension]);
  }
  return sizes;
}

/// Sizes of both where they differ along one dimension only.
struct Sizes {
  std::size_t dimension = 0;
  std::vector<std::int64_t> expected, got;
  std::int64_t total = 0;
};
std::optional<Sizes> sizes_of(const Evidence &evidence) {
  const RankBlock *first = block(evidence.expected, 0);
  if (first == nullptr || evidence.ranks() < 2)
    return std::nullopt;
  for (std::size_t dimension = 0; dimension < first->shape.size(); ++dimension) {
    const auto expected = sizes_along(evidence.expected, evidence.ranks(), dimension);
    const auto got = sizes_along(evidence.got, evidence.ranks(), dimension);
    if (!expected || !got || *expected == *got)
      continue;
    Sizes sizes{dimension, *expected, *got, 0};
    for (const std::int64_t size : *expected)
      sizes.total += size;
    for (int rank = 0; rank < evidence.ranks(); ++rank)
      if (block_of(sizes.total, evidence.ranks(), rank).size() !=
          sizes.expected[static_cast<std::size_t>(rank)])
        return std::nullopt;
    return sizes;
  }
  return std::nullopt;
}

/// What a result holds that nobody wrote: 0, no number, or what the TEST put into the memory.
bool is_untouched(const Evidence &evidence, double value) {
  return value == 0 || std::isnan(value) ||
         std::ranges::any_of(evidence.inputs, [value](const Field *input) {
           const RankBlock *first = block(input, 0);
           return input->name.starts_with(records::kMemoryHeld) && first != nullptr &&
                  first->count() == 1 && first->values.front() == value;
         });
}

/// Where each rank's own number belongs into the place of that rank: whose number this is; -1 where
/// it is not exactly one's.
int owner_of(const Evidence &evidence, double value) {
  const RankBlock *first = block(evidence.expected, 0);
  if (value == 0 || !is_replicated(evidence) ||
      first->count() != static_cast<std::size_t>(evidence.ranks()) ||
      std::ranges::count(first->values, value) != 1)
    return -1;
  return static_cast<int>(std::ranges::find(first->values, value) - first->values.begin());
}

} // namespace

std::optional<Pattern> never_written(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  std::size_t elements = 0;
  double value = 0;
  bool is_varied = false, any = false;
  double expected_value = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    if (expected == nullptr || expected->shape.empty())
      continue;
    for (std::size_t at = 0; at < expected->count(); ++at, ++elements) {
      if (!any) {
        value = got->values[at];
        expected_value = expected->values[at];
        any = true;
      }
      if (!close(got->values[at], value, 0))
        return std::nullopt;
      is_varied = is_varied || expected->values[at] != expected_value;
    }
  }
  if (elements < 3 || !is_varied)
    return std::nullopt;
  const std::string phrase = fmt::format("every element is {}", name_number(value));
  if (const int owner = owner_of(evidence, value); owner >= 0)
    return Pattern{"one rank's everywhere", fmt::format("{}, all hold rank {}'s", phrase, owner),
                   fmt::format("What rank {} has was sent to all for every place. Each place is "
                               "for another rank's, so that each must send its own.",
                               owner)};
  if (!is_untouched(evidence, value))
    return std::nullopt;
  return Pattern{"never written", phrase,
                 "Nothing was written into the result: it holds what it was made with."};
}

std::optional<Pattern> last_rows_missing(const Evidence &evidence) {
  const double tolerance = slack(evidence);
  if (const std::optional<Sizes> sizes = sizes_of(evidence)) {
    const std::int64_t each = sizes->total / evidence.ranks(),
                       rest = sizes->total % evidence.ranks();
    if (rest > 0 && std::ranges::all_of(sizes->got, [&](std::int64_t s) { return s == each; }))
      return rows_missing(rest, sizes->total, evidence.ranks());
    return std::nullopt;
  }
  if (!same_shapes(evidence))
    return std::nullopt;
  const std::optional<Whole> expected = assemble(*evidence.expected);
  const std::optional<Whole> got = assemble(*evidence.got);
  if (expected && got && evidence.ranks() > 1)
    return remainder_missing(*expected, *got, evidence.parts(), tolerance);
  if (evidence.ranks() > 1 && !is_replicated(evidence))
    return std::nullopt; // a block of a whole whose rows are not known
  std::optional<Pattern> pattern;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *own = block(evidence.expected, rank);
    if (own == nullptr)
      continue;
    pattern = remainder_missing(whole_of(*own), whole_of(*block(evidence.got, rank)),
                                evidence.parts(), tolerance);
    if (!pattern)
      return std::nullopt;
  }
  return pattern;
}

std::optional<Pattern> as_long_as_the_world(const Evidence &evidence) {
  const auto is_on_a_part = [&](const records::TestRecords *rank) {
    return rank != nullptr && rank->size == evidence.ranks() &&
           rank->size < evidence.solution->size;
  };
  if (evidence.solution == nullptr || !std::ranges::all_of(evidence.solution->ranks, is_on_a_part))
    return std::nullopt;
  const std::int64_t world = evidence.solution->size, members = evidence.ranks();
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    if (expected == nullptr || got == nullptr || expected->shape.empty() || got->shape.empty() ||
        expected->shape.front() != members || got->shape.front() != world)
      return std::nullopt;
  }
  return Pattern{"as long as the world",
                 fmt::format("one element for each of the {} ranks of the world, where comm has {}",
                             world, members),
                 "MPI_COMM_WORLD's size in place of comm's: ask the communicator that the function "
                 "is given for its size, and for the rank in it."};
}

std::optional<Pattern> padding_kept(const Evidence &evidence) {
  std::int64_t more = 0, rows = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    if (expected == nullptr)
      continue;
    if (got == nullptr || got->is_damaged || expected->shape.empty() ||
        got->shape.size() != expected->shape.size())
      return std::nullopt;
    Shape rest = got->shape;
    rest.front() = expected->shape.front();
    if (rest != expected->shape || got->shape.front() < expected->shape.front())
      return std::nullopt;
    const Numbers front(got->values.begin(),
                        got->values.begin() + static_cast<std::ptrdiff_t>(expected->count()));
    if (!close(front, expected->values, slack(evidence)))
      return std::nullopt;
    if (got->shape.front() > expected->shape.front()) {
      more = got->shape.front() - expected->shape.front();
      rows = expected->shape.front();
    }
  }
  if (more == 0)
    return std::nullopt;
  return Pattern{"padding kept",
                 fmt::format("{} too many at the end ({} instead of {}): padding was not removed",
                             count_of(more, "row"), rows + more, rows),
                 "Blocks were filled up to equal length for the exchange; cut the result back to "
                 "its own length."};
}

std::optional<Pattern> cut_by_another_rule(const Evidence &evidence) {
  const std::optional<Sizes> sizes = sizes_of(evidence);
  if (!sizes)
    return std::nullopt;
  const std::int64_t n = evidence.ranks(), total = sizes->total;
  const std::int64_t least = total / n, rest = total % n, most = least + (rest > 0 ? 1 : 0);
  bool first_get_more = true, last_gets_rest = true, rounded_up = true;
  std::int64_t left = total;
  for (std::int64_t rank = 0; rank < n; ++rank) {
    const std::int64_t size = sizes->got[static_cast<std::size_t>(rank)];
    first_get_more = first_get_more && size == least + (rank < rest ? 1 : 0);
    last_gets_rest = last_gets_rest && size == least + (rank + 1 == n ? rest : 0);
    rounded_up = rounded_up && size == std::min(most, left);
    left -= std::min(most, left);
  }
  std::string_view rule;
  if (first_get_more)
    rule = "the first ranks get one row more";
  else if (last_gets_rest)
    rule = "the last rank gets the whole remainder";
  else if (rounded_up)
    rule = "blocks of rounded-up length leave the last ranks short";
  else
    return std::nullopt;
  return Pattern{
      "cut by another rule", fmt::format("the rows are cut by another rule ({})", rule),
      fmt::format("Rank d holds rows floor(d*{0}/{1}) up to floor((d+1)*{0}/{1}).", total, n)};
}

} // namespace brigade::grader::patterns

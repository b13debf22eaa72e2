#include "grader/judge/words.hpp"
#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

namespace brigade::grader::patterns {
namespace {

/// The one number that got is of expected, on every rank and in every element; none where there is
/// no such number, it is 1, or all that was got is as good as 0: that is every factor's product.
std::optional<double> common_factor(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  const double tolerance = slack(evidence);
  double largest = 0, factor = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (const RankBlock *expected = block(evidence.expected, rank))
      for (std::size_t at = 0; at < expected->count(); ++at)
        if (std::isfinite(expected->values[at]) && std::abs(expected->values[at]) > largest) {
          largest = std::abs(expected->values[at]);
          factor = block(evidence.got, rank)->values[at] / expected->values[at];
        }
  if (largest <= tolerance || !std::isfinite(factor) || std::abs(factor * largest) <= tolerance ||
      factor == 1)
    return std::nullopt;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (const RankBlock *expected = block(evidence.expected, rank))
      for (std::size_t at = 0; at < expected->count(); ++at)
        if (!close(block(evidence.got, rank)->values[at], factor * expected->values[at],
                   tolerance * std::max(1.0, std::abs(factor))))
          return std::nullopt;
  return factor;
}

bool is_number(double factor, double number) { return std::abs(factor / number - 1) < 1e-4; }

/// Numbers of ranks that a factor may be: all, or those along a mesh axis, with their names.
struct Extent {
  double ranks;
  std::string name;
};
std::vector<Extent> extents(const Evidence &evidence) {
  std::vector<Extent> extents;
  if (evidence.ranks() > 1)
    extents.push_back({static_cast<double>(evidence.ranks()), fmt::format("the number of ranks")});
  for (const records::MeshAxis &axis : evidence.mesh)
    if (axis.size > 1 && axis.size != evidence.ranks())
      extents.push_back({static_cast<double>(axis.size), "the size of axis " + axis.name});
  return extents;
}

/// Sums or means of the inputs over the ranks, whichever is what was expected.
enum class Meant { unknown, sum, mean };
Meant what_was_meant(const Evidence &evidence) {
  const RankBlock *expected = block(evidence.expected, 0);
  for (const Field *input : evidence.inputs) {
    Numbers sum;
    int ranks = 0;
    for (int rank = 0; rank < evidence.ranks(); ++rank)
      if (const RankBlock *own = block(input, rank);
          own && expected && own->shape == expected->shape) {
        ++ranks;
        sum.resize(own->count(), 0);
        for (std::size_t at = 0; at < sum.size(); ++at)
          sum[at] += own->values[at];
      }
    if (ranks != evidence.ranks())
      continue;
    if (close(sum, expected->values, slack(evidence)))
      return Meant::sum;
    for (double &value : sum)
      value /= ranks;
    if (close(sum, expected->values, slack(evidence)))
      return Meant::mean;
  }
  return Meant::unknown;
}

} // namespace

std::optional<Pattern> times_too_large(const Evidence &evidence) {
  const std::optional<double> factor = common_factor(evidence);
  if (!factor)
    return std::nullopt;
  for (const Extent &extent : extents(evidence)) {
    if (!is_number(*factor, extent.ranks))
      continue;
    const Meant meant = what_was_meant(evidence);
    const bool reduces_more = reductions(evidence.student) > reductions(evidence.solution);
    const std::string times =
        fmt::format("every element is {} times too large ({})", extent.ranks, extent.name);
    if (meant == Meant::sum || (meant == Meant::unknown && reduces_more))
      return Pattern{"reduced twice", times + ": reduced twice",
                     "What is reduced is already equal on all ranks (the sum was taken before, or "
                     "every rank computed the whole): one reduction is enough."};
    return Pattern{"n times too large", times + ": summed where a mean was due",
                   fmt::format("Divide the sum by {}; or what was summed was already the whole on "
                               "every rank, and the reduction is one too many.",
                               extent.name)};
  }
  return std::nullopt;
}

std::optional<Pattern> times_too_small(const Evidence &evidence) {
  const std::optional<double> factor = common_factor(evidence);
  if (!factor)
    return std::nullopt;
  for (const Extent &extent : extents(evidence))
    if (is_number(*factor, 1 / extent.ranks))
      return Pattern{"n times too small",
                     fmt::format("every element is {} times too small ({}): averaged twice",
                                 extent.ranks, extent.name),
                     fmt::format("The result was divided by {} once too often: a mean of what was "
                                 "already divided, or a sum that was averaged.",
                                 extent.name)};
  return std::nullopt;
}

std::optional<Pattern> constant_factor(const Evidence &evidence) {
  const std::optional<double> factor = common_factor(evidence);
  std::set<double> numbers;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (const RankBlock *expected = block(evidence.expected, rank))
      numbers.insert(expected->values.begin(), expected->values.end());
  if (!factor || numbers.size() < 3) // a few numbers always have some ratio
    return std::nullopt;
  if (is_number(*factor, -1))
    return Pattern{"the sign is turned", "every element has the other sign",
                   "A difference was taken the wrong way round, or a minus is missing."};
  return Pattern{"a constant factor",
                 fmt::format("every element is {:.4g} times what it should be", *factor),
                 "A factor is missing or stands twice: a count, a batch size, a learning rate."};
}

std::optional<Pattern> off_by_one(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  std::optional<std::int64_t> step;
  std::size_t elements = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank);
    if (expected == nullptr)
      continue;
    const RankBlock *got = block(evidence.got, rank);
    if (expected->type == DType::boolean || expected->wholes.size() != got->wholes.size())
      return std::nullopt;
    for (std::size_t at = 0; at < expected->wholes.size(); ++at, ++elements) {
      const double difference = got->values[at] - expected->values[at];
      if (std::abs(difference) != 1 || (step && static_cast<double>(*step) != difference))
        return std::nullopt;
      step = static_cast<std::int64_t>(difference);
    }
  }
  if (!step || elements == 0)
    return std::nullopt;
  return Pattern{"off by one",
                 fmt::format("{} is one too {}", elements > 1 ? "every number" : "it",
                             *step > 0 ? "large" : "small"),
                 "Look at where counting begins and where it ends: from 0, and < or <=."};
}

std::optional<Pattern> not_a_number(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  std::vector<int> ranks;
  bool others_agree = true;
  std::size_t count = 0;
  bool all_infinite = true;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    bool has_nan = false;
    for (std::size_t at = 0; expected != nullptr && at < expected->count(); ++at) {
      const bool is_nan = !std::isfinite(got->values[at]) && std::isfinite(expected->values[at]);
      has_nan = has_nan || is_nan;
      all_infinite = all_infinite && (!is_nan || std::isinf(got->values[at]));
      count += is_nan ? 1 : 0;
      others_agree =
          others_agree && (is_nan || close(got->values[at], expected->values[at], slack(evidence)));
    }
    if (has_nan)
      ranks.push_back(rank);
  }
  if (count == 0 || !others_agree)
    return std::nullopt;
  return Pattern{
      "not a number",
      fmt::format("{} {} not a finite number",
                  count_of(static_cast<std::int64_t>(count), "element"), count == 1 ? "is" : "are"),
      all_infinite ? "A division by 0, as 1 / 2 of whole numbers is 0, the logarithm of 0, or an "
                     "exponential that overflowed."
                   : "0/0 where a part is empty (a mean of nothing), an exponential that "
                     "overflowed, or memory that nobody wrote."};
}

} // namespace brigade::grader::patterns

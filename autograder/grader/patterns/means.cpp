#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"
#include "grader/patterns/recipe.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

namespace brigade::grader::patterns {
namespace {

/// A mean of all elements of an input, as one number on every rank.
std::optional<Recipe> find_mean_of_all(const Evidence &evidence) {
  std::optional<Recipe> recipe = find_recipe(evidence);
  if (!recipe || recipe->meant != Operation::mean || block(evidence.expected, 0)->count() != 1)
    return std::nullopt;
  return recipe;
}

/// What the sum of all was divided by on a rank that has `own` elements of an input.
struct Divisor {
  std::string_view phrase, cause;
  double (*of)(double own, double ranks);
};

constexpr std::array<Divisor, 4> kDivisors{{
    {"not divided by anything",
     "Count the elements of all ranks too, and divide by that count: once, after the reduction.",
     [](double, double) { return 1.0; }},
    {"divided by the number of ranks",
     "A mean is over elements, and a rank may have many of them or none: count them on all "
     "ranks too.",
     [](double, double ranks) { return ranks; }},
    {"divided by the rank's own count of elements",
     "The count has to be summed over the ranks as the sum was: look at the count of the "
     "all-reduce, if one is meant for both numbers.",
     [](double own, double) { return own; }},
    {"divided by the rank's own count times the number of ranks",
     "The ranks do not all have as many elements as this one: sum the counts as well.",
     [](double own, double ranks) { return own * ranks; }},
}};

} // namespace

std::optional<Pattern> mean_of_means(const Evidence &evidence) {
  const std::optional<Recipe> recipe = find_mean_of_all(evidence);
  if (!recipe)
    return std::nullopt;
  Numbers means, means_of_filled;
  for (const RankBlock *own : recipe->blocks) {
    means.push_back(own->count() == 0 ? 0 : fold(Operation::mean, own->values));
    if (own->count() > 0)
      means_of_filled.push_back(means.back());
  }
  if (means_of_filled.empty() || (!all_hold(evidence, {fold(Operation::mean, means)}) &&
                                  !all_hold(evidence, {fold(Operation::mean, means_of_filled)})))
    return std::nullopt;
  return Pattern{"mean of means",
                 fmt::format("it is the mean of the ranks' means of `{}`", recipe->input->name),
                 "Ranks of different lengths count alike there. Reduce the sum and the count "
                 "separately, and divide once."};
}

std::optional<Pattern> divided_by_another_count(const Evidence &evidence) {
  const std::optional<Recipe> recipe = find_mean_of_all(evidence);
  if (!recipe || evidence.ranks() < 2)
    return std::nullopt;
  const double sum = folded(Operation::sum, recipe->sources).front();
  for (const Divisor &divisor : kDivisors) {
    int wrong = 0;
    bool fits = true;
    for (int rank = 0; fits && rank < evidence.ranks(); ++rank) {
      const RankBlock &own = *recipe->blocks[static_cast<std::size_t>(rank)];
      const double got = block(evidence.got, rank)->values.front(),
                   by = divisor.of(static_cast<double>(own.count()), evidence.ranks());
      if (by == 0) // 0, or not a number, or what the function says of an empty part
        continue;
      fits = close(got, sum / by, slack(evidence));
      wrong += close(got, block(evidence.expected, rank)->values.front(), slack(evidence)) ? 0 : 1;
    }
    if (fits && wrong > 0)
      return Pattern{"divided by another count",
                     fmt::format("it is the sum of `{}` over all ranks, {}", recipe->input->name,
                                 divisor.phrase),
                     std::string(divisor.cause)};
  }
  return std::nullopt;
}

} // namespace brigade::grader::patterns

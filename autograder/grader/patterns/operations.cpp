#include "grader/judge/words.hpp"
#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace brigade::grader::patterns {
namespace {

enum class Operation { sum, mean, max, min, product };
constexpr std::array<Operation, 5> kOperations{Operation::sum, Operation::mean, Operation::max,
                                               Operation::min, Operation::product};

std::string_view name_of(Operation operation) {
  switch (operation) {
  case Operation::sum:
    return "sum";
  case Operation::mean:
    return "mean";
  case Operation::max:
    return "maximum";
  case Operation::min:
    return "minimum";
  case Operation::product:
    return "product";
  }
  return "?";
}

double fold(Operation operation, const Numbers &numbers) {
  double result = operation == Operation::product ? 1
                  : operation == Operation::max   ? -std::numeric_limits<double>::infinity()
                  : operation == Operation::min   ? std::numeric_limits<double>::infinity()
                                                  : 0;
  for (const double number : numbers)
    switch (operation) {
    case Operation::sum:
    case Operation::mean:
      result += number;
      break;
    case Operation::max:
      result = std::max(result, number);
      break;
    case Operation::min:
      result = std::min(result, number);
      break;
    case Operation::product:
      result *= number;
      break;
    }
  return operation == Operation::mean ? result / static_cast<double>(numbers.size()) : result;
}

/// One input of all ranks, each of which has it.
std::vector<const RankBlock *> of_all_ranks(const Evidence &evidence, const Field &input) {
  std::vector<const RankBlock *> blocks;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (const RankBlock *own = block(&input, rank))
      blocks.push_back(own);
  return static_cast<int>(blocks.size()) == evidence.ranks() ? blocks
                                                             : std::vector<const RankBlock *>{};
}

/// Where each number of the result comes from, over all ranks: element by element where each rank
/// has an array like the result, every element where the result is one number.
std::vector<Numbers> sources(const std::vector<const RankBlock *> &inputs,
                             const RankBlock &result) {
  std::vector<Numbers> sources(result.count());
  if (std::ranges::all_of(inputs,
                          [&](const RankBlock *own) { return own->shape == result.shape; })) {
    for (std::size_t at = 0; at < result.count(); ++at)
      for (const RankBlock *own : inputs)
        sources[at].push_back(own->values[at]);
    return sources;
  }
  if (result.count() != 1)
    return {};
  for (const RankBlock *own : inputs)
    sources[0].insert(sources[0].end(), own->values.begin(), own->values.end());
  return sources;
}

Numbers folded(Operation operation, const std::vector<Numbers> &sources) {
  Numbers result;
  for (const Numbers &numbers : sources)
    result.push_back(fold(operation, numbers));
  return result;
}

/// An input and what the expected numbers are made of it; the same on all ranks.
struct Recipe {
  const Field *input;
  std::vector<const RankBlock *> blocks;
  std::vector<Numbers> sources;
  Operation meant;
};

std::optional<Recipe> find_recipe(const Evidence &evidence) {
  if (!same_shapes(evidence) || !is_replicated(evidence))
    return std::nullopt;
  const RankBlock &expected = *block(evidence.expected, 0);
  for (const Field *input : evidence.inputs) {
    const std::vector<const RankBlock *> blocks = of_all_ranks(evidence, *input);
    if (blocks.empty())
      continue;
    std::vector<Numbers> all = sources(blocks, expected);
    if (all.empty())
      continue;
    for (const Operation operation : kOperations)
      if (close(folded(operation, all), expected.values, slack(evidence)))
        return Recipe{input, blocks, std::move(all), operation};
  }
  return std::nullopt;
}

bool all_hold(const Evidence &evidence, const Numbers &numbers) {
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (!close(block(evidence.got, rank)->values, numbers, slack(evidence)))
      return false;
  return true;
}

double relu(double x) { return x > 0 ? x : 0; }
double tanh_of(double x) { return std::tanh(x); }
double gelu(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }
double gelu_by_tanh(double x) {
  constexpr double kRootOfTwoOverPi = 0.7978845608028654;
  return 0.5 * x * (1 + std::tanh(kRootOfTwoOverPi * (x + 0.044715 * x * x * x)));
}
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double square(double x) { return x * x; }

} // namespace

std::optional<Pattern> wrong_operation(const Evidence &evidence) {
  const std::optional<Recipe> recipe = find_recipe(evidence);
  if (!recipe)
    return std::nullopt;
  // n times too large or too small has its own words.
  const auto is_scaled = [](Operation operation) {
    return operation == Operation::sum || operation == Operation::mean;
  };
  for (const Operation operation : kOperations)
    if (operation != recipe->meant && !(is_scaled(operation) && is_scaled(recipe->meant)) &&
        all_hold(evidence, folded(operation, recipe->sources)))
      return Pattern{
          "wrong operation",
          fmt::format("the {} of `{}` over the ranks instead of the {}", name_of(operation),
                      recipe->input->name, name_of(recipe->meant)),
          fmt::format("The reduction uses another operation than the {}.", name_of(recipe->meant))};
  return std::nullopt;
}

std::optional<Pattern> mean_of_means(const Evidence &evidence) {
  const std::optional<Recipe> recipe = find_recipe(evidence);
  if (!recipe || recipe->meant != Operation::mean || block(evidence.expected, 0)->count() != 1)
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

std::optional<Pattern> only_the_own_part(const Evidence &evidence) {
  const std::optional<Recipe> recipe = find_recipe(evidence);
  if (!recipe || evidence.ranks() < 2)
    return std::nullopt;
  const RankBlock &expected = *block(evidence.expected, 0);
  const auto part_of = [&](int rank) {
    const RankBlock &own = *recipe->blocks[static_cast<std::size_t>(rank)];
    if (own.shape == expected.shape)
      return own.values;
    return own.count() == 0 ? Numbers{} : Numbers{fold(recipe->meant, own.values)};
  };
  const auto holds = [&](int rank, int source) {
    const Numbers part = part_of(source), &got = block(evidence.got, rank)->values;
    if (part.empty()) // a rank without elements: whatever it holds
      return !close(got, expected.values, slack(evidence));
    return close(got, part, slack(evidence));
  };
  bool own = true;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    own = own && holds(rank, rank);
  const bool is_folded = std::ranges::any_of(
      recipe->blocks, [&](const RankBlock *part) { return part->shape != expected.shape; });
  const std::string what =
      is_folded ? fmt::format("the {} of its own `{}`", name_of(recipe->meant), recipe->input->name)
                : fmt::format("its own `{}`", recipe->input->name);
  if (own)
    return Pattern{"only the own part", "each rank holds " + what,
                   fmt::format("No rank has heard of the others' parts: the {} over the ranks (an "
                               "all-reduce) is missing.",
                               name_of(recipe->meant))};
  for (int source = 0; source < evidence.ranks(); ++source) {
    bool all = !part_of(source).empty();
    for (int rank = 0; all && rank < evidence.ranks(); ++rank)
      all = holds(rank, source);
    if (all)
      return Pattern{"only one rank's part",
                     fmt::format("every rank holds what comes of rank {}'s `{}` alone", source,
                                 recipe->input->name),
                     "One rank's part was passed to all, instead of all ranks' parts joined."};
  }
  return std::nullopt;
}

std::optional<Pattern> a_part_is_missing(const Evidence &evidence) {
  const std::optional<Recipe> recipe = find_recipe(evidence);
  if (!recipe || recipe->meant != Operation::sum || evidence.ranks() < 2)
    return std::nullopt;
  const Numbers &expected = block(evidence.expected, 0)->values;
  for (int source = 0; source < evidence.ranks(); ++source) {
    const RankBlock &own = *recipe->blocks[static_cast<std::size_t>(source)];
    Numbers without = expected, twice = expected;
    for (std::size_t at = 0; at < expected.size(); ++at) {
      const double part = own.shape == block(evidence.expected, 0)->shape
                              ? own.values[at]
                              : fold(Operation::sum, own.values);
      without[at] -= part;
      twice[at] += part;
    }
    if (close(without, twice, slack(evidence)))
      continue;
    if (all_hold(evidence, without))
      return Pattern{"a rank's part is missing",
                     fmt::format("the part of rank {} is missing in the sum", source),
                     "A loop over the ranks ends one too early or begins one too late, or the "
                     "root's own part was left out."};
    if (all_hold(evidence, twice))
      return Pattern{"a rank's part counts twice",
                     fmt::format("the part of rank {} is in the sum twice", source),
                     "The receive buffer already held it before the others were added."};
  }
  return std::nullopt;
}

std::optional<Pattern> function_before_the_sum(const Evidence &evidence) {
  struct Function {
    std::string_view name;
    double (*apply)(double);
  };
  constexpr std::array<Function, 6> kFunctions{{{"relu", relu},
                                                {"gelu", gelu},
                                                {"gelu", gelu_by_tanh},
                                                {"tanh", tanh_of},
                                                {"sigmoid", sigmoid},
                                                {"the square", square}}};
  if (!same_shapes(evidence) || !is_replicated(evidence))
    return std::nullopt;
  const RankBlock &expected = *block(evidence.expected, 0);
  for (const Field *input : evidence.inputs) {
    const std::vector<const RankBlock *> blocks = of_all_ranks(evidence, *input);
    if (blocks.empty() || !std::ranges::all_of(blocks, [&](const RankBlock *own) {
          return own->shape == expected.shape;
        }))
      continue;
    const std::vector<Numbers> all = sources(blocks, expected);
    for (const Function &function : kFunctions) {
      Numbers after, before;
      for (const Numbers &parts : all) {
        double sum = 0;
        for (const double part : parts)
          sum += function.apply(part);
        before.push_back(sum);
        after.push_back(function.apply(fold(Operation::sum, parts)));
      }
      // The reference may use floats inside.
      const double tolerance = std::max(slack(evidence), 1e-6);
      if (close(after, expected.values, tolerance) && !close(after, before, tolerance) &&
          std::ranges::all_of(std::vector<int>{0, evidence.ranks() - 1}, [&](int rank) {
            return close(block(evidence.got, rank)->values, before, tolerance);
          }))
        return Pattern{
            "function before the sum",
            fmt::format("{} was applied to the partial sums before they were added", function.name),
            "f(a) + f(b) is not f(a + b): reduce first, then apply the function."};
    }
  }
  return std::nullopt;
}

} // namespace brigade::grader::patterns

#include "grader/judge/words.hpp"
#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"
#include "grader/patterns/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

namespace brigade::grader::patterns {
namespace {

double relu(double x) { return x > 0 ? x : 0; }
double tanh_of(double x) { return std::tanh(x); }
double gelu(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }
double gelu_by_tanh(double x) {
  constexpr double kRootOfTwoOverPi = 0.7978845608028654;
  return 0.5 * x * (1 + std::tanh(kRootOfTwoOverPi * (x + 0.044715 * x * x * x)));
}
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double square(double x) { return x * x; }

/// The types of the numbers that calls of MPI reduced, on any rank.
std::set<std::string> types_reduced(const TestOfAllRanks *test) {
  std::set<std::string> types;
  if (test != nullptr)
    for (const records::TestRecords *rank : test->ranks)
      if (rank != nullptr)
        for (const records::CallRecord &call : rank->calls)
          if (!call.operation.empty())
            types.insert(call.type);
  return types;
}

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

std::optional<Pattern> reduced_as_another_type(const Evidence &evidence) {
  const std::set<std::string> types = types_reduced(evidence.student),
                              right = types_reduced(evidence.solution);
  if (types.size() != 1 || right.size() != 1 || types == right)
    return std::nullopt;
  const std::string &type = *types.begin();
  return Pattern{"reduced as another type", fmt::format("the numbers were reduced as {}", type),
                 fmt::format("MPI believes what it is told: memory that holds {} has to be reduced "
                             "as {}, or the bits are taken for other numbers.",
                             *right.begin(), *right.begin())};
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

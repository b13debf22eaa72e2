#include "grader/patterns/recipe.hpp"

#include <algorithm>
#include <limits>

namespace brigade::grader::patterns {

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

std::vector<const RankBlock *> of_all_ranks(const Evidence &evidence, const Field &input) {
  std::vector<const RankBlock *> blocks;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (const RankBlock *own = block(&input, rank))
      blocks.push_back(own);
  return static_cast<int>(blocks.size()) == evidence.ranks() ? blocks
                                                             : std::vector<const RankBlock *>{};
}

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

} // namespace brigade::grader::patterns

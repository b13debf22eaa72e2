#pragma once

#include "grader/patterns/evidence.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

/// How the expected numbers come of an input of all ranks: by a sum, a mean, a maximum …
namespace brigade::grader::patterns {

enum class Operation { sum, mean, max, min, product };
inline constexpr std::array<Operation, 5> kOperations{
    Operation::sum, Operation::mean, Operation::max, Operation::min, Operation::product};

std::string_view name_of(Operation operation);
/// All numbers made into one; of none: what the operation begins with (the mean: not a number).
double fold(Operation operation, const Numbers &numbers);
/// Each place's numbers made into one.
Numbers folded(Operation operation, const std::vector<Numbers> &sources);

/// One input of all ranks; empty where a rank lacks it.
std::vector<const RankBlock *> of_all_ranks(const Evidence &evidence, const Field &input);
/// Where each number of the result comes from, over all ranks: element by element where each rank
/// has an array like the result, every element where the result is one number.
std::vector<Numbers> sources(const std::vector<const RankBlock *> &inputs, const RankBlock &result);

/// An input and what the expected numbers are made of it; the same on all ranks.
struct Recipe {
  const Field *input;
  std::vector<const RankBlock *> blocks;
  std::vector<Numbers> sources;
  Operation meant;
};
std::optional<Recipe> find_recipe(const Evidence &evidence);

/// Every rank got these numbers.
bool all_hold(const Evidence &evidence, const Numbers &numbers);

} // namespace brigade::grader::patterns

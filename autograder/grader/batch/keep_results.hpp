#pragma once

#include "grader/verdict/verdict.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// A fault of the grader never lowers a stored score: of the exercises `ids`, in this order, those
/// that were not graded `now`, or that the grading did not come to, get the result that `before`
/// has of them, if it has one.
/// @return a note for each of them
std::vector<std::string> keep_results(const Report &before, const std::vector<std::string> &ids,
                                      Report &now);

} // namespace brigade::grader

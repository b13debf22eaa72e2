#pragma once

#include "grader/verdict/verdict.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// Does it hold an exercise that ended in a fault of the grader?
bool has_fault(const Report &report);

/// A fault of the grader never lowers a stored score: of the exercises `ids`, in this order, those
/// that `now` has no verdict on (a fault, or the grading ended before it came to them) get the one
/// that `before` has on them, if it has one.
/// @return a note for each fault and each result that was kept
std::vector<std::string> keep_results(const Report &before, const std::vector<std::string> &ids,
                                      Report &now);

} // namespace brigade::grader

#pragma once

#include "grader/judge/difference.hpp"
#include "grader/patterns/pattern.hpp"
#include "grader/verdict/verdict.hpp"

namespace brigade::grader {

/// What is wrong with one name in words: sentence, where, the pattern and its cause, the picture.
/// `evidence.expected` and `.got` are those of the difference.
Finding explain(const Difference &difference, const patterns::Evidence &evidence);

/// The same for texts: the first line that differs. None where they agree.
std::optional<Finding> explain_texts(const TestOfAllRanks &expected, const TestOfAllRanks &got);

} // namespace brigade::grader

#pragma once

#include "grader/verdict/verdict.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// What one finding says, as plain lines: the sentence, then where, cause and the rest. For reports
/// whose readers draw nothing.
std::string plain_text(const Finding &finding);
/// The findings of one TEST, the gravest first, or what there is to say where it has none; empty
/// after a pass.
std::string plain_text(const ExerciseResult &result, const TestResult &test);
/// The TESTs, and behind them, where the program ended badly or the grader failed outside of every
/// TEST, that: without a name, and of the findings of no TEST.
std::vector<TestResult> tests_and_end(const ExerciseResult &result);
/// The TEST's name, or "the end of the program"; "outside of every TEST" of a fault of the grader.
std::string_view name_of(const TestResult &test);
/// What is said of the exercise as a whole: compile failure, findings of no TEST, notes, sandbox.
std::string plain_head(const ExerciseResult &result);
/// The verdict of one TEST: the gravest of its runs; the exercise's where it was not run.
VerdictKind kind_of(const ExerciseResult &result, const TestResult &test);

} // namespace brigade::grader

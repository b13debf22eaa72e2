#include "grader/verdict/is_graded.hpp"

namespace brigade::grader {

bool is_graded(const ExerciseResult &result) {
  return result.kind != VerdictKind::grader_fault && result.kind != VerdictKind::skipped;
}

} // namespace brigade::grader

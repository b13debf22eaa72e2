#include "grader/report/detail.hpp"

#include <fmt/format.h>

namespace brigade::grader {
namespace {

/// The sentence that says only which TEST fails.
std::string bare_sentence(const Finding &finding) {
  std::string text = finding.test.empty() ? "This exercise" : finding.test;
  if (finding.size > 0)
    text += fmt::format(" at n = {}", finding.size);
  return fmt::format("{}: {}.", text, to_string(finding.kind));
}

/// Findings of these kinds speak of the student's own program alone.
bool is_without_expected_values(VerdictKind kind) {
  return kind != VerdictKind::wrong && kind != VerdictKind::wrong_communication;
}

void leave_out_expected(Finding &finding) {
  if (!finding.actual.empty())
    finding.sentence = finding.actual;
  else if (!is_without_expected_values(finding.kind))
    finding.sentence = bare_sentence(finding);
  if (!is_without_expected_values(finding.kind)) {
    finding.where.clear();
    finding.cause.clear();
    finding.details.clear();
  }
  if (finding.picture)
    for (PictureBlock &block : finding.picture->blocks)
      block.expected.clear();
}

void leave_out_all(Finding &finding) {
  Finding bare;
  bare.kind = finding.kind;
  bare.test = finding.test;
  bare.size = finding.size;
  bare.sentence = bare_sentence(finding);
  finding = std::move(bare);
}

} // namespace

ExerciseResult told(ExerciseResult result, Detail detail) {
  if (detail == Detail::full)
    return result;
  result.reference_timeline.clear();
  for (Finding &finding : result.findings)
    detail == Detail::none ? leave_out_all(finding) : leave_out_expected(finding);
  if (detail == Detail::none) {
    result.notes.clear();
    result.debugger.clear();
    result.output.clear();
    result.timeline.clear();
  }
  return result;
}

std::string_view to_string(Detail detail) {
  switch (detail) {
  case Detail::full:
    return "full";
  case Detail::actual_only:
    return "actual only";
  case Detail::none:
    return "none";
  }
  return "?";
}

} // namespace brigade::grader

#include "grader/report/plain_findings.hpp"

#include "grader/launch/rank_names.hpp"
#include "grader/report/compile_place.hpp"
#include "grader/report/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader {
namespace {

void add_line(std::string &text, std::string_view label, std::string_view content) {
  if (!content.empty())
    text += fmt::format("{}{}{}\n", label, label.empty() ? "" : ": ", content);
}

std::string lines_of(const std::vector<SourceLine> &stack) {
  std::string text;
  for (const SourceLine &line : stack)
    text +=
        fmt::format("{}{}:{} {}", text.empty() ? "" : ", ", line.file, line.line, line.function);
  return text;
}

std::string roll_call(const HangReport &hang) {
  std::string text;
  for (const RankState &rank : hang.ranks)
    text += fmt::format("  {}: {}{}{}{}{}\n", name_of_rank(rank.rank, rank.is_outside),
                        rank.call.empty() ? "in no MPI call" : rank.call,
                        rank.communicator.empty() ? "" : " on " + rank.communicator,
                        rank.waits_for.empty() ? "" : ", waits for " + rank.waits_for,
                        rank.lines.empty() ? "" : " at ", lines_of(rank.lines));
  return text;
}

} // namespace

std::string plain_text(const Finding &finding) {
  std::string text;
  add_line(text, "", finding.sentence);
  if (finding.size > 0)
    add_line(text, "run", fmt::format("n = {}", finding.size));
  add_line(text, "where", finding.where);
  add_line(text, "likely cause", finding.cause);
  add_line(text, "stack", lines_of(finding.stack));
  add_line(text, "details", finding.details);
  if (finding.hang)
    text += roll_call(*finding.hang);
  return text;
}

std::string plain_text(const ExerciseResult &result, const TestResult &test) {
  std::string text;
  for (const Finding &finding : result.findings)
    if (finding.test == test.test)
      text += (text.empty() ? "" : "\n") + plain_text(finding);
  if (text.empty() && kind_of(result, test) != VerdictKind::pass)
    text = fmt::format("{}\n", to_string(kind_of(result, test)));
  return well_formed(text);
}

std::string plain_head(const ExerciseResult &result) {
  std::string text;
  if (const std::optional<CompileFailure> &failure = result.compile_failure) {
    add_line(text, "", failure->sentence);
    add_line(text, "where", place_of(*failure));
    add_line(text, "", failure->source_line);
    add_line(text, "likely cause", failure->cause);
  }
  for (const Finding &finding : result.findings)
    if (finding.test.empty())
      text += plain_text(finding);
  for (const std::string &note : result.notes)
    add_line(text, "note", note);
  if (result.kind != VerdictKind::pass)
    add_line(text, "again", result.rerun);
  if (!result.debugger.empty())
    add_line(text, "debug", result.debugger);
  add_line(text, "sandbox", result.sandbox);
  return well_formed(text);
}

std::vector<TestResult> tests_and_end(const ExerciseResult &result) {
  std::vector<TestResult> tests = result.tests;
  const auto finding =
      std::ranges::find_if(result.findings, [](const Finding &one) { return one.test.empty(); });
  // Where no TEST was run, each of them has the exercise's verdict.
  const bool was_run =
      std::ranges::any_of(tests, [](const TestResult &test) { return !test.runs.empty(); });
  if (was_run && finding != result.findings.end())
    tests.push_back({"", 0, 0, false, {{"", finding->size, finding->kind, 0, true}}});
  return tests;
}

std::string_view name_of(const TestResult &test) {
  if (!test.test.empty())
    return test.test;
  return overall({}, test.runs) == VerdictKind::grader_fault ? "outside of every TEST"
                                                             : "the end of the program";
}

VerdictKind kind_of(const ExerciseResult &result, const TestResult &test) {
  if (test.runs.empty()) // an exercise of answers, or one that never ran
    return result.kind == VerdictKind::pass || test.points >= test.of ? VerdictKind::pass
                                                                      : result.kind;
  const VerdictKind kind = overall({}, test.runs);
  const auto finding = std::ranges::find(result.findings, test.test, &Finding::test);
  // What hidden checks found is of no run that is told.
  return kind == VerdictKind::pass && finding != result.findings.end() ? finding->kind : kind;
}

} // namespace brigade::grader

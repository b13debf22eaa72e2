#include "grader/report/report.hpp"

#include "grader/report/compile_place.hpp"
#include "grader/report/detail.hpp"
#include "grader/report/roll_call.hpp"
#include "grader/report/terminal_page.hpp"
#include "grader/report/terminal_picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace brigade::grader {
namespace {

constexpr std::size_t kMostDetailLines = 12, kMostOutputLines = 12, kMostCompilerLines = 16;

Ink ink_of(VerdictKind kind) {
  switch (kind) {
  case VerdictKind::pass:
    return Ink::good;
  case VerdictKind::not_started:
  case VerdictKind::skipped:
  case VerdictKind::grader_fault:
    return Ink::attention;
  default:
    return Ink::bad;
  }
}

/// "BlocksOfTwoLengths, n = 3 (fails at 4, 8 too; not run at 16)"
std::string place_of(const Finding &finding, const std::vector<TestResult> &tests) {
  std::string text = finding.test;
  if (finding.size <= 0)
    return text;
  text += fmt::format("{}n = {}", text.empty() ? "" : ", ", finding.size);
  std::set<int> fails, skipped;
  for (const TestResult &test : tests)
    if (test.test == finding.test)
      for (const TestRun &run : test.runs)
        if (run.size != finding.size && run.kind != VerdictKind::pass)
          (run.kind == VerdictKind::skipped ? skipped : fails).insert(run.size);
  std::vector<std::string> others;
  if (!fails.empty())
    others.push_back(fmt::format("fails at {} too", fmt::join(fails, ", ")));
  if (!skipped.empty())
    others.push_back(fmt::format("not run at {}", fmt::join(skipped, ", ")));
  return others.empty() ? text : fmt::format("{} ({})", text, fmt::join(others, "; "));
}

void add_finding(TerminalPage &page, const Finding &finding, const ExerciseResult &result) {
  page.blank();
  page.paragraph(finding.sentence, 2, Ink::bold);
  page.blank();
  page.labelled("where", finding.where);
  page.labelled("test", place_of(finding, result.tests));
  page.labelled("cause", finding.cause);
  page.command("again", result.rerun);
  page.command("debug", result.debugger);
}

void add_evidence(TerminalPage &page, const Finding &finding) {
  if (finding.picture)
    add_picture(page, *finding.picture);
  if (!finding.stack.empty()) {
    page.blank();
    for (const SourceLine &line : finding.stack)
      page.paragraph(name_line(line), 4);
  }
  if (finding.hang)
    add_roll_call(page, *finding.hang);
  if (!finding.details.empty()) {
    page.blank();
    page.passage(finding.details, 2, kMostDetailLines);
  }
}

/// One line for each TEST that fails and is not the one that is told in full.
void add_others(TerminalPage &page, const ExerciseResult &result) {
  std::vector<const Finding *> others; // of each TEST its first
  for (const Finding &finding : result.findings) {
    const bool is_new =
        std::ranges::none_of(others, [&](const Finding *one) { return one->test == finding.test; });
    if (is_new && finding.test != result.findings.front().test)
      others.push_back(&finding);
  }
  for (const Finding *finding : others) {
    std::string place = place_of(*finding, result.tests);
    place += place.empty() ? "" : ": ";
    page.blank(); // an answer's sentence says its place itself
    page.paragraph((finding->sentence.starts_with(place) ? "" : place) + finding->sentence, 2);
  }
}

void add_compile_failure(TerminalPage &page, const ExerciseResult &result) {
  const CompileFailure &failure = *result.compile_failure;
  page.blank();
  page.paragraph(failure.sentence, 2, Ink::bold);
  page.blank();
  page.labelled("where", place_of(failure));
  page.labelled("line", failure.source_line);
  page.labelled("cause", failure.cause);
  page.command("again", result.rerun);
  if (!failure.full.empty()) {
    page.blank();
    page.block(failure.full, 2, kMostCompilerLines);
  }
}

/// "EveryRank   5 of 5   1 2 3 4 8", the sizes that fail in brackets, without those not run.
void add_tests(TerminalPage &page, const ExerciseResult &result) {
  std::vector<std::vector<std::string>> rows;
  std::vector<Ink> inks;
  for (const TestResult &test : result.tests) {
    std::string sizes;
    bool passes = !test.runs.empty();
    for (const TestRun &run : test.runs) {
      const bool is_right = run.kind == VerdictKind::pass;
      passes = passes && is_right;
      if (run.size <= 0 || run.kind == VerdictKind::skipped) // an answer was not run
        continue;
      sizes += fmt::format("{}{}", sizes.empty() ? "" : " ",
                           is_right ? fmt::format("{}", run.size) : fmt::format("[{}]", run.size));
    }
    if (test.runs.empty())
      passes = test.points >= test.of;
    rows.push_back({test.test, fmt::format("{:g} of {:g}", test.points, test.of),
                    sizes.empty() ? "" : "n = " + sizes, test.mandatory ? "mandatory" : ""});
    inks.push_back(passes ? Ink::good : Ink::plain);
  }
  if (rows.empty())
    return;
  page.blank();
  if (page.table(rows, inks, 2))
    return;
  for (const std::vector<std::string> &row : rows) {
    std::string line = fmt::format("{}: {}", row[0], row[1]);
    for (std::size_t i = 2; i < row.size(); ++i)
      if (!row[i].empty())
        line += ", " + row[i];
    page.paragraph(line, 2);
  }
}

} // namespace

std::string terminal_verdict(const ExerciseResult &original, const Terminal &terminal,
                             Detail detail) {
  const ExerciseResult result = told(original, detail);
  TerminalPage page(terminal);
  page.paragraph(fmt::format("{} {}  {}", result.number, result.title, result.id), 0, Ink::faint);
  const std::string verdict(to_string(result.kind));
  page.line(page.inked(ink_of(result.kind), verdict) + fmt::format(", {:g} of {:g} points{}",
                                                                   result.points, result.of,
                                                                   result.bonus ? " (bonus)" : ""));
  if (result.compile_failure)
    add_compile_failure(page, result);
  if (!result.findings.empty()) {
    add_finding(page, result.findings.front(), result);
    add_evidence(page, result.findings.front());
    add_others(page, result);
  }
  if (result.kind != VerdictKind::not_started)
    add_tests(page, result);
  if (!result.output.empty() && result.kind != VerdictKind::pass) {
    page.blank();
    page.line("  " + page.inked(Ink::faint, "it printed"));
    page.block(result.output, 4, kMostOutputLines);
  }
  for (const std::string &note : result.notes) {
    page.blank();
    page.labelled("note", note);
  }
  page.blank();
  page.labelled("sandbox", result.sandbox);
  return std::move(page).finish();
}

} // namespace brigade::grader

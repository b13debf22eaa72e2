#include "grader/report/plain_findings.hpp"
#include "grader/report/report.hpp"
#include "grader/report/text_lines.hpp"

#include "brigade/core/svg.hpp"

#include <fmt/format.h>

namespace brigade::grader {
namespace {

constexpr std::size_t kMostOutput = 16 * 1024;

std::string attribute(std::string_view text) {
  std::string escaped = escape_xml(well_formed(text));
  std::string in_one_line; // a parser would make blanks of these
  for (const char c : escaped)
    in_one_line += c == '\n' ? "&#10;" : c == '\t' ? "&#9;" : std::string(1, c);
  return in_one_line;
}

std::string element(std::string_view text) {
  return escape_xml(well_formed(shortened(text, kMostOutput)));
}

bool is_failure(VerdictKind kind) {
  return kind == VerdictKind::wrong || kind == VerdictKind::wrong_communication ||
         kind == VerdictKind::not_started;
}
bool is_skipped(VerdictKind kind) { return kind == VerdictKind::skipped; }

struct Counts {
  int tests = 0, failures = 0, errors = 0, skipped = 0;
  void add(VerdictKind kind) {
    ++tests;
    if (is_skipped(kind))
      ++skipped;
    else if (is_failure(kind))
      ++failures;
    else if (kind != VerdictKind::pass)
      ++errors;
  }
};

std::string message_of(const ExerciseResult &result, const TestResult &test) {
  for (const Finding &finding : result.findings)
    if (finding.test == test.test)
      return finding.sentence;
  if (result.compile_failure)
    return result.compile_failure->sentence;
  return result.findings.empty() ? std::string(to_string(result.kind))
                                 : result.findings.front().sentence;
}

std::string test_case(const ExerciseResult &result, const TestResult &test) {
  const VerdictKind kind = kind_of(result, test);
  // How long one TEST took is not measured.
  std::string text = fmt::format("    <testcase classname=\"{}\" name=\"{}\"", attribute(result.id),
                                 attribute(name_of(test)));
  if (kind == VerdictKind::pass)
    return text + "/>\n";
  if (is_skipped(kind))
    return fmt::format("{}>\n      <skipped message=\"{}\"/>\n    </testcase>\n", text,
                       attribute(message_of(result, test)));
  const std::string_view tag = is_failure(kind) ? "failure" : "error";
  return fmt::format("{}>\n      <{} type=\"{}\" message=\"{}\">{}</{}>\n    </testcase>\n", text,
                     tag, to_string(kind), attribute(message_of(result, test)),
                     element(plain_text(result, test)), tag);
}

/// All that is said of a failure: the findings by TEST, then of the exercise as a whole.
std::string all_text(const ExerciseResult &result) {
  std::string text;
  for (const Finding &finding : result.findings)
    if (!finding.test.empty())
      text += fmt::format("{}: {}\n", finding.test, plain_text(finding));
  return text + plain_head(result);
}

} // namespace

std::string junit_xml(const Report &report) {
  Counts all;
  std::string suites;
  double all_seconds = 0;
  for (const ExerciseResult &result : report.exercises) {
    Counts counts;
    std::string cases;
    for (const TestResult &test : tests_and_end(result)) {
      counts.add(kind_of(result, test));
      all.add(kind_of(result, test));
      cases += test_case(result, test);
    }
    all_seconds += result.seconds;
    suites += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                          "skipped=\"{}\" time=\"{:.3f}\" timestamp=\"{}\">\n"
                          "    <properties>\n"
                          "      <property name=\"points\" value=\"{:g}\"/>\n"
                          "      <property name=\"of\" value=\"{:g}\"/>\n"
                          "      <property name=\"verdict\" value=\"{}\"/>\n"
                          "      <property name=\"sandbox\" value=\"{}\"/>\n"
                          "    </properties>\n{}",
                          attribute(result.number + " " + result.id), counts.tests, counts.failures,
                          counts.errors, counts.skipped, result.seconds, attribute(report.when),
                          result.points, result.of, to_string(result.kind),
                          attribute(result.sandbox), cases);
    if (!result.output.empty())
      suites += fmt::format("    <system-out>{}</system-out>\n", element(result.output));
    if (result.kind != VerdictKind::pass || !result.notes.empty())
      suites += fmt::format("    <system-err>{}</system-err>\n", element(all_text(result)));
    suites += "  </testsuite>\n";
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuites name=\"brigade\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                     "skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuites>\n",
                     all.tests, all.failures, all.errors, all.skipped, all_seconds, suites);
}

} // namespace brigade::grader

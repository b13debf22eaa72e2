#include "grader/report/detail.hpp"
#include "grader/report/plain_findings.hpp"
#include "grader/report/report.hpp"
#include "grader/report/text_lines.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace brigade::grader {
namespace {

constexpr std::size_t kMostOutput = 8 * 1024; // of one test; the page shows many

nlohmann::json test_json(const ExerciseResult &result, const TestResult &test) {
  const VerdictKind kind = kind_of(result, test);
  const bool is_passed = kind == VerdictKind::pass;
  return {{"name", well_formed(fmt::format("{} {}: {}", result.number, result.id, test.test))},
          {"number", well_formed(result.number)},
          {"score", test.points},
          {"max_score", result.bonus ? 0.0 : test.of},
          {"status", is_passed ? "passed" : "failed"},
          {"output", is_passed ? "" : shortened(plain_text(result, test), kMostOutput)},
          {"output_format", "text"},
          {"tags", {to_string(kind)}},
          {"visibility", "visible"}};
}

std::string summary(const Report &report, Detail detail, const std::vector<std::string> &notes) {
  std::string text;
  bool was_all_run = true;
  for (const std::string &note : notes)
    text += shortened(well_formed(note), kMostOutput) + "\n";
  for (const ExerciseResult &original : report.exercises) {
    const ExerciseResult result = told(original, detail);
    was_all_run = was_all_run && result.kind != VerdictKind::not_started &&
                  result.kind != VerdictKind::does_not_compile;
    text += well_formed(fmt::format("{} {}: {}, {:g} of {:g} points\n", result.number, result.id,
                                    to_string(result.kind), result.points, result.of));
    if (result.kind != VerdictKind::pass || !result.notes.empty())
      text += shortened(plain_head(result), kMostOutput);
  }
  text += fmt::format("sandbox: {}\n", well_formed(report.sandbox));
  if (report.hidden_tests && !was_all_run) // else the exercises' notes tell of them
    text += "Hidden checks count too.\n";
  return text;
}

/// Bytes are compared among those who pass everything that moves any.
nlohmann::json leaderboard(const Report &report) {
  nlohmann::json board = nlohmann::json::array();
  board.push_back({{"name", "points"}, {"value", report.points()}, {"order", "desc"}});
  std::int64_t bytes = 0;
  const bool all_passed = std::ranges::all_of(report.exercises, [&](const ExerciseResult &result) {
    bytes += result.bytes_sent;
    return result.kind == VerdictKind::pass;
  });
  if (all_passed && bytes > 0)
    board.push_back({{"name", "bytes moved"}, {"value", bytes}, {"order", "asc"}});
  return board;
}

} // namespace

nlohmann::json gradescope_json(const Report &report, Detail detail,
                               const std::vector<std::string> &notes) {
  nlohmann::json tests = nlohmann::json::array();
  double seconds = 0;
  for (const ExerciseResult &original : report.exercises) {
    const ExerciseResult result = told(original, detail);
    seconds += result.seconds;
    for (const TestResult &test : result.tests)
      tests.push_back(test_json(result, test));
  }
  return {{"score", report.points()},
          {"execution_time", seconds},
          {"output", summary(report, detail, notes)},
          {"output_format", "text"},
          {"visibility", "visible"},
          {"stdout_visibility", "hidden"},
          {"tests", std::move(tests)},
          {"leaderboard", leaderboard(report)},
          {"extra_data",
           {{"course_version", well_formed(report.course_version)},
            {"when", well_formed(report.when)},
            {"sandbox", well_formed(report.sandbox)}}}};
}

} // namespace brigade::grader

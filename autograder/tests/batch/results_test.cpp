#include "grader/batch/keep_results.hpp"
#include "grader/batch/student_result.hpp"
#include "grader/batch/workers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace brigade::grader {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

StudentResult student(const std::string &name, VerdictKind kind, double points) {
  StudentResult result;
  result.student = name;
  ExerciseResult exercise;
  exercise.id = "mesh.coordinates";
  exercise.number = "02.1";
  exercise.kind = kind;
  exercise.points = points;
  exercise.of = 20;
  result.report.exercises.push_back(exercise);
  return result;
}

TEST(ResultsCsv, QuotesWhatNeedsItAndLetsNoFormulaThrough) {
  StudentResult result = student("=HYPERLINK(1)", VerdictKind::wrong, 2.5);
  result.notes = {"says \"no\", twice"};
  result.report.exercises[0].sandbox = "bubblewrap";
  const std::string csv = results_csv({result});
  EXPECT_THAT(
      csv, HasSubstr("student,late,mesh.coordinates,points,of,verdicts,missing,notes,sandbox\r\n"));
  EXPECT_THAT(csv, HasSubstr("'=HYPERLINK(1),,2.5,2.5,20,wrong,,\"says \"\"no\"\", twice\","
                             "bubblewrap\r\n"));
}

TEST(ResultsCsv, WhatWasNotGradedHasNoPointsAndNoTotal) {
  StudentResult half = student("half", VerdictKind::pass, 20);
  for (const VerdictKind kind : {VerdictKind::grader_fault, VerdictKind::skipped}) {
    half.report.exercises.push_back(student("", kind, 10).report.exercises[0]);
    half.report.exercises.back().id = std::string(to_string(kind));
  }
  StudentResult none = student("none", VerdictKind::pass, 20); // the grading did not come further
  const std::string csv = results_csv({half, none});
  EXPECT_THAT(csv, HasSubstr("half,,20,,,,60,pass; grader fault; skipped,"));
  EXPECT_THAT(csv, HasSubstr("none,,20,,,,20,pass; not graded; not graded,"));
  EXPECT_THAT(results_csv({none}), HasSubstr("none,,20,20,20,pass,"));
  EXPECT_THAT(summary_page({half, none}, {}), Not(HasSubstr(" of 60")));
  EXPECT_THAT(summary_page({half, none}, {}), Not(HasSubstr("20 of 20")));
  EXPECT_THAT(summary_page({none}, {}), HasSubstr("20 of 20"));
}

TEST(ResultsCsv, NamesTheSandboxThatEachResultWasMadeIn) {
  StudentResult result = student("ann", VerdictKind::pass, 20);
  result.report.sandbox = "of the last run";
  result.report.exercises.resize(3, result.report.exercises[0]);
  result.report.exercises[0].sandbox = result.report.exercises[2].sandbox = "bubblewrap";
  result.report.exercises[1].sandbox = "another user";
  EXPECT_THAT(results_csv({result}), HasSubstr(",bubblewrap; another user\r\n"));
}

TEST(ChangesBetween, NamesWhatARegradeSeesOtherwise) {
  const StudentResult before = student("ann", VerdictKind::wrong, 0),
                      after = student("ann", VerdictKind::pass, 20);
  const std::vector<Change> changes = changes_between(before, after);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].before, "wrong, 0 of 20");
  EXPECT_EQ(changes[0].after, "pass, 20 of 20");
  EXPECT_TRUE(changes_between(after, after).empty());
}

TEST(StudentsWithBlanksInTheirNames, AreCalledSoInEveryReport) {
  StudentResult result = student("eve o", VerdictKind::pass, 20);
  result.folder = "eve-o";
  EXPECT_THAT(results_csv({result}), HasSubstr("\neve o,"));
  EXPECT_THAT(summary_page({result}, {}),
              HasSubstr("<a href=\"students/eve-o/report.json\">eve o</a>"));
  EXPECT_EQ(changes_between(student("eve o", VerdictKind::wrong, 0), result).front().student,
            "eve o");
}

TEST(SummaryPage, NamesTheSandboxOfEachStudent) {
  StudentResult result = student("ann", VerdictKind::pass, 20);
  result.report.exercises[0].sandbox = "none; <nothing> is held";
  EXPECT_THAT(summary_page({result}, {}), HasSubstr("<td>none; &lt;nothing&gt; is held</td>"));
}

TEST(KeepResults, AFaultOfTheGraderTakesNothingAway) {
  const Report before = student("ann", VerdictKind::pass, 20).report;
  Report now = student("ann", VerdictKind::grader_fault, 0).report;
  now.exercises[0].findings.emplace_back().sentence = "The solution does not compile.";
  ASSERT_FALSE(is_graded(now, {"mesh.coordinates"}));
  EXPECT_THAT(keep_results(before, {"mesh.coordinates"}, now),
              ElementsAre("02.1 mesh.coordinates: grader fault (The solution does not compile.); "
                          "the result of the grading before stands"));
  EXPECT_EQ(now.exercises.at(0).kind, VerdictKind::pass);
  EXPECT_EQ(now.points(), 20);
  EXPECT_TRUE(is_graded(now, {"mesh.coordinates"}));
}

TEST(KeepResults, AFaultWithNothingBeforeItIsTold) {
  Report now = student("ann", VerdictKind::grader_fault, 0).report;
  EXPECT_THAT(keep_results({}, {"mesh.coordinates"}, now),
              ElementsAre("02.1 mesh.coordinates: grader fault"));
  EXPECT_FALSE(is_graded(now, {"mesh.coordinates"}));
}

TEST(KeepResults, WhatAGradingDidNotComeToStandsToo) {
  const Report before = student("ann", VerdictKind::wrong, 5).report;
  Report now;
  EXPECT_THAT(keep_results(before, {"mesh.coordinates", "mesh.axis-group"}, now),
              ElementsAre(HasSubstr("was not graded again")));
  EXPECT_EQ(now.points(), 5);
  EXPECT_TRUE(keep_results(before, {}, now).empty()); // of an exercise that is not graded at all
  EXPECT_TRUE(now.exercises.empty());
}

TEST(KeepResults, WhatWasSkippedTakesNothingAway) {
  const Report before = student("ann", VerdictKind::pass, 20).report;
  Report now = student("ann", VerdictKind::skipped, 0).report;
  EXPECT_FALSE(is_graded(now, {"mesh.coordinates"}));
  EXPECT_THAT(
      keep_results(before, {"mesh.coordinates"}, now),
      ElementsAre("02.1 mesh.coordinates: skipped; the result of the grading before stands"));
  EXPECT_EQ(now.points(), 20);
}

TEST(KeepResults, AWorseVerdictIsTaken) {
  const Report before = student("ann", VerdictKind::pass, 20).report;
  Report now = student("ann", VerdictKind::wrong, 5).report;
  EXPECT_TRUE(keep_results(before, {"mesh.coordinates"}, now).empty());
  EXPECT_EQ(now.points(), 5);
}

TEST(SummaryPage, EscapesWhatStudentsWrite) {
  const std::string page = summary_page({student("<script>", VerdictKind::pass, 20)}, {});
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
}

TEST(RunSideBySide, RunsAllAndTellsEachEnd) {
  std::map<std::size_t, WorkerEnd> ends;
  const int signal = run_side_by_side(
      {{"sh", "-c", "echo one; exit 3"}, {"sh", "-c", "echo two >&2"}, {"sh", "-c", "kill -9 $$"}},
      2, [&](const WorkerEnd &end) { ends[end.index] = end; });
  EXPECT_EQ(signal, 0);
  EXPECT_EQ(ends[0].exit_status, 3);
  EXPECT_EQ(ends[0].output, "one\n");
  EXPECT_EQ(ends[1].output, "two\n");
  EXPECT_EQ(ends[2].exit_status, 128 + 9);
}

TEST(RunSideBySide, DoesNotWaitForWhatACommandLeftBehind) {
  WorkerEnd ended;
  run_side_by_side({{"sh", "-c", "echo done; sleep 5 &"}}, 1,
                   [&](const WorkerEnd &end) { ended = end; });
  EXPECT_EQ(ended.output, "done\n");
}

TEST(RunSideBySide, KeepsTheEndOfAFlood) {
  WorkerEnd ended;
  run_side_by_side({{"sh", "-c", "yes | head -c 1000000; echo last"}}, 1,
                   [&](const WorkerEnd &end) { ended = end; });
  EXPECT_LE(ended.output.size(), 200'000u);
  EXPECT_THAT(ended.output, ::testing::EndsWith("last\n"));
}

} // namespace
} // namespace brigade::grader

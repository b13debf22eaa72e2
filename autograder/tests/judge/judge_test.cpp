#include "made_up_launch.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace brigade::grader {
namespace {

using ::testing::AllOf;
using testing::array;
using ::testing::HasSubstr;
using testing::input;
using ::testing::IsEmpty;
using testing::judge_one;
using testing::launch_of;
using ::testing::Not;
using testing::scalar;
using ::testing::SizeIs;
using testing::vector;

LaunchResult holding(const std::vector<std::vector<float>> &ranks,
                     records::Allowance allowance = {}) {
  return launch_of(static_cast<int>(ranks.size()), [&](int rank, records::TestRecords &records) {
    records.arrays = {vector("total", ranks[static_cast<std::size_t>(rank)], allowance)};
  });
}

TEST(Judge, EqualRecordsPass) {
  const LaunchResult run = holding({{1, 2}, {3, 4}});
  const Judgement judgement = judge_one(run, run);
  EXPECT_THAT(judgement.findings, IsEmpty());
  ASSERT_THAT(judgement.runs, SizeIs(1));
  EXPECT_EQ(judgement.runs[0].kind, VerdictKind::pass);
}

TEST(Judge, AWrongElementIsNamedWithRankIndexAndBothValues) {
  const Judgement judgement =
      judge_one(holding({{1, 2}, {3, 5}, {5, 6}}), holding({{1, 2}, {3, 4}, {5, 6}}));
  ASSERT_THAT(judgement.findings, SizeIs(1));
  const Finding &finding = judgement.findings[0];
  EXPECT_EQ(finding.kind, VerdictKind::wrong);
  EXPECT_EQ(finding.test, "Test");
  EXPECT_EQ(finding.size, 3);
  EXPECT_THAT(finding.sentence, HasSubstr("`total` has wrong values on rank 1"));
  EXPECT_EQ(finding.where, "rank 1, [1]: got 5, expected 4");
  EXPECT_EQ(judgement.runs[0].kind, VerdictKind::wrong);
}

TEST(Judge, WhatTheTrialSaysIsTheCauseWhereNothingIsRecognised) {
  const auto run = [](bool is_right, const std::vector<double> &y) {
    return launch_of(1, [&](int, records::TestRecords &records) {
      records.arrays = {vector("y", y)};
      records.scalars = {scalar("inputs are as they were", is_right)};
      records.texts = {{"thrown", is_right ? "std::invalid_argument" : "none"}};
      records.causes = {{"inputs are as they were", "they belong to the caller"},
                        {"thrown", "see the contract"},
                        {"y", "not divided"}};
    });
  };
  const std::vector<Finding> findings =
      judge_one(run(false, {2, 4, 6}), run(true, {1, 2, 3})).findings;
  ASSERT_THAT(findings, SizeIs(3));
  EXPECT_THAT(findings[0].cause, HasSubstr("A factor is missing"));
  EXPECT_EQ(findings[1].cause, "they belong to the caller");
  EXPECT_EQ(findings[2].cause, "see the contract");
}

TEST(Judge, AnErrorWithinTheAllowancePassesAndBeyondItGivesThePercent) {
  const records::Allowance sum_of_8{.terms = 8};
  const float allowed = 4 * 8 * std::numeric_limits<float>::epsilon();
  const LaunchResult solution = holding({{1.0F}}, sum_of_8);
  EXPECT_THAT(judge_one(holding({{1 + 0.9F * allowed}}), solution).findings, IsEmpty());
  const Judgement judgement = judge_one(holding({{1 + 3 * allowed}}), solution);
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_THAT(judgement.findings[0].details, HasSubstr("300 % of the allowed error"));
}

TEST(Judge, NotANumberAgreesOnlyWithItself) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(judge_one(holding({{nan}}), holding({{nan}})).findings, IsEmpty());
  const records::Allowance wide{.relative = 1e9};
  EXPECT_THAT(judge_one(holding({{nan}}), holding({{1}}, wide)).findings, SizeIs(1));
  EXPECT_THAT(judge_one(holding({{1}}), holding({{nan}}, wide)).findings, SizeIs(1));
}

TEST(Judge, ShapeAndTypeAreComparedBeforeValues) {
  const LaunchResult solution = launch_of(1, [](int, records::TestRecords &records) {
    records.arrays = {array<float>("w", {2, 3}, {1, 2, 3, 4, 5, 6})};
  });
  const LaunchResult other_shape = launch_of(1, [](int, records::TestRecords &records) {
    records.arrays = {array<float>("w", {6}, {1, 2, 3, 4, 5, 6})};
  });
  const LaunchResult other_type = launch_of(1, [](int, records::TestRecords &records) {
    records.arrays = {array<double>("w", {2, 3}, {1, 2, 3, 4, 5, 6})};
  });
  ASSERT_THAT(judge_one(other_shape, solution).findings, SizeIs(1));
  EXPECT_THAT(judge_one(other_shape, solution).findings[0].sentence,
              HasSubstr("wrong shape: [6] instead of [2, 3]"));
  EXPECT_THAT(judge_one(other_type, solution).findings[0].sentence,
              HasSubstr("wrong type: f64 instead of f32"));
}

TEST(Judge, AMissingRecordIsNamedWithItsRanks) {
  LaunchResult student = holding({{1}, {1}, {1}});
  student.ranks[2].tests[0].arrays.clear();
  const Judgement judgement = judge_one(student, holding({{1}, {1}, {1}}));
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_THAT(judgement.findings[0].sentence, HasSubstr("`total` is missing on rank 2"));
}

TEST(Judge, BytesThatAreNotThoseOfTheShapeAreADamagedRecord) {
  LaunchResult student = holding({{1, 2}});
  student.ranks[0].tests[0].arrays[0].shape = {1'000'000'000, 1'000'000'000};
  const Judgement judgement = judge_one(student, holding({{1, 2}}));
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_THAT(judgement.findings[0].sentence, HasSubstr("damaged"));
}

TEST(Judge, AnArrayWithoutRowsIsNoDamagedRecord) {
  const auto run = [](const Shape &shape) {
    return launch_of(1, [&](int, records::TestRecords &records) {
      records.arrays = {array<double>("y", shape, {})};
    });
  };
  EXPECT_THAT(judge_one(run({0, 3}), run({0, 3})).findings, IsEmpty());
  EXPECT_THAT(judge_one(run({3, 0}), run({3, 0})).findings, IsEmpty());
  ASSERT_THAT(judge_one(run({0, 3}), run({0, 4})).findings, SizeIs(1));
  EXPECT_THAT(judge_one(run({0, 3}), run({0, 4})).findings[0].sentence,
              HasSubstr("wrong shape: [0, 3] instead of [0, 4]"));
}

TEST(Judge, WholeNumbersBeyondADoublesPrecisionAreComparedExactly) {
  const auto run = [](std::int64_t value) {
    return launch_of(
        1, [&](int, records::TestRecords &records) { records.scalars = {scalar("begin", value)}; });
  };
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  EXPECT_THAT(judge_one(run(large), run(large)).findings, IsEmpty());
  EXPECT_THAT(judge_one(run(large - 1), run(large)).findings, SizeIs(1));
}

TEST(Judge, TheFirstLineThatDiffersIsShownOfATextAndBlanksAreTold) {
  const auto run = [](const char *text) {
    return launch_of(1, [&](int, records::TestRecords &records) {
      records.texts = {{"plan", text}};
    });
  };
  const Judgement judgement = judge_one(run("a\nx \n"), run("a\nx\n"));
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].where, "line 2: got \"x \", expected \"x\"");
  EXPECT_THAT(judgement.findings[0].cause, HasSubstr("blanks"));
}

TEST(Judge, ASolutionThatDidNotRunIsAGraderFault) {
  LaunchResult broken;
  broken.end = LaunchEnd::crashed;
  const LaunchResult student = holding({{1}});
  const Judgement judgement = judge(testing::exercise_of({1}), {{1, &student, &broken}});
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].kind, VerdictKind::grader_fault);
}

TEST(Judge, AnExceptionEndsOneLaunchAndTheOtherTestsCountFromTheNext) {
  LaunchResult solution = holding({{1}, {1}});
  for (records::RankRecords &rank : solution.ranks) {
    rank.tests.push_back(rank.tests[0]);
    rank.tests[1].test = "Suite.Other";
  }
  LaunchResult first = solution;
  first.end = LaunchEnd::exception;
  for (records::RankRecords &rank : first.ranks) {
    rank.complete = false;
    rank.tests.resize(1);
    rank.tests[0].finished = false;
    rank.tests[0].arrays.clear();
  }
  first.ranks[1].tests[0].exception = records::ExceptionRecord{"std::out_of_range", "at(7)", ""};
  LaunchResult second = solution;
  for (records::RankRecords &rank : second.ranks)
    rank.tests.erase(rank.tests.begin());
  const Judgement judgement =
      judge(testing::exercise_of({2}), {{2, &first, &solution}, {2, &second, &solution}});
  ASSERT_THAT(judgement.runs, SizeIs(2));
  EXPECT_EQ(judgement.runs[0].kind, VerdictKind::crashed);
  EXPECT_EQ(judgement.runs[1].kind, VerdictKind::pass);
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].test, "Test");
  EXPECT_THAT(judgement.findings[0].sentence, HasSubstr("Rank 1 threw std::out_of_range: at(7)"));
}

TEST(Judge, AnExceptionIsNotTakenForTheStudentsOwn) {
  const LaunchResult solution = holding({{1}});
  LaunchResult thrown = solution;
  thrown.end = LaunchEnd::exception;
  thrown.ranks[0].complete = thrown.ranks[0].tests[0].finished = false;
  thrown.ranks[0].tests[0].exception = records::ExceptionRecord{"std::bad_alloc", "bad_alloc", ""};
  const Judgement judgement = judge_one(thrown, solution);
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_THAT(judgement.findings[0].cause,
              AllOf(HasSubstr("If it is your own throw:"), HasSubstr("Else a container")));
}

TEST(Judge, AStubIsNotStarted) {
  LaunchResult stub = holding({{1}, {1}});
  stub.end = LaunchEnd::exception;
  for (records::RankRecords &rank : stub.ranks) {
    rank.tests[0].finished = false;
    rank.tests[0].exception = records::ExceptionRecord{"NotImplemented", "…", "01.1"};
  }
  const Judgement judgement = judge_one(stub, holding({{1}, {1}}));
  EXPECT_EQ(judgement.runs[0].kind, VerdictKind::not_started);
  EXPECT_EQ(overall(judgement.findings, judgement.runs), VerdictKind::not_started);
}

TEST(Judge, AHangOnlyWithSynchronousSendsNeedsBuffering) {
  const LaunchResult good = holding({{1}, {1}});
  LaunchResult hung = good;
  hung.end = LaunchEnd::hung;
  for (records::RankRecords &rank : hung.ranks)
    rank.tests[0].finished = false;
  const Judgement judgement =
      judge(testing::exercise_of({2}), {{2, &good, &good}, {2, &hung, &good, true}});
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].kind, VerdictKind::wrong_communication);
  EXPECT_EQ(judgement.findings[0].pattern, "needs buffering");
  EXPECT_EQ(judgement.runs[0].kind, VerdictKind::wrong_communication);
}

TEST(Judge, ACrashOnlyWithSynchronousSendsIsNotToldAsBuffering) {
  const LaunchResult good = holding({{1}, {1}});
  LaunchResult crashed = good;
  crashed.end = LaunchEnd::crashed;
  crashed.crash = CrashReport{1, 11, "Rank 1 crashed.", {}, "A null pointer was used."};
  for (records::RankRecords &rank : crashed.ranks)
    rank.tests[0].finished = false;
  const Judgement judgement =
      judge(testing::exercise_of({2}), {{2, &good, &good}, {2, &crashed, &good, true}});
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].kind, VerdictKind::crashed);
  EXPECT_EQ(judgement.findings[0].pattern, "");
  EXPECT_EQ(judgement.findings[0].sentence, "Rank 1 crashed.");
  EXPECT_THAT(judgement.findings[0].details, HasSubstr("every send waits for its receive"));
  EXPECT_EQ(judgement.runs[0].kind, VerdictKind::crashed);
}

} // namespace
} // namespace brigade::grader

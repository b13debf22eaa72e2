// What goes wrong after the last TEST costs no points, is told in a note, and all reports tell the
// same.
#include "graded.hpp"

#include "grader/report/report.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace brigade::grader {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Right numbers on any ranks, and then this at the end of the process.
std::string total_and_at_exit(const std::string &call) {
  return total_with(
      fmt::format("static const int none = std::atexit([] {{ {}; }});\nint sum = none;\n"
                  "MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, comm);\nreturn sum;",
                  call),
      "#include <cstdlib>\n#include <unistd.h>");
}

/// The same of the pure exercise.
std::string triple_and_at_exit(const Graded &graded, const std::string &call) {
  return graded.text_of("triple", "solution.cpp") +
         fmt::format("#include <cstdlib>\n#include <unistd.h>\n"
                     "static const int none = std::atexit([] {{ {}; }});\n",
                     call);
}

/// As words that wrap nowhere.
std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  text.erase(
      std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
      text.end());
  return text;
}

void expect_pass_with_note(const ExerciseResult &result, const std::string &words) {
  EXPECT_EQ(result.kind, VerdictKind::pass) << words_of(result);
  EXPECT_DOUBLE_EQ(result.points, 10);
  EXPECT_THAT(result.findings, IsEmpty()) << words_of(result);
  ASSERT_EQ(result.notes.size(), 1U) << words_of(result);
  EXPECT_THAT(result.notes.front(),
              AllOf(HasSubstr("After the last TEST "), HasSubstr(words), HasSubstr("destructors")));
  Report report;
  report.exercises = {result};
  const std::string terminal = in_one_line(terminal_verdict(result, {}, Detail::full));
  const nlohmann::json own = own_json(report, Detail::full).at("exercises").at(0);
  const nlohmann::json gradescope = gradescope_json(report, Detail::full, {});
  const nlohmann::json exercism = exercism_json(result);
  const std::string junit = junit_xml(report);
  EXPECT_THAT(terminal, AllOf(HasSubstr("pass, 10 of 10"), HasSubstr(words)));
  EXPECT_EQ(own.at("kind"), "pass");
  EXPECT_THAT(own.at("notes").dump(), HasSubstr(words));
  EXPECT_EQ(gradescope.at("score"), 10);
  EXPECT_THAT(gradescope.at("output").get<std::string>(),
              AllOf(HasSubstr(": pass, 10 of 10"), HasSubstr(words)));
  for (const nlohmann::json &test : gradescope.at("tests"))
    EXPECT_EQ(test.at("status"), "passed");
  EXPECT_EQ(exercism.at("status"), "pass");
  EXPECT_THAT(exercism.at("tests").at(0).at("output").get<std::string>(), HasSubstr(words));
  EXPECT_THAT(junit, AllOf(HasSubstr("name=\"verdict\" value=\"pass\""), HasSubstr(words),
                           HasSubstr("failures=\"0\" errors=\"0\""), Not(HasSubstr("<error"))));
}

TEST(LateEnd, ByACrashOnRanksIsANote) {
  Graded graded;
  expect_pass_with_note(graded.grade("total", total_and_at_exit("std::abort()")),
                        "crashed: abort (signal 6) in ");
}

TEST(LateEnd, ByAnExceptionOnRanksIsANoteAndNoForgery) {
  Graded graded;
  const ExerciseResult result = graded.grade("total", total_and_at_exit("throw 1"));
  expect_pass_with_note(result, " threw int, which costs no points");
  EXPECT_THAT(result.notes.front(), HasSubstr("rank"));
}

TEST(LateEnd, ByAnExceptionOnOneRankNamesItAndWhatWasThrown) {
  Graded graded;
  const std::string text =
      total_with("MPI_Comm_rank(MPI_COMM_WORLD, &here);\nint sum = none;\n"
                 "MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, comm);\nreturn sum;",
                 "#include <cstdlib>\n#include <stdexcept>\nstatic int here = -1;\n"
                 "static const int none = std::atexit([] { if (here == 1) throw "
                 "std::runtime_error(\"the file is full.\"); });");
  GradeOptions options;
  options.ranks = {3};
  const ExerciseResult result = graded.grade("total", text, options);
  expect_pass_with_note(result, "rank 1 threw std::runtime_error: the file is full, which");
}

TEST(LateEnd, ByAnExceptionOfAPureProgramIsANote) {
  Graded graded;
  expect_pass_with_note(
      graded.grade("triple", triple_and_at_exit(graded, "throw std::string(\"too late\")")),
      "the program threw ");
}

TEST(LateEnd, ByACrashOfAPureProgramIsANote) {
  Graded graded;
  expect_pass_with_note(graded.grade("triple", triple_and_at_exit(graded, "std::abort()")),
                        "crashed: abort (signal 6) in ");
}

TEST(LateEnd, ThatNeverComesIsANote) {
  Graded graded;
  GradeOptions options;
  options.ranks = {2};
  const ExerciseResult result = graded.grade("total", total_and_at_exit("pause()"), options);
  expect_pass_with_note(result, "the program did not end, and was ended");
  EXPECT_LT(result.seconds, 15) << "it does not wait for the limit of time";
}

TEST(LateEnd, OfAPureProgramThatNeverComesIsANote) {
  Graded graded;
  expect_pass_with_note(graded.grade("triple", triple_and_at_exit(graded, "for (;;) pause()")),
                        "the program did not end, and was ended");
}

} // namespace
} // namespace brigade::grader

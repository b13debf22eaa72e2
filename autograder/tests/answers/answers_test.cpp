#include "grader/answers/answers.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace brigade::grader {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char *kQuestions = R"(
[[question]]
key = "picture"
kind = "choice"
text = "Which?"
choices = [{ key = "scatter", text = "cut" }, { key = "gather", text = "joined" }]
[[question]]
key = "facts"
kind = "multiple"
text = "What holds?"
choices = [{ key = "a", text = "1" }, { key = "b", text = "2" }, { key = "c", text = "3" }]
[[question]]
key = "sent"
kind = "number"
unit = "bytes"
text = "How many?"
)";

constexpr const char *kKey = R"(
[picture]
answer = "scatter"
why.scatter = "It was cut."
why.gather = "Nothing was joined."
[facts]
answer = ["a", "c"]
why.a = "A holds."
why.b = "B fails at n = 1."
why.c = "C holds."
[sent]
measured = { test = "Scatter", rank = 1, record = "bytes sent" }
reason = "Three blocks leave."
slip = [{ number = 96, why = "Its own block stays." }]
)";

/// A course of one exercise, in a folder that goes away.
class Answers : public ::testing::Test {
protected:
  Answers() : folder_(std::filesystem::temp_directory_path() / "brigade-answers-XXXXXX") {
    std::string name = folder_.string();
    folder_ = ::mkdtemp(name.data());
    exercise_.id = "opening-night.pictures";
    exercise_.folder = folder_;
    exercise_.files = {"answers.txt"};
    exercise_.points = {{"picture", 1, false}, {"facts", 2, false}, {"sent", 3, false}};
    write("questions.toml", kQuestions);
    write("solution.toml", kKey);
  }
  ~Answers() override { std::filesystem::remove_all(folder_); }

  void write(const std::string &name, const std::string &text) const {
    std::ofstream(folder_ / name) << text;
  }

  /// The verdict on a sheet; rank 1 of the program that measures sends `bytes`.
  ExerciseResult verdict_on(const std::string &sheet, std::int64_t bytes = 72) {
    write("answers.txt", sheet);
    return grade_answers(exercise_, folder_, [&] {
      ++measurements_;
      records::TestRecords test;
      test.test = "SixCollectives.Scatter";
      test.rank = 1;
      test.calls.resize(2);
      test.calls[0].bytes = bytes - 8;
      test.calls[1].bytes = 8;
      LaunchResult launch;
      launch.end = LaunchEnd::complete;
      launch.ranks.resize(2);
      launch.ranks[1].tests = {test};
      return launch;
    });
  }

  std::filesystem::path folder_;
  Exercise exercise_;
  int measurements_ = 0;
};

TEST_F(Answers, AnEmptySheetIsNotStarted) {
  const ExerciseResult result = verdict_on("picture =\nfacts =\nsent =\n");
  EXPECT_EQ(result.kind, VerdictKind::not_started);
  EXPECT_EQ(result.points, 0);
  EXPECT_EQ(result.of, 6);
  EXPECT_EQ(measurements_, 0);
}

TEST_F(Answers, AllRightIsAPassWithTheReasons) {
  const ExerciseResult result = verdict_on("picture = scatter\nfacts = c, a\nsent = 72\n");
  EXPECT_EQ(result.kind, VerdictKind::pass);
  EXPECT_EQ(result.points, 6);
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_THAT(result.notes,
              ElementsAre(HasSubstr("It was cut."), HasSubstr("A holds. C holds."),
                          HasSubstr("predicted 72 bytes, measured 72 bytes. Three blocks")));
  EXPECT_EQ(measurements_, 1);
}

TEST_F(Answers, AWrongChoiceIsToldWhyItIsWrong) {
  const ExerciseResult result =
      verdict_on("picture = gather because it looks so\nfacts = a c\nsent = 72\n");
  EXPECT_EQ(result.kind, VerdictKind::wrong);
  EXPECT_EQ(result.points, 5);
  ASSERT_THAT(result.findings, SizeIs(1));
  EXPECT_EQ(result.findings[0].test, "picture");
  EXPECT_EQ(result.findings[0].cause, "Nothing was joined.");
  EXPECT_EQ(result.findings[0].where, "answers.txt, line 1");
  EXPECT_THAT(result.findings[0].details, HasSubstr("because it looks so"));
}

TEST_F(Answers, OfSeveralChoicesTheWrongOnesAreNamedAndTheMissingOnesCounted) {
  EXPECT_THAT(verdict_on("facts = a b c\n").findings[0].sentence, HasSubstr("not b"));
  const Finding missing = verdict_on("facts = a\n").findings[0];
  EXPECT_THAT(missing.cause, HasSubstr("1 more of the choices is right"));
}

TEST_F(Answers, APredictionStandsBesideWhatWasMeasured) {
  const ExerciseResult result = verdict_on("sent = 96\n");
  EXPECT_EQ(result.findings[0].sentence, "sent: predicted 96 bytes, measured 72 bytes.");
  EXPECT_EQ(result.findings[0].cause, "Its own block stays.");
  EXPECT_THAT(verdict_on("sent = 80\n", 80).notes, SizeIs(1));
  EXPECT_THAT(verdict_on("sent = 5\n").findings[0].cause, HasSubstr("Three blocks leave."));
}

TEST_F(Answers, SomeAnswersEarnTheirPointsAndTheOthersAreListed) {
  const ExerciseResult result = verdict_on("facts = a c\n");
  EXPECT_EQ(result.kind, VerdictKind::wrong);
  EXPECT_EQ(result.points, 2);
  EXPECT_THAT(result.findings[0].sentence,
              HasSubstr("2 of 3 questions have no answer yet: picture, sent"));
}

TEST_F(Answers, AMandatoryQuestionThatIsWrongTakesAllPoints) {
  exercise_.points[0].mandatory = true;
  for (const char *sheet : {"picture = gather\nfacts = a c\nsent = 72\n", "facts = a c\n"}) {
    const ExerciseResult result = verdict_on(sheet);
    EXPECT_EQ(result.points, 0);
    for (const TestResult &test : result.tests) // the sum that the reports make
      EXPECT_EQ(test.points, 0) << test.test;
  }
  EXPECT_EQ(verdict_on("picture = scatter\nfacts = b\n").points, 1);
}

TEST_F(Answers, ALineThatCannotBeReadIsShownWithWhatWouldWork) {
  const ExerciseResult result = verdict_on("picture = scatter\nfacts = a d\nsent = x\n");
  EXPECT_EQ(to_string(result.kind), "cannot be read");
  ASSERT_TRUE(result.compile_failure);
  EXPECT_EQ(result.compile_failure->line, 2);
  EXPECT_THAT(result.compile_failure->cause, HasSubstr("the choices are a, b, c"));
  EXPECT_THAT(result.compile_failure->full, HasSubstr("answers.txt:3"));
  EXPECT_EQ(result.points, 0);
}

TEST_F(Answers, AMeasurementThatFailsIsTheGradersFault) {
  write("answers.txt", "sent = 72\n");
  const ExerciseResult result = grade_answers(exercise_, folder_, [] {
    LaunchResult launch;
    launch.end = LaunchEnd::crashed;
    launch.reason = "no room";
    return launch;
  });
  EXPECT_EQ(result.kind, VerdictKind::grader_fault);
  EXPECT_THAT(result.findings[0].sentence, HasSubstr("no room"));
}

TEST_F(Answers, AKeyWithoutAReasonForAChoiceIsTheGradersFault) {
  write("solution.toml", "[picture]\nanswer = \"scatter\"\nwhy.scatter = \"cut\"\n");
  const ExerciseResult result = verdict_on("picture = scatter\n");
  EXPECT_EQ(result.kind, VerdictKind::grader_fault);
  EXPECT_THAT(result.findings[0].sentence, HasSubstr("has no `gather`"));
}

} // namespace
} // namespace brigade::grader

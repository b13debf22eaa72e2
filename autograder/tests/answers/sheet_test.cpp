#include "grader/answers/sheet.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<Question> kQuestions = {
    {"picture", QuestionKind::choice, "Which?", {{"scatter", "s"}, {"gather", "g"}}, ""},
    {"true-of-ranks",
     QuestionKind::multiple,
     "What holds?",
     {{"a", "1"}, {"b", "2"}, {"c", "3"}},
     ""},
    {"sent", QuestionKind::number, "How many?", {}, "bytes"},
};

SheetError only_error(std::string_view text) {
  const Sheet sheet = read_sheet(text, kQuestions);
  EXPECT_EQ(sheet.errors.size(), 1U) << text;
  return sheet.errors.empty() ? SheetError{} : sheet.errors.front();
}

TEST(Sheet, HoldsWhatIsAnsweredAndWhere) {
  const Sheet sheet = read_sheet("# a remark\n"
                                 "picture = scatter   # sure\n"
                                 "\n"
                                 "true-of-ranks = a, c a\n"
                                 "sent = 72 bytes\n",
                                 kQuestions);
  EXPECT_THAT(sheet.errors, IsEmpty());
  EXPECT_THAT(sheet.answers.at("picture").choices, ElementsAre("scatter"));
  EXPECT_EQ(sheet.answers.at("picture").line, 2);
  EXPECT_THAT(sheet.answers.at("true-of-ranks").choices, ElementsAre("a", "c"));
  EXPECT_EQ(sheet.answers.at("sent").number, 72);
}

TEST(Sheet, LeavesOutWhatHasNoAnswerYet) {
  const Sheet sheet = read_sheet("picture =\nsent = # later\n", kQuestions);
  EXPECT_THAT(sheet.errors, IsEmpty());
  EXPECT_THAT(sheet.answers, IsEmpty());
}

TEST(Sheet, KeepsTheReasonBehindBecause) {
  const Sheet sheet = read_sheet("picture = gather because they are joined = on one\n", kQuestions);
  EXPECT_EQ(sheet.answers.at("picture").because, "they are joined = on one");
}

TEST(Sheet, ReadsFilesOfOtherSystems) {
  const Sheet sheet = read_sheet("\xef\xbb\xbfPicture = SCATTER\r\nsent = 72\r\n", kQuestions);
  EXPECT_THAT(sheet.errors, IsEmpty());
  EXPECT_THAT(sheet.answers.at("picture").choices, ElementsAre("scatter"));
  EXPECT_EQ(sheet.answers.at("sent").number, 72);
}

TEST(Sheet, NamesTheLineAndTheNearestChoice) {
  const SheetError error = only_error("\n\npicture = scater\n");
  EXPECT_EQ(error.line, 3);
  EXPECT_THAT(error.sentence, HasSubstr("`scater` is no choice of `picture`"));
  EXPECT_THAT(error.remedy, HasSubstr("perhaps `scatter`"));
}

TEST(Sheet, NamesTheChoiceOfWhichThePartsStandApart) {
  const std::vector<Question> questions = {
      {"picture", QuestionKind::choice, "Which?", {{"gather", "g"}, {"all-gather", "a"}}, ""}};
  const Sheet sheet = read_sheet("picture = all gather\n", questions);
  ASSERT_EQ(sheet.errors.size(), 1U);
  EXPECT_THAT(sheet.errors.front().sentence, HasSubstr("`all` is no choice of `picture`"));
  EXPECT_THAT(sheet.errors.front().remedy, HasSubstr("perhaps `all-gather`"));
}

TEST(Sheet, NamesTheNearestQuestion) {
  EXPECT_THAT(only_error("pictur = scatter\n").remedy, HasSubstr("`picture`"));
}

TEST(Sheet, SaysWhatWouldWork) {
  EXPECT_THAT(only_error("picture scatter\n").remedy, HasSubstr("picture = "));
  EXPECT_THAT(only_error("picture = scatter gather\n").sentence, HasSubstr("takes one choice"));
  EXPECT_THAT(only_error("sent = many\n").remedy, HasSubstr("in bytes"));
  EXPECT_THAT(only_error("sent = 72 doubles\n").sentence, HasSubstr("no number of bytes"));
  EXPECT_THAT(only_error("sent = 1\nsent = 2\n").remedy, HasSubstr("line 1"));
}

} // namespace
} // namespace brigade::grader

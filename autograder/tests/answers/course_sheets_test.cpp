#include "grader/answers/key.hpp"
#include "grader/answers/questions.hpp"
#include "grader/manifest/exercise.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace brigade::grader {
namespace {

std::string contents(const std::filesystem::path &file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<Exercise> exercises_with_questions() {
  std::vector<Exercise> exercises = load_course(BRIGADE_COURSE).exercises;
  std::erase_if(exercises, [](const Exercise &exercise) {
    return !std::filesystem::exists(exercise.folder / "questions.toml");
  });
  return exercises;
}

TEST(CourseSheets, AreWhatTheQuestionsMake) {
  ASSERT_FALSE(exercises_with_questions().empty());
  for (const Exercise &exercise : exercises_with_questions())
    EXPECT_EQ(contents(exercise.folder / "answers.txt"),
              answer_sheet(exercise, load_questions(exercise.folder / "questions.toml")))
        << exercise.id;
}

TEST(CourseSheets, HaveAKeyAndPointsForEveryQuestion) {
  for (const Exercise &exercise : exercises_with_questions()) {
    const std::vector<Question> questions = load_questions(exercise.folder / "questions.toml");
    EXPECT_NO_THROW(load_key(exercise.folder / "solution.toml", questions)) << exercise.id;
    for (const Question &question : questions)
      EXPECT_EQ(std::ranges::count(exercise.points, question.key, &TestPoints::test), 1)
          << exercise.id << " " << question.key;
    EXPECT_EQ(exercise.points.size(), questions.size()) << exercise.id;
  }
}

} // namespace
} // namespace brigade::grader

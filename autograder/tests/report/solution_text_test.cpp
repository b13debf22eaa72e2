#include "grader/report/solution_text.hpp"

#include "brigade/core/utf8.hpp"
#include "grader/report/text_lines.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

/// An exercise in a folder that goes away.
class SolutionText : public ::testing::Test {
protected:
  SolutionText() {
    std::string name = (fs::temp_directory_path() / "brigade-solution-XXXXXX").string();
    exercise_.folder = ::mkdtemp(name.data());
  }
  ~SolutionText() override { fs::remove_all(exercise_.folder); }

  std::string of(const std::string &name, const std::string &text) const {
    write(name, text);
    return solution_text(exercise_, exercise_.folder / name, Terminal{});
  }
  void write(const std::string &name, const std::string &text) const {
    std::ofstream(exercise_.folder / name) << text;
  }

  Exercise exercise_;
};

TEST_F(SolutionText, OfCodeHasNoMarksOfWhatIsQuoted) {
  EXPECT_EQ(of("solution.cpp", "#include <map>\n"
                               "// [ring_sum]\n"
                               "int a[3]; // [a] is no mark\n"
                               "  // [inner-part]\n"
                               "// [0, n) is a comment\n"
                               "// [ring_sum]\n"),
            "#include <map>\n"
            "int a[3]; // [a] is no mark\n"
            "// [0, n) is a comment\n");
}

TEST_F(SolutionText, OfASheetIsEachAnswerWithItsReasons) {
  write("questions.toml", R"(
[[question]]
text = "How many bytes does it hold?"
key = "held"
unit = "bytes"
kind = "number"
[[question]]
text = "How many are sent?"
key = "sent"
kind = "number"
[[choices.call]]
key = "scatter"
text = "cut"
[[choices.call]]
key = "gather"
text = "joined"
[[question]]
text = "Which one?"
key = "picture"
choices = "call"
kind = "choice"
[[question]]
text = "Which are collective?"
key = "collective"
choices = "call"
kind = "multiple"
)");
  EXPECT_EQ(of("solution.toml", R"(
[held]
answer = 72
reason = "Three blocks."
slip = [{ number = 96, why = "Its own block stays." }]
[sent]
measured = { test = "Scatter", rank = 1, record = "bytes sent" }
reason = "Three blocks leave."
[picture.why]
gather = "Nothing was joined, neither before nor after, and that is what a gather is named for."
scatter = "It was cut."
[picture]
answer = "scatter"
[collective]
answer = ["scatter", "gather"]
why.scatter = "Every rank calls it."
why.gather = "So here."
)"),
            "held: 72 bytes\n"
            "  Three blocks.\n"
            "  not 96 bytes: Its own block stays.\n"
            "\n"
            "sent: measured (bytes sent on rank 1 in TEST Scatter of trial.cpp)\n"
            "  Three blocks leave.\n"
            "\n"
            "picture: scatter\n"
            "  It was cut.\n"
            "  not gather: Nothing was joined, neither before nor after, and that is what a\n"
            "  gather is named for.\n"
            "\n"
            "collective: scatter, gather\n"
            "  scatter: Every rank calls it.\n"
            "  gather: So here.\n");
}

TEST(SolutionsOfTheCourse, AreShownWithoutMarksAndSyntax) {
  std::size_t shown = 0;
  for (const Exercise &exercise : load_course(BRIGADE_COURSE).exercises)
    for (const char *name : {"solution.cpp", "solution.toml"})
      if (const fs::path file = exercise.folder / name; fs::exists(file)) {
        std::istringstream lines(solution_text(exercise, file, Terminal{}));
        for (std::string line; std::getline(lines, line); ++shown) {
          EXPECT_THAT(line, Not(HasSubstr("// ["))) << exercise.id;
          if (file.extension() == ".toml") {
            EXPECT_LE(count_characters(line), 80u) << exercise.id;
            EXPECT_THAT(line, Not(HasSubstr(" = \""))) << exercise.id;
          }
        }
      }
  EXPECT_GT(shown, 0u);
}

} // namespace
} // namespace brigade::grader

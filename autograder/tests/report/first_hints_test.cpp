#include "grader/report/first_hints.hpp"

#include "brigade/core/utf8.hpp"
#include "grader/report/text_lines.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace brigade::grader {
namespace {

Terminal of_columns(int columns) {
  Terminal terminal;
  terminal.columns = columns;
  return terminal;
}

TEST(FirstHints, AreWrappedAtTheTerminalsWidth) {
  Exercise exercise;
  exercise.number = "01.1";
  exercise.hints = {"Which collective gives every rank the same sum?", "MPI_Allreduce.", "third"};
  EXPECT_EQ(first_hints(exercise, 2, of_columns(40)),
            "01.1 hint 1 of 3: Which collective gives\n"
            "every rank the same sum?\n"
            "01.1 hint 2 of 3: MPI_Allreduce.\n");
  EXPECT_EQ(first_hints(exercise, 1, of_columns(80)),
            "01.1 hint 1 of 3: Which collective gives every rank the same sum?\n");
}

TEST(FirstHints, OfTheCourseFitEightyColumnsWhereThereIsNoTerminal) {
  for (const Exercise &exercise : load_course(BRIGADE_COURSE).exercises) {
    std::istringstream lines(first_hints(exercise, exercise.hints.size(), Terminal{}));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(count_characters(line), 80u) << exercise.id;
  }
}

} // namespace
} // namespace brigade::grader

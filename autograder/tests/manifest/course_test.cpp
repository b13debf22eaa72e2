#include "brigade/core/error.hpp"
#include "grader/manifest/exercise.hpp"
#include "written_course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace brigade::grader {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ACourse : public ::testing::Test {
protected:
  ACourse() {
    add("02-mesh", "coordinates", "02.10");
    add("02-mesh", "groups", "02.2");
    add("02-mesh", "ring", "02.3a");
    add("04-gspmd", "ring", "04.1");
    add("04-gspmd", "cost", "04.2");
    course_ = load_course(written_.root());
  }

  void add(const std::string &chapter, const std::string &name, const std::string &number) {
    std::string toml = good_manifest_with("mesh.coordinates", chapter.substr(3) + "." + name);
    toml.replace(toml.find("02.1"), 4, number);
    written_.add(chapter, name, toml);
  }
  std::vector<std::string> ids(const std::string &word) const {
    std::vector<std::string> ids;
    for (const Exercise *exercise : course_.select(word))
      ids.push_back(exercise->id);
    return ids;
  }
  std::string error_of(const std::string &word) const {
    try {
      course_.select(word);
    } catch (const InputError &error) {
      return error.what();
    }
    return "no error";
  }

  WrittenCourse written_;
  Course course_;
};

TEST_F(ACourse, IsInTheOrderOfTheNumbers) {
  EXPECT_THAT(ids(""), ElementsAre("mesh.groups", "mesh.ring", "mesh.coordinates", "gspmd.ring",
                                   "gspmd.cost"));
}

TEST_F(ACourse, IsSelectedByChapter) {
  for (const char *word : {"02", "2", "mesh", "02-mesh"})
    EXPECT_THAT(ids(word), ElementsAre("mesh.groups", "mesh.ring", "mesh.coordinates")) << word;
}

TEST_F(ACourse, IsSelectedByExercise) {
  EXPECT_THAT(ids("gspmd.cost"), ElementsAre("gspmd.cost"));
  EXPECT_THAT(ids("cost"), ElementsAre("gspmd.cost"));
  EXPECT_THAT(ids("04.2"), ElementsAre("gspmd.cost"));
  EXPECT_THAT(ids("4.2"), ElementsAre("gspmd.cost"));
  EXPECT_THAT(ids("02.3a"), ElementsAre("mesh.ring"));
}

TEST_F(ACourse, IsSelectedBySeveralWordsWithCommasBetween) {
  EXPECT_THAT(ids("04.1,02.2"), ElementsAre("mesh.groups", "gspmd.ring"));
  EXPECT_THAT(ids("cost, 02"),
              ElementsAre("mesh.groups", "mesh.ring", "mesh.coordinates", "gspmd.cost"));
  EXPECT_THAT(ids("02,mesh.ring,04"), ElementsAre("mesh.groups", "mesh.ring", "mesh.coordinates",
                                                  "gspmd.ring", "gspmd.cost"));
  EXPECT_THAT(error_of("04.1,02.22"), HasSubstr("no exercise or chapter '02.22'"));
  EXPECT_THAT(error_of("04.1,"), HasSubstr("no exercise or chapter ''"));
}

TEST_F(ACourse, NamesBothWhereANameMayBeEither) {
  EXPECT_THAT(error_of("ring"), HasSubstr("'ring' may be mesh.ring or gspmd.ring"));
}

TEST_F(ACourse, NamesTheNearestOfAnUnknownWord) {
  EXPECT_THAT(error_of("gspmd.cots"), HasSubstr("no exercise or chapter 'gspmd.cots' (did you mean "
                                                "'gspmd.cost'?)"));
  EXPECT_THAT(error_of("mehs"), HasSubstr("'mesh'"));
  EXPECT_THAT(error_of("grops"), HasSubstr("'mesh.groups'"));
  EXPECT_THAT(error_of("zzzzzzzz"), ::testing::Not(HasSubstr("did you mean")));
}

} // namespace
} // namespace brigade::grader

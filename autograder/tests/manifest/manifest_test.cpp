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

TEST(Manifest, SaysAllOfAnExercise) {
  const WrittenCourse written;
  written.add("02-mesh", "coordinates", good_manifest());
  const Course course = load_course(written.root());
  ASSERT_EQ(course.exercises.size(), 1u);
  const Exercise &exercise = course.exercises.front();
  EXPECT_EQ(exercise.id, "mesh.coordinates");
  EXPECT_EQ(exercise.topic, "mesh");
  EXPECT_EQ(exercise.chapter, "02-mesh");
  EXPECT_EQ(exercise.kind, ExerciseKind::pure);
  EXPECT_FALSE(exercise.runs_on_ranks());
  EXPECT_THAT(exercise.sizes, ElementsAre(1, 6, 64));
  EXPECT_THAT(exercise.hints, ElementsAre("Divide.", "Divide with remainder."));
  ASSERT_EQ(exercise.points.size(), 2u);
  // In the order of the file, though a table is sorted by name.
  EXPECT_EQ(exercise.points[0].test, "There");
  EXPECT_TRUE(exercise.points[0].mandatory);
  EXPECT_EQ(exercise.points[1].test, "AndBack");
  EXPECT_FALSE(exercise.points[1].mandatory);
  EXPECT_DOUBLE_EQ(exercise.max_points(), 10.5);
  EXPECT_DOUBLE_EQ(exercise.limits.seconds, 7);
  EXPECT_EQ(exercise.limits.memory_megabytes, Limits{}.memory_megabytes);
}

TEST(Manifest, GivesAProgramWithoutRanksLessTime) {
  const WrittenCourse written;
  written.add("02-mesh", "coordinates", good_manifest_with("seconds = 7", ""));
  const double without_ranks = load_course(written.root()).exercises.at(0).limits.seconds;
  EXPECT_DOUBLE_EQ(without_ranks, 5);
  EXPECT_LT(without_ranks, Limits{}.seconds);
}

struct Fault {
  const char *name;
  const char *from, *to; ///< what is changed in the good manifest
  int line;
  const char *words; ///< that the error must have
};
void PrintTo(const Fault &fault, std::ostream *stream) { *stream << fault.name; }

class FaultyManifest : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultyManifest, IsRefusedWithFileAndLine) {
  const Fault &fault = GetParam();
  const WrittenCourse written;
  written.add("02-mesh", "coordinates", good_manifest_with(fault.from, fault.to));
  try {
    load_course(written.root());
    FAIL() << "the manifest was taken";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("exercises/02-mesh/coordinates/exercise.toml:" +
                                        std::to_string(fault.line) + ": "));
    EXPECT_THAT(error.what(), HasSubstr(fault.words));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Manifest, FaultyManifest,
    ::testing::Values(
        Fault{"NoToml", "title = ", "title == ", 3, ""},
        Fault{"UnknownKey", "sizes", "size", 6, "unknown key 'size' (did you mean 'sizes'?)"},
        Fault{"KeyIsMissing", "title = \"Coordinates\"\n", "", 1, "'title' is missing"},
        Fault{"KindIsMissing", "kind = \"pure\"\n", "", 1, "'kind' is missing"},
        Fault{"NoSuchKind", "\"pure\"", "\"purr\"", 4,
              "there is no kind 'purr'; there are ranks, pure"},
        Fault{"RanksAndSizes", "minutes = 15", "minutes = 15\nranks = [2]", 7,
              "exclude each other"},
        Fault{"SizesOfText", "[1, 6, 64]", "[1, \"6\"]", 6, "'sizes' must be a list"},
        Fault{"SizeOfNothing", "[1, 6, 64]", "[0]", 6, "from 1 to 4096"},
        Fault{"SizeTwice", "[1, 6, 64]", "[6, 6]", 6, "6 stands in 'sizes' twice"},
        Fault{"NoSizes", "[1, 6, 64]", "[]", 6, "'sizes' is empty"},
        Fault{"MinutesOfText", "= 15", "= \"15\"", 5, "'minutes' must be a whole number above 0"},
        Fault{"PartOfAMinute", "= 15", "= 1.5", 5, "'minutes' must be a whole number above 0"},
        Fault{"NoFiles", "[\"coordinates.cpp\"]", "[]", 7, "no file for the student"},
        Fault{"FileOfTheExercise", "\"coordinates.cpp\"", "\"trial.cpp\"", 7, "'trial.cpp' cannot"},
        Fault{"FileElsewhere", "\"coordinates.cpp\"", "\"../x.cpp\"", 7, "'../x.cpp' cannot"},
        Fault{"IdOfAnotherFolder", "mesh.coordinates", "mesh.groups", 1, "'mesh.coordinates', not"},
        Fault{"NumberOfAnotherChapter", "02.1", "03.1", 2, "begins with '02.', not '03.1'"},
        Fault{"PointsTwice", "AndBack = 4.5", "There = 4.5", 14, ""},
        Fault{"NoPoints", "There = 6\nAndBack = 4.5\n", "", 12, "names no TEST"},
        Fault{"PointsOfNothing", "4.5", "0", 14,
              "the points of 'AndBack' must be a number above 0"},
        Fault{"PointsBelowNothing", "4.5", "-1", 14, "must be a number above 0"},
        Fault{"MandatoryOfNothing", "[\"There\"]", "[\"Here\"]", 10,
              "'Here' is no TEST of [points] (did you mean 'There'?)"},
        Fault{"HintWithoutText", "text = \"Divide.\"", "txt = \"Divide.\"", 17,
              "unknown key 'txt'"},
        Fault{"UnknownLimit", "seconds = 7", "second = 7", 22,
              "unknown key 'second' (did you mean 'seconds'"},
        Fault{"NoSuchStart", "minutes = 15", "minutes = 15\nstarts_as = \"stuck\"", 6,
              "cannot start as 'stuck'"},
        Fault{"PhaseOfAPureOne", "[limits]", "[[phase]]\ntest = \"There\"\nranks = 2\n[limits]", 21,
              "phases are for exercises on ranks"}),
    [](const auto &tested) { return tested.param.name; });

TEST(Manifest, TwoExercisesOfOneNumberAreRefused) {
  const WrittenCourse written;
  written.add("02-mesh", "coordinates", good_manifest());
  written.add("02-mesh", "groups", good_manifest_with("mesh.coordinates", "mesh.groups"));
  EXPECT_THROW(
      {
        try {
          load_course(written.root());
        } catch (const InputError &error) {
          EXPECT_THAT(error.what(), HasSubstr("the number 02.1 is taken by mesh.coordinates"));
          throw;
        }
      },
      InputError);
}

TEST(Manifest, TwoExercisesOfOneIdAreRefused) {
  const WrittenCourse written;
  written.add("02-mesh", "coordinates", good_manifest());
  written.add("03-mesh", "coordinates", good_manifest_with("02.1", "03.1"));
  EXPECT_THROW(
      {
        try {
          load_course(written.root());
        } catch (const InputError &error) {
          EXPECT_THAT(error.what(), HasSubstr("the id mesh.coordinates is taken by"));
          throw;
        }
      },
      InputError);
}

} // namespace
} // namespace brigade::grader

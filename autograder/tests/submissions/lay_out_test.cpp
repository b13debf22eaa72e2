#include "grader/submissions/lay_out.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LayOut : public ::testing::Test {
protected:
  LayOut() : root_(fs::path(::testing::TempDir()) / ("lay-out-" + std::to_string(::getpid()))) {
    fs::remove_all(root_);
    for (const std::string name : {"coordinates", "axis-group"}) {
      Exercise exercise;
      exercise.topic = "mesh";
      exercise.chapter = "02-mesh";
      exercise.name = name;
      exercise.folder = root_ / "exercises/02-mesh" / name;
      exercise.files = {name + ".cpp", "notes.cpp"};
      fs::create_directories(exercise.folder);
      for (const std::string &file : exercise.files)
        std::ofstream(exercise.folder / file) << "stub of " << name << "\n";
      std::ofstream(exercise.folder / "exercise.hpp") << "contract\n";
      course_.exercises.push_back(exercise);
    }
  }
  ~LayOut() override { fs::remove_all(root_); }

  LaidOut lay_files(std::vector<SubmittedFile> files) const {
    Submission submission;
    submission.files = std::move(files);
    return lay_out(submission, {&course_.exercises[0], &course_.exercises[1]}, course_,
                   root_ / "work");
  }
  std::string laid(const std::string &path) const {
    std::ifstream stream(root_ / "work/mesh" / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  fs::path root_;
  Course course_;
};

TEST_F(LayOut, TakesFilesAtAnyDepthAndStubsForTheRest) {
  const LaidOut result = lay_files({{"homework 2/02-mesh/coordinates/coordinates.cpp", "mine\n"}});
  EXPECT_EQ(laid("coordinates/coordinates.cpp"), "mine\n");
  EXPECT_EQ(laid("axis-group/axis-group.cpp"), "stub of axis-group\n");
  EXPECT_THAT(result.missing,
              ElementsAre("mesh/coordinates/notes.cpp", "mesh/axis-group/axis-group.cpp",
                          "mesh/axis-group/notes.cpp"));
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST_F(LayOut, ANameOfTwoExercisesNeedsItsFolder) {
  lay_files({{"notes.cpp", "whose?\n"}, {"axis-group/notes.cpp", "mine\n"}});
  EXPECT_EQ(laid("coordinates/notes.cpp"), "stub of coordinates\n");
  EXPECT_EQ(laid("axis-group/notes.cpp"), "mine\n");
}

TEST_F(LayOut, OfTwoCopiesTheBetterPathWinsAndIsNamed) {
  const LaidOut result = lay_files(
      {{"mesh/coordinates/coordinates.cpp", "right\n"}, {"old/coordinates.cpp", "old\n"}});
  EXPECT_EQ(laid("coordinates/coordinates.cpp"), "right\n");
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("2 copies")));
}

TEST_F(LayOut, OfTwoCopiesOfOnePathTheEntryIsNamed) {
  const LaidOut result = lay_files({{"coordinates.cpp", "old\n", "doe_1_2_coordinates.cpp"},
                                    {"coordinates.cpp", "new\n", "doe_1_3_coordinates.cpp"}});
  EXPECT_EQ(laid("coordinates/coordinates.cpp"), "new\n");
  EXPECT_THAT(result.notes,
              ElementsAre(HasSubstr("coordinates.cpp of doe_1_3_coordinates.cpp was taken")));
}

TEST_F(LayOut, OfWhatIsMissingTheUnusedFileOfTheNearestNameIsTold) {
  for (const std::string name : {"Coordinates.cpp", "coordinates.cpp.txt", "cordinates.cpp",
                                 "coordinates.cc", "coordinates (1).cpp", "coordinates - Copy.cpp",
                                 "Copy of coordinates.cpp", "coordinates_final.cpp"}) {
    const LaidOut result = lay_files({{name, "mine\n"}});
    EXPECT_THAT(result.notes,
                ElementsAre(name + " was handed in and not used; if it is "
                                   "mesh/coordinates/coordinates.cpp, hand it in by that name"));
  }
  const LaidOut other =
      lay_files({{"homework.cpp", "mine\n"}, {"coordinates/exercise.hpp", "contract\n"}});
  EXPECT_THAT(other.notes,
              ElementsAre("not used, since no exercise has a file of that name: homework.cpp"));
}

TEST_F(LayOut, OfFilesOfExercisesThatWereNotChosenNothingIsSaid) {
  Submission submission;
  submission.files = {{"axis-group/axis-group.cpp", "mine\n"}, {"coordinate.cpp", "mine\n"}};
  const LaidOut one = lay_out(submission, {&course_.exercises[0]}, course_, root_ / "work");
  EXPECT_THAT(one.notes, ElementsAre(HasSubstr("coordinate.cpp was handed in and not used")));
}

TEST_F(LayOut, AnUnusedFileMayHaveANameThatNoFileCanHave) {
  const std::string name(300, 'x');
  const LaidOut result = lay_files({{name, "mine\n"}});
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr(name)));
}

TEST_F(LayOut, NamesThatAreNotUtf8AreShownByTheirBytes) {
  const LaidOut result = lay_files({{"m\xFCll/coordinates.cpp", "mine\n"}, {"\xFC.cpp", "mine\n"}});
  EXPECT_THAT(result.taken, ElementsAre("mesh/coordinates/coordinates.cpp from m\\xfcll/"
                                        "coordinates.cpp"));
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("\\xfc.cpp")));
}

TEST_F(LayOut, MendsLineEndsAndByteOrderMarks) {
  const LaidOut result = lay_files({{"coordinates.cpp", "\xEF\xBB\xBFint a;\r\nint b;\rint c;\n"}});
  EXPECT_EQ(laid("coordinates/coordinates.cpp"), "int a;\nint b;\nint c;\n");
  EXPECT_EQ(result.notes.size(), 2u);
}

TEST_F(LayOut, TextsOfOtherEncodingsBecomeUtf8) {
  const auto expect = [this](const std::string &bytes, const std::string &text,
                             const std::string &was) {
    const LaidOut result = lay_files({{"coordinates.cpp", bytes}});
    EXPECT_EQ(laid("coordinates/coordinates.cpp"), text);
    EXPECT_THAT(result.notes, ElementsAre("coordinates.cpp: changed from " + was + " to UTF-8"));
  };
  expect("int a; // gr\xF6\xDF"
         "er \x93so\x94 \x96 \x80\n",
         "int a; // größer “so” – €\n", "Latin-1 (Windows-1252)");
  expect(std::string("\xFF\xFE\xF6\0a\0\x3D\xD8\0\xDE", 10), "öa😀", "UTF-16");
  expect(std::string("\xFE\xFF\0\xF6\x20\xAC", 6), "ö€", "UTF-16");
  for (const std::string &half :
       {std::string("\xFF\xFE\x3D\xD8", 4), std::string("\xFF\xFEi", 3)}) {
    lay_files({{"coordinates.cpp", half}});
    EXPECT_EQ(laid("coordinates/coordinates.cpp"), "stub of coordinates\n");
  }
}

TEST_F(LayOut, LeavesOutWhatIsNoText) {
  const LaidOut result = lay_files({{"coordinates.cpp", std::string("\x7F"
                                                                    "ELF\0\1\xB0",
                                                                    7)}});
  EXPECT_EQ(laid("coordinates/coordinates.cpp"), "stub of coordinates\n");
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("is no text and was left out")));
}

TEST_F(LayOut, AnotherContractIsToldAndNotUsed) {
  const LaidOut same = lay_files({{"coordinates/exercise.hpp", "contract\r\n"}});
  EXPECT_THAT(same.notes, IsEmpty());
  const LaidOut other = lay_files({{"coordinates/exercise.hpp", "contract of last year\n"}});
  EXPECT_THAT(other.notes, ElementsAre(HasSubstr("differs from the course's exercise.hpp")));
  EXPECT_FALSE(fs::exists(root_ / "work/mesh/coordinates/exercise.hpp"));
}

} // namespace
} // namespace brigade::grader

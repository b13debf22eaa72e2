#include "grader/workshop/kept_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

class KeptFolder : public testing::Test {
protected:
  KeptFolder() {
    std::string name = (fs::temp_directory_path() / "brigade-kept-XXXXXX").string();
    root_ = ::mkdtemp(name.data());
  }
  ~KeptFolder() override { fs::remove_all(root_); }

  fs::path of_course(const std::string &course) const {
    Exercise exercise;
    exercise.id = "sample.total";
    exercise.folder = root_ / course / "exercises/01-sample/total";
    fs::create_directories(exercise.folder);
    return kept_folder(kept(), root_ / "tree", exercise);
  }
  fs::path kept() const { return root_ / "tree/build/release/exercises"; }

  fs::path root_;
};

TEST_F(KeptFolder, OfTheTreesOwnCourseIsCalledAsTheExercise) {
  EXPECT_EQ(of_course("tree"), kept() / "sample.total");
  EXPECT_EQ(of_course("tree/../tree"), kept() / "sample.total");
}

TEST_F(KeptFolder, IsAnotherForEachCourse) {
  const fs::path first = of_course("first/course"), second = of_course("second/course");
  EXPECT_NE(first, second);
  EXPECT_EQ(first, of_course("first/course"));
  EXPECT_EQ(first.filename(), "sample.total");
  EXPECT_EQ(first.parent_path().parent_path(), kept() / "courses");
  EXPECT_TRUE(first.parent_path().filename().string().starts_with("course-"));
}

TEST_F(KeptFolder, GoesWhenItsCourseIsGone) {
  const fs::path stays = of_course("stays"), goes = of_course("goes");
  fs::create_directories(stays);
  fs::create_directories(goes);
  fs::remove_all(root_ / "goes");
  of_course("another");
  EXPECT_TRUE(fs::exists(stays));
  EXPECT_FALSE(fs::exists(goes.parent_path()));
}

} // namespace
} // namespace brigade::grader

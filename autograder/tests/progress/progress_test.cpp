#include "grader/progress/progress.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

class AProgressFile : public ::testing::Test {
protected:
  ~AProgressFile() override { fs::remove_all(file_.parent_path()); }
  void write(const std::string &text) const {
    fs::create_directories(file_.parent_path());
    std::ofstream(file_) << text;
  }
  std::string text() const {
    std::ifstream stream(file_);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  const fs::path file_ = fs::temp_directory_path() / "brigade-progress-test" / "progress.txt";
};

TEST_F(AProgressFile, ThatIsNotThereIsEmpty) { EXPECT_TRUE(load_progress(file_).entries.empty()); }

TEST_F(AProgressFile, ComesBackAsItWas) {
  Progress progress;
  progress.entries["mesh.ring"] = {7.5, 10, false};
  progress.entries["mesh.coordinates"] = {20, 20, true};
  save_progress(file_, progress);
  const Progress back = load_progress(file_);
  ASSERT_EQ(back.entries.size(), 2u);
  EXPECT_DOUBLE_EQ(back.entries.at("mesh.ring").points, 7.5);
  EXPECT_FALSE(back.entries.at("mesh.ring").passed);
  EXPECT_TRUE(back.entries.at("mesh.coordinates").passed);
  // Sorted, so that two versions of it can be compared.
  EXPECT_LT(text().find("mesh.coordinates"), text().find("mesh.ring"));
}

TEST_F(AProgressFile, KeepsIdsOfAnotherCourse) {
  write("of-the-future.exercise 3 4 open\nmesh.ring 1 10 open\n");
  Progress progress = load_progress(file_);
  progress.entries["mesh.ring"].points = 2;
  save_progress(file_, progress);
  EXPECT_NE(text().find("of-the-future.exercise 3 4 open\n"), std::string::npos);
  EXPECT_NE(text().find("mesh.ring 2 10 open\n"), std::string::npos);
}

TEST_F(AProgressFile, PassesOverADamagedLine) {
  write("mesh.ring\n\nmesh.coordinates 20 20 passed\nmesh.groups x y z\n");
  const Progress progress = load_progress(file_);
  EXPECT_EQ(progress.entries.size(), 1u);
  EXPECT_TRUE(progress.entries.at("mesh.coordinates").passed);
}

} // namespace
} // namespace brigade::grader

#include "written_course.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace brigade::grader {

namespace fs = std::filesystem;

WrittenCourse::WrittenCourse() {
  std::string name = (fs::temp_directory_path() / "brigade-course-XXXXXX").string();
  root_ = mkdtemp(name.data());
}

WrittenCourse::~WrittenCourse() { fs::remove_all(root_); }

void WrittenCourse::add(const std::string &chapter, const std::string &name,
                        const std::string &toml) const {
  const fs::path folder = root_ / "exercises" / chapter / name;
  fs::create_directories(folder);
  std::ofstream(folder / "exercise.toml") << toml;
}

std::string good_manifest() {
  return R"(id = "mesh.coordinates"
number = "02.1"
title = "Coordinates"
kind = "pure"
minutes = 15
sizes = [1, 6, 64]
files = ["coordinates.cpp"]
uses = ["core"]
forbidden = ["brigade::Mesh*"]
mandatory = ["There"]

[points]
There = 6
AndBack = 4.5

[[hint]]
text = "Divide."
[[hint]]
text = "Divide with remainder."

[limits]
seconds = 7
)";
}

std::string good_manifest_with(const std::string &from, const std::string &to) {
  std::string text = good_manifest();
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << "the manifest has no " << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

} // namespace brigade::grader

#include "made_up_report.hpp"

#include "grader/report/compile_place.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace brigade::grader {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char *kFolder = "/home/somebody/a-long-name-of-a-folder/course/work/mesh/";

CompileFailure failure_at(int line) {
  CompileFailure failure;
  failure.sentence = "'total' was not declared in this scope";
  failure.file = std::string(kFolder) + "ring.cpp";
  failure.line = line;
  return failure;
}

TEST(ThePlaceOfACompileFailure, HasALineWhereOneIsKnown) {
  EXPECT_EQ(place_of(failure_at(12)), "ring.cpp:12");
  EXPECT_EQ(place_of(failure_at(0)), "ring.cpp");
}

TEST(ThePlaceOfACompileFailure, IsNamedInEveryReportWithoutTheFoldersAboveTheCourse) {
  Report report = testing::every_verdict();
  std::erase_if(report.exercises, [](const ExerciseResult &one) { return !one.compile_failure; });
  ASSERT_EQ(report.exercises.size(), 1u);
  ExerciseResult &result = report.exercises.front();
  result.compile_failure = failure_at(12);
  const auto names_place = AllOf(HasSubstr("ring.cpp:12"), Not(HasSubstr(kFolder)));
  EXPECT_THAT(terminal_verdict(result, Terminal{}), HasSubstr("\n  where   ring.cpp:12\n"));
  EXPECT_THAT(terminal_verdict(result, Terminal{}), names_place);
  EXPECT_THAT(failure_page(result, Detail::full), names_place);
  EXPECT_THAT(junit_xml(report), names_place);
  EXPECT_THAT(gradescope_json(report, Detail::full).dump(), names_place);
  EXPECT_THAT(exercism_json(result).dump(), names_place);
  EXPECT_EQ(own_json(report)["exercises"][0]["compile_failure"]["file"], "ring.cpp");
}

} // namespace
} // namespace brigade::grader

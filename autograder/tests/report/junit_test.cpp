#include "golden.hpp"
#include "made_up_report.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Junit, EveryVerdictAsItStandsInTheGoldenFile) {
  testing::expect_golden("junit.xml", junit_xml(testing::every_verdict()));
}

TEST(Junit, CountsFailuresErrorsAndSkips) {
  EXPECT_THAT(junit_xml(testing::every_verdict()),
              HasSubstr("<testsuites name=\"brigade\" tests=\"12\" failures=\"3\" errors=\"6\" "
                        "skipped=\"1\""));
}

TEST(Junit, WhatFailsOutsideOfEveryTestIsACaseOfItsOwn) {
  const std::string xml = junit_xml(testing::every_verdict());
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"mesh.late\" name=\"EveryRank\"/>"));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"mesh.late\" name=\"the end of the program\">\n"
                             "      <error type=\"crashed\""));
}

TEST(Junit, AFaultOfTheGraderIsNotTheEndOfTheProgram) {
  Report report = testing::every_verdict();
  report.exercises = {report.exercises.back()};
  Finding fault;
  fault.kind = VerdictKind::grader_fault;
  fault.sentence = "A hidden check, of odd sizes, could not be run: no place";
  report.exercises[0].findings = {fault};
  const std::string xml = junit_xml(report);
  EXPECT_THAT(xml,
              HasSubstr("name=\"outside of every TEST\">\n      <error type=\"grader fault\""));
  EXPECT_THAT(xml, Not(HasSubstr("the end of the program")));
}

TEST(Junit, HoldsNothingThatXmlForbids) {
  const std::string xml = junit_xml(testing::every_verdict());
  for (const char c : xml)
    ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  EXPECT_THAT(xml, HasSubstr("]]&gt; &lt;b&gt;&amp;amp;"));
  EXPECT_THAT(xml, Not(HasSubstr("\xEF\xBF\xBF")));
  EXPECT_LT(xml.size(), 60'000U);
}

} // namespace
} // namespace brigade::grader

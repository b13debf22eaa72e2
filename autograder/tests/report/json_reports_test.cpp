#include "golden.hpp"
#include "json_schema.hpp"
#include "made_up_report.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/utf8.hpp"
#include "grader/report/detail.hpp"
#include "grader/report/test_code.hpp"
#include "grader/report/text_lines.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace brigade::grader {
namespace {

using testing::every_verdict;
using testing::expect_golden;
using ::testing::HasSubstr;
using ::testing::Not;

std::string pretty(const nlohmann::json &json) { return json.dump(1) + "\n"; }

nlohmann::json schema() {
  std::ifstream file(BRIGADE_REPORT_SCHEMA);
  return nlohmann::json::parse(file);
}

TEST(OwnJson, EveryVerdictAsItStandsInTheGoldenFile) {
  expect_golden("report.json", pretty(own_json(every_verdict())));
}

TEST(OwnJson, IsWhatItsSchemaSaysAtEachDetail) {
  const nlohmann::json rules = schema();
  for (const Detail detail : {Detail::full, Detail::actual_only, Detail::none})
    EXPECT_EQ(testing::against_schema(own_json(every_verdict(), detail), rules, rules), "");
}

TEST(OwnJson, TheSchemaRefusesWhatIsNotSo) {
  const nlohmann::json rules = schema(), good = own_json(every_verdict());
  nlohmann::json bad = good;
  bad["exercises"][1]["kind"] = "right";
  EXPECT_THAT(testing::against_schema(bad, rules, rules), HasSubstr("exercises[1].kind"));
  bad = good;
  bad["exercises"][0].erase("seed");
  EXPECT_THAT(testing::against_schema(bad, rules, rules), HasSubstr("lacks \"seed\""));
  bad = good;
  bad["exercises"][0]["score"] = 3;
  EXPECT_THAT(testing::against_schema(bad, rules, rules), HasSubstr("unknown score"));
}

TEST(OwnJson, AReportReadAgainIsTheSame) {
  const nlohmann::json once = own_json(every_verdict());
  EXPECT_EQ(own_json(report_from(nlohmann::json::parse(once.dump()))), once);
}

TEST(OwnJson, NumbersThatJsonLacksAreWrittenAsNumbers) {
  Report report = every_verdict();
  report.exercises[0].points = std::nan("");
  report.exercises[0].seconds = HUGE_VAL;
  const nlohmann::json json = nlohmann::json::parse(own_json(report).dump());
  EXPECT_EQ(json["exercises"][0]["points"], 0.0);
  EXPECT_EQ(json["exercises"][0]["seconds"], 0.0);
}

TEST(OwnJson, ADamagedReportIsRefusedWithThePlace) {
  const nlohmann::json good = own_json(every_verdict());
  const auto message_of = [](const nlohmann::json &json) -> std::string {
    try {
      report_from(json);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message_of(good), "");
  nlohmann::json bad = good;
  bad["exercises"][3]["findings"][0]["hang"]["ranks"][1]["rank"] = "one";
  EXPECT_THAT(message_of(bad), HasSubstr("report.exercises[3].findings[0].hang.ranks[1].rank"));
  bad = good;
  bad["version"] = 2;
  EXPECT_THAT(message_of(bad), HasSubstr("version 2"));
  bad = good;
  bad["exercises"][0]["findings"] = 7;
  EXPECT_THAT(message_of(bad), HasSubstr("expected a list"));
  bad = good;
  bad["exercises"][0]["tests"][0]["runs"][0]["size"] = 1e300;
  EXPECT_THAT(message_of(bad), HasSubstr("whole number"));
  bad = good;
  bad["exercises"][0]["tests"][0]["runs"][0]["size"] = std::int64_t{1} << 40;
  EXPECT_THAT(message_of(bad), HasSubstr("smaller number"));
  EXPECT_THAT(message_of(nlohmann::json::array()), HasSubstr("no \"version\""));
}

TEST(Detail, ActualOnlyTellsNoExpectedValueInAnyReport) {
  const Report report = every_verdict();
  std::string all = own_json(report, Detail::actual_only).dump();
  all += gradescope_json(report, Detail::actual_only).dump();
  for (const ExerciseResult &result : report.exercises)
    all += terminal_verdict(result, Terminal{}, Detail::actual_only) +
           failure_page(result, Detail::actual_only);
  EXPECT_THAT(all, Not(HasSubstr("SECRET")));
  EXPECT_THAT(all, Not(HasSubstr("1e+10"))); // expected, in the picture
  EXPECT_THAT(all, HasSubstr("[0, 1] is 7"));
  EXPECT_THAT(all, HasSubstr("segmentation fault"));
}

TEST(Detail, NoneTellsTheTestAndTheVerdictAlone) {
  const ExerciseResult result = told(every_verdict().exercises[1], Detail::none);
  ASSERT_EQ(result.findings.size(), 2U);
  EXPECT_EQ(result.findings[0].sentence, "EveryRank at n = 3: wrong.");
  EXPECT_FALSE(result.findings[0].picture);
  EXPECT_EQ(result.output, "");
}

TEST(Gradescope, EveryVerdictAsItStandsInTheGoldenFile) {
  expect_golden("gradescope.json", pretty(gradescope_json(every_verdict(), Detail::full)));
  expect_golden("gradescope-none.json", pretty(gradescope_json(every_verdict(), Detail::none)));
}

TEST(Gradescope, BytesAreCompetedForOnlyByWhoPassesAll) {
  Report report = every_verdict();
  EXPECT_EQ(gradescope_json(report, Detail::full)["leaderboard"].size(), 1U);
  report.exercises.resize(1);
  const nlohmann::json board = gradescope_json(report, Detail::full)["leaderboard"];
  ASSERT_EQ(board.size(), 2U);
  EXPECT_EQ(board[1]["name"], "bytes moved");
  EXPECT_EQ(board[1]["value"], 4096);
}

TEST(Exercism, EveryVerdictAsItStandsInTheGoldenFile) {
  nlohmann::json all = nlohmann::json::array();
  for (const ExerciseResult &result : every_verdict().exercises)
    all.push_back(exercism_json(result));
  expect_golden("exercism.json", pretty(all));
}

TEST(Exercism, AMessageOfTheWholeIsThereForErrorsAlone) {
  for (const ExerciseResult &result : every_verdict().exercises) {
    const nlohmann::json json = exercism_json(result);
    EXPECT_EQ(json["message"].is_string(), json["status"] == "error") << json;
  }
}

TEST(Exercism, EveryTestHasTheOutputAndTheEndOfTheProgramIsOne) {
  const nlohmann::json json = exercism_json(every_verdict().exercises.back());
  ASSERT_EQ(json["tests"].size(), 2U);
  EXPECT_EQ(json["tests"][0]["status"], "pass");
  EXPECT_EQ(json["tests"][0]["output"], "[0] good night\n");
  EXPECT_EQ(json["tests"][1]["name"], "the end of the program");
  EXPECT_EQ(json["tests"][1]["status"], "error");
  EXPECT_THAT(json["tests"][1]["message"], HasSubstr("after the last TEST"));
}

TEST(Exercism, OutputHasAtMost500Characters) {
  const nlohmann::json json = exercism_json(every_verdict().exercises[4]);
  const std::string output = json["tests"][0]["output"];
  EXPECT_EQ(count_characters(output), 500U);
  EXPECT_THAT(output, HasSubstr("(cut)"));
}

TEST(Exercism, NotesStandBehindTheOutputOfTheFirstTestHoweverLongThatIs) {
  ExerciseResult result = every_verdict().exercises.back();
  result.notes = {"After the last TEST the program crashed.", "And another."};
  const std::string notes = "note: After the last TEST the program crashed.\nnote: And another.";
  const nlohmann::json json = exercism_json(result);
  EXPECT_EQ(json["tests"][0]["output"], "[0] good night\n" + notes);
  EXPECT_EQ(json["tests"][1]["output"], "[0] good night\n");
  result.output = std::string(1000, 'x');
  const std::string cut = exercism_json(result)["tests"][0]["output"];
  EXPECT_EQ(count_characters(cut), 500U);
  EXPECT_THAT(cut, HasSubstr("xx… (cut)\n" + notes));
  result.notes = {std::string(495, 'y')};
  EXPECT_EQ(exercism_json(result)["tests"][0]["output"],
            "note: " + std::string(487, 'y') + "… (cut)");
}

TEST(Exercism, TheCodeOfATestIsTakenFromItsTrial) {
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) / "brigade_trial_of_exercism.cpp";
  write_file(file.string(),
             "TEST(Suite, Other) { run(\"}\"); }\n"
             "TEST(Suite, EveryRank) {\n  // a brace }\n  if (x == '}') { y(1'000); }\n}\n"
             "int after;\n");
  EXPECT_EQ(test_code(file, "EveryRank"),
            "TEST(Suite, EveryRank) {\n  // a brace }\n  if (x == '}') { y(1'000); }\n}");
  EXPECT_EQ(test_code(file, "Other"), "TEST(Suite, Other) { run(\"}\"); }");
  EXPECT_EQ(test_code(file, "Missing"), "");
  EXPECT_EQ(exercism_json(every_verdict().exercises[1], file)["tests"][0]["test_code"],
            test_code(file, "EveryRank"));
  std::filesystem::remove(file);
  EXPECT_EQ(test_code(file, "EveryRank"), "");
}

} // namespace
} // namespace brigade::grader

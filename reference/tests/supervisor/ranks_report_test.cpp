// What the report of tests on ranks says when they fail (tests/ranks).
#include "running.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

int count(const std::string &text, const std::string &part) {
  int found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size()))
    ++found;
  return found;
}

Ended run_stories(int ranks, const std::string &filter) {
  return launch({"--quiet-banners"}, stories(ranks, filter));
}

TEST(RanksReport, IsOneReportAtFourRanks) {
  const Ended ended = run_stories(4, "Story.HoldsEverywhere");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(count(ended.out, "[       OK ] Story.HoldsEverywhere"), 1) << ended.out;
  EXPECT_EQ(count(ended.out, "[  PASSED  ] 1 test."), 1) << ended.out;
  EXPECT_EQ(ended.err, "");
}

TEST(RanksReport, NamesTheOnlyRankThatFailed) {
  const Ended ended = run_stories(4, "Story.*RankTwo:Story.HoldsEverywhere");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("Story.FailsOnRankTwo failed on rank 2 of 4"),
                               HasSubstr("[  FAILED  ] Story.FailsOnRankTwo"),
                               HasSubstr("[       OK ] Story.HoldsEverywhere"),
                               HasSubstr("rank 2 of 4: two lines\nrank 2 of 4: of explanation")));
  EXPECT_EQ(count(ended.out, "[  FAILED  ] 1 test, listed below"), 1) << ended.out;
  EXPECT_THAT(ended.out, Not(HasSubstr("rank 1 of 4:")));
}

TEST(RanksReport, NamesAllRanksThatFailed) {
  const Ended ended = run_stories(3, "Story.FailsOnRankZeroAndOne");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, HasSubstr("failed on ranks 0, 1 of 3"));
}

TEST(RanksReport, CountsAFailureOutsideOfATest) {
  const Ended ended = run_stories(2, "BrokenSuite.*");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("rank 1 of 2: the suite has no ground"),
                               HasSubstr("BrokenSuite failed on rank 1 of 2")));
}

TEST(RanksReport, EndsTheJobWithOneLineWhenARankThrows) {
  const Ended ended = run_stories(4, "Story.ThrowsOnRankOne");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.err,
            "brigade: error: rank 1 of 4, test Story.ThrowsOnRankOne: the block is empty\n");
  EXPECT_LT(ended.seconds, 10);
}

TEST(RanksReport, WritesOneXmlFile) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("ranks_report_" + std::to_string(getpid()) + ".xml");
  auto command = stories(3, "Story.FailsOnRankTwo");
  command.push_back("--gtest_output=xml:" + file.string());
  launch({}, command);
  std::ifstream stream(file);
  const std::string xml{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_THAT(xml,
              AllOf(HasSubstr("tests=\"1\" failures=\"1\""), HasSubstr("failed on rank 2 of 3")));
  std::filesystem::remove(file);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(RanksReport, ShufflesAlikeOnAllRanks) {
  auto command = stories(3, "Story.HoldsEverywhere:Story.Fails*");
  command.insert(command.end(), {"--gtest_shuffle", "--gtest_repeat=5"});
  const Ended ended = launch({}, command);
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(count(ended.out, "FailsOnRankTwo failed on rank 2 of 3"), 5) << ended.out;
}

} // namespace

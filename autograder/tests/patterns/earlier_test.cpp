#include "recognised.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using testing::finding_of;
using ::testing::HasSubstr;
using testing::Ranks;

/// One call: what each rank gave, and what each got.
struct Call {
  Ranks given, got;
};

/// A launch that made each call in a TEST of its own.
LaunchResult calls_in_turn(const std::vector<Call> &calls) {
  LaunchResult launch;
  for (std::size_t call = 0; call < calls.size(); ++call) {
    LaunchResult one = testing::launch_of(
        static_cast<int>(calls[call].got.size()),
        [&](int rank, records::TestRecords &records) {
          const auto at = static_cast<std::size_t>(rank);
          const std::vector<double> &given = calls[call].given[at];
          records.arrays = {
              testing::input<double>("x", {static_cast<std::int64_t>(given.size())}, given),
              testing::vector("result", calls[call].got[at])};
        },
        "Suite.Call" + std::to_string(call));
    if (call == 0)
      launch = std::move(one);
    else
      for (std::size_t rank = 0; rank < one.ranks.size(); ++rank)
        launch.ranks[rank].tests.push_back(std::move(one.ranks[rank].tests.front()));
  }
  return launch;
}

Finding last_finding(const std::vector<Call> &student, const std::vector<Call> &solution) {
  Exercise exercise = testing::exercise_of({static_cast<int>(solution[0].got.size())});
  exercise.points.clear();
  for (std::size_t call = 0; call < solution.size(); ++call)
    exercise.points.push_back({"Call" + std::to_string(call), 10, false});
  const LaunchResult got = calls_in_turn(student), expected = calls_in_turn(solution);
  const Judgement judgement = judge(exercise, {{exercise.ranks[0], &got, &expected}});
  if (judgement.findings.empty()) {
    ADD_FAILURE() << "nothing was found wrong";
    return {};
  }
  return judgement.findings.back();
}

TEST(Earlier, AMeanOfWhatTheCallBeforeGotToo) {
  const Ranks first{{10}, {1, 2, 3}}, second{{}, {8, 6}};
  const std::vector<Call> solution{{first, {{4}, {4}}}, {second, {{7}, {7}}}};
  const Finding finding =
      last_finding({{first, {{4}, {4}}}, {second, {{5}, {5}}}}, solution); // 30 / 6
  EXPECT_EQ(finding.pattern, "kept from earlier calls");
  EXPECT_THAT(finding.sentence, HasSubstr("what the call before got is still in it"));
  EXPECT_NE(last_finding({{first, {{4}, {4}}}, {second, {{6}, {6}}}}, solution).pattern,
            "kept from earlier calls");
}

TEST(Earlier, TheResultsOfTwoCallsAreStillThere) {
  // Not made of `x` in a way that the judge knows.
  const Ranks x{{1, 5}, {2, 4}};
  const std::vector<Call> solution{
      {x, {{3, 8}, {1, 9}}}, {x, {{20, 7}, {5, 2}}}, {x, {{100, 41}, {62, 13}}}};
  const auto with_last = [&](Ranks last) {
    return last_finding({solution[0], solution[1], {x, std::move(last)}}, solution);
  };
  EXPECT_THAT(with_last({{123, 56}, {68, 24}}).sentence,
              HasSubstr("the result of the 2 calls before is still in it"));
  EXPECT_THAT(with_last({{120, 48}, {67, 15}}).sentence,
              HasSubstr("the result of the call before is still in it"));
  EXPECT_NE(with_last({{103, 49}, {63, 22}}).pattern,
            "kept from earlier calls"); // without the second
}

TEST(Earlier, OneWholeNumberIsTheSumOfOthersByChance) {
  const auto run = [](std::int64_t first, std::int64_t second) {
    return testing::launch_of(1, [&](int, records::TestRecords &records) {
      records.scalars = {testing::scalar("rows", first), testing::scalar("rows", second)};
    });
  };
  EXPECT_NE(finding_of(run(2, 5), run(2, 3)).pattern, "kept from earlier calls");
}

TEST(Earlier, AddedToWhatTheMemoryHeld) {
  const auto got = [](std::vector<double> numbers) {
    return finding_of({.expected = {{1, 2, 3, 4}},
                       .got = {std::move(numbers)},
                       .inputs = {{-3e7}},
                       .input_name = std::string(records::kMemoryHeld)});
  };
  // The first elements of freed memory are the allocator's.
  const Finding finding = got({1, 2, 3 - 3e7, 4 - 3e7});
  EXPECT_EQ(finding.pattern, "added to what was there");
  EXPECT_THAT(finding.sentence, HasSubstr("2 elements are off by -3e+07"));
  EXPECT_NE(got({1, 2, 3, 5}).pattern, "added to what was there");
}

} // namespace
} // namespace brigade::grader

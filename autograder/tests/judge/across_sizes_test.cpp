#include "made_up_launch.hpp"

#include <gmock/gmock.h>

#include "brigade/core/interval.hpp"

namespace brigade::grader {
namespace {

using ::testing::HasSubstr;
using testing::launch_of;

/// Twelve numbers over the ranks; `number` says each by its index and the number of ranks.
LaunchResult weights(int ranks, const std::function<double(std::int64_t, int)> &number) {
  return launch_of(ranks, [&](int rank, records::TestRecords &records) {
    const Interval own = block_of(12, ranks, rank);
    std::vector<double> values;
    for (std::int64_t at = own.begin; at < own.end; ++at)
      values.push_back(number(at, ranks));
    records.arrays = {testing::placed(testing::vector("weights", values), {12}, {own.begin})};
    records.same_at_every_size = {"weights"};
  });
}

TEST(AcrossSizes, WhatDependsOnTheNumberOfRanksIsTold) {
  // Both differ alike, so that size by size nothing is wrong.
  const auto by_ranks = [](std::int64_t at, int ranks) {
    return static_cast<double>(at == 4 && ranks == 3 ? 40 : at);
  };
  const LaunchResult one = weights(1, by_ranks), three = weights(3, by_ranks);
  const Judgement judgement =
      judge(testing::exercise_of({1, 3}), {{1, &one, &one}, {3, &three, &three}});
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_THAT(judgement.findings[0].sentence,
              HasSubstr("`weights` differs between n = 1 and n = 3"));
  EXPECT_EQ(judgement.findings[0].where, "[4]: 40 at n = 3, 4 at n = 1");
  EXPECT_EQ(judgement.findings[0].size, 3);
  EXPECT_EQ(judgement.findings[0].other_size, 1); // to be run again, it needs both
  EXPECT_EQ(judgement.runs[1].kind, VerdictKind::wrong);
}

TEST(AcrossSizes, TheSameNumbersPassHoweverTheyAreCut) {
  const auto by_index = [](std::int64_t at, int) { return static_cast<double>(at * at); };
  const LaunchResult one = weights(1, by_index), three = weights(3, by_index),
                     eight = weights(8, by_index);
  EXPECT_TRUE(judge(testing::exercise_of({1, 3, 8}),
                    {{1, &one, &one}, {3, &three, &three}, {8, &eight, &eight}})
                  .findings.empty());
}

std::string cause_where_right(const std::vector<int> &sizes,
                              const std::function<bool(int)> &is_right, bool on_ranks = true,
                              const std::vector<records::CauseRecord> &of_trial = {}) {
  std::vector<LaunchResult> launches;
  launches.reserve(2 * sizes.size());
  std::vector<Pair> pairs;
  for (const int size : sizes)
    for (const double value : {is_right(size) ? 3.0 : 7.0, 3.0})
      launches.push_back(launch_of(size, [&](int, records::TestRecords &records) {
        records.arrays = {testing::vector<double>("x", std::vector<double>(8, value))};
        records.causes = of_trial;
      }));
  for (std::size_t at = 0; at < sizes.size(); ++at)
    pairs.push_back({sizes[at], &launches[2 * at], &launches[2 * at + 1]});
  Exercise exercise = testing::exercise_of(sizes);
  if (!on_ranks) {
    exercise.kind = ExerciseKind::pure;
    exercise.sizes = std::exchange(exercise.ranks, {});
  }
  return judge(exercise, pairs).findings.at(0).cause;
}

TEST(AcrossSizes, WhichSizesPassSaysSomethingAboutTheCause) {
  EXPECT_THAT(cause_where_right({1, 2, 3}, [](int n) { return n == 1; }),
              HasSubstr("what the ranks exchange"));
  EXPECT_THAT(cause_where_right({1, 2, 3, 4}, [](int n) { return n != 3; }),
              HasSubstr("the remainder"));
  EXPECT_EQ(cause_where_right({1, 2, 3, 4}, [](int n) { return n != 2; }), "");
}

TEST(AcrossSizes, WhatTheySayComesBeforeTheTrialsCause) {
  const std::vector<records::CauseRecord> of_trial = {{"x", "Add before you divide."}};
  const auto cause = [&](const std::function<bool(int)> &is_right) {
    return cause_where_right({1, 2, 3, 4}, is_right, true, of_trial);
  };
  EXPECT_THAT(cause([](int n) { return n != 3; }),
              ::testing::AllOf(HasSubstr("Right at n = 1, 2 and 4, wrong at 3:"),
                               ::testing::EndsWith(". Add before you divide.")));
  EXPECT_EQ(cause([](int n) { return n != 2; }), "Add before you divide.");
}

TEST(AcrossSizes, NothingIsExchangedInAPureExercise) {
  const std::string cause = cause_where_right(
      {1, 2, 3}, [](int n) { return n == 1; }, false);
  EXPECT_THAT(cause, HasSubstr("what depends on the number of devices"));
  EXPECT_THAT(cause, ::testing::Not(HasSubstr("exchange")));
}

} // namespace
} // namespace brigade::grader

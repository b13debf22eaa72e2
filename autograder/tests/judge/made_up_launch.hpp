#pragma once

#include "grader/judge/judge.hpp"

#include <cstring>
#include <functional>
#include <string>
#include <vector>

/// Records as a trial would write them, for tests of the judge.
namespace brigade::grader::testing {

template <class T>
records::ArrayRecord array(std::string name, const Shape &shape, const std::vector<T> &values,
                           records::Allowance allowance = {}) {
  records::ArrayRecord record;
  record.name = std::move(name);
  record.type = dtype_of<T>();
  record.shape = shape;
  record.data.resize(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(record.data.data(), values.data(), record.data.size());
  record.allowance = allowance;
  return record;
}

template <class T>
records::ArrayRecord vector(std::string name, const std::vector<T> &values,
                            records::Allowance allowance = {}) {
  return array(std::move(name), {static_cast<std::int64_t>(values.size())}, values, allowance);
}

template <class T>
records::ArrayRecord input(std::string name, const Shape &shape, const std::vector<T> &values) {
  records::ArrayRecord record = array(std::move(name), shape, values);
  record.is_input = true;
  return record;
}

inline records::ArrayRecord placed(records::ArrayRecord record, Shape global,
                                   std::vector<std::int64_t> start) {
  record.placement = records::Placement{std::move(global), std::move(start)};
  return record;
}

inline records::ScalarRecord scalar(std::string name,
                                    std::variant<std::int64_t, double, bool> value,
                                    records::Allowance allowance = {}) {
  return {std::move(name), value, allowance};
}

/// A complete launch of one TEST on so many ranks; `fill` writes each rank's records.
inline LaunchResult launch_of(int ranks,
                              const std::function<void(int, records::TestRecords &)> &fill,
                              const std::string &test = "Suite.Test") {
  LaunchResult launch;
  launch.end = LaunchEnd::complete;
  for (int rank = 0; rank < ranks; ++rank) {
    records::RankRecords records;
    records.world_rank = rank;
    records.world_size = ranks;
    records.opened = records.complete = true;
    records::TestRecords test_records;
    test_records.test = test;
    test_records.rank = rank;
    test_records.size = ranks;
    test_records.finished = true;
    fill(rank, test_records);
    records.tests.push_back(std::move(test_records));
    launch.ranks.push_back(std::move(records));
  }
  return launch;
}

inline Exercise exercise_of(std::vector<int> ranks) {
  Exercise exercise;
  exercise.id = "made-up.exercise";
  exercise.ranks = std::move(ranks);
  exercise.points = {{"Test", 10, false}};
  return exercise;
}

/// Judges one TEST at one size.
inline Judgement judge_one(const LaunchResult &student, const LaunchResult &solution) {
  const int size = static_cast<int>(solution.ranks.size());
  return judge(exercise_of({size}), {{size, &student, &solution}});
}

} // namespace brigade::grader::testing

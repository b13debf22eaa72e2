#pragma once

#include "judge/made_up_launch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

/// What the judge makes of small arrays, rank by rank.
namespace brigade::grader::testing {

using Ranks = std::vector<std::vector<double>>;

/// One TEST: what every rank should hold, what it holds, and what it was given.
struct Case {
  Ranks expected, got;
  Ranks inputs = {};
  std::string input_name = "x";
  Shape shape = {}; ///< of each rank's array; empty: one dimension
  std::vector<records::MeshAxis> mesh = {};
  std::vector<records::CallRecord> calls = {}; ///< of each rank of the student's
  bool scalars = false;                        ///< each rank's first number alone
};

inline LaunchResult run_of(const Case &made, const Ranks &ranks, bool is_student) {
  return launch_of(static_cast<int>(ranks.size()), [&](int rank, records::TestRecords &records) {
    const auto at = static_cast<std::size_t>(rank);
    records.mesh = made.mesh;
    if (is_student)
      records.calls = made.calls;
    if (!made.inputs.empty())
      records.arrays.push_back(input<double>(
          made.input_name, {static_cast<std::int64_t>(made.inputs[at].size())}, made.inputs[at]));
    if (made.scalars)
      records.scalars.push_back(scalar("result", ranks[at].front()));
    else if (made.shape.empty())
      records.arrays.push_back(vector("result", ranks[at]));
    else
      records.arrays.push_back(array("result", made.shape, ranks[at]));
  });
}

/// The finding on it; fails where there is not one.
inline Finding finding_of(const LaunchResult &student, const LaunchResult &solution) {
  const Judgement judgement = judge_one(student, solution);
  if (judgement.findings.empty()) {
    ADD_FAILURE() << "nothing was found wrong";
    return {};
  }
  return judgement.findings.front();
}
inline Finding finding_of(const Case &made) {
  return finding_of(run_of(made, made.got, true), run_of(made, made.expected, false));
}
/// Its pattern's name.
inline std::string pattern_of(const Case &made) { return finding_of(made).pattern; }

} // namespace brigade::grader::testing

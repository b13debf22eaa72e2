#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

using brigade::Tolerance;
using brigade::Trial;

namespace {

/// A handful of roundings, in any order of the operations.
const Tolerance kFewRoundings = Tolerance::sum_of(8);

/// What a call that must be refused comes to.
template <class F> std::string outcome(F &&call) {
  try {
    return "returned " + std::to_string(call());
  } catch (const brigade::NotImplemented &) {
    throw;
  } catch (const std::invalid_argument &) {
    return "threw std::invalid_argument";
  } catch (const std::exception &other) {
    return std::string("threw something else: ") + other.what();
  }
}

} // namespace

TEST(SpeedUp, AmdahlsSpeedUp) {
  Trial trial;
  const std::int64_t n = trial.size();
  for (const double part : {0.0, 0.5, 0.9, 0.99, 1.0})
    trial.record("speed-up at f = " + std::to_string(part), kitchen::amdahl_speed_up(part, n),
                 kFewRoundings);
  trial.record("f = 1.1", outcome([&] { return kitchen::amdahl_speed_up(1.1, n); }));
  trial.record("f = -0.1", outcome([&] { return kitchen::amdahl_speed_up(-0.1, n); }));
  trial.record("0 ranks", outcome([&] { return kitchen::amdahl_speed_up(0.9, 0); }));
}

TEST(SpeedUp, TimeModel) {
  Trial trial;
  const std::int64_t n = trial.size();
  trial.record("T1 = 100 s, c = 1 s", kitchen::parallel_time({100, 1}, n), kFewRoundings);
  trial.record("T1 = 7 s, c = 0.25 s", kitchen::parallel_time({7, 0.25}, n), kFewRoundings);
  trial.record("T1 = 3 s, c = 0 s", kitchen::parallel_time({3, 0}, n), kFewRoundings);
  trial.record("0 ranks", outcome([&] { return kitchen::parallel_time({100, 1}, 0); }));
}

TEST(SpeedUp, OneMoreRankHelpsUpTo) {
  Trial trial;
  const auto n = static_cast<double>(trial.size());
  auto up_to = [](double ratio) { return kitchen::one_more_rank_helps_up_to({ratio * 4, 4}); };
  trial.record("T1/c = 100", up_to(100));
  trial.record("T1/c = N(N + 1): a draw is no help", up_to(n * (n + 1)));
  trial.record("T1/c = N(N + 1) + 1", up_to(n * (n + 1) + 1));
  trial.record("T1/c = 1: a second rank does not help", up_to(1));
  // Near 10^15 a rounding decides between neighbours, so the number need only be close.
  trial.record("T1/c = 9e14 / N", static_cast<double>(up_to(9e14 / n)), Tolerance::relative(1e-4));
  trial.record("c = 0", outcome([] { return kitchen::one_more_rank_helps_up_to({100, 0}); }));
}

TEST(SpeedUp, WhatAMeasuredSpeedUpImplies) {
  Trial trial;
  const std::int64_t n = trial.size();
  const auto ranks = static_cast<double>(n);
  trial.record("50 times on 64", kitchen::implied_parallel_part(50, 64), kFewRoundings);
  if (n >= 2) {
    trial.record("as fast as N ranks can be", kitchen::implied_parallel_part(ranks, n),
                 kFewRoundings);
    trial.record("no faster", kitchen::implied_parallel_part(1, n), kFewRoundings);
    trial.record("half way", kitchen::implied_parallel_part((1 + ranks) / 2, n), kFewRoundings);
  }
  trial.record("1 rank", outcome([] { return kitchen::implied_parallel_part(1, 1); }));
  trial.record("faster than N ranks can be",
               outcome([&] { return kitchen::implied_parallel_part(ranks + 1, n); }));
  trial.record("slower than one rank",
               outcome([&] { return kitchen::implied_parallel_part(0.5, n); }));
}

#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

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
  } catch (...) {
    return "threw what is no std::exception";
  }
}

template <class F> void record_refusal(Trial &trial, std::string_view name, F &&call) {
  trial.record(name, outcome(std::forward<F>(call)), brigade::kOtherRefusal);
}

void record_number(Trial &trial, std::string_view name, double number, std::string_view cause) {
  trial.record(name, number, kFewRoundings);
  trial.likely_cause(name, cause);
}

} // namespace

TEST(SpeedUp, AmdahlsSpeedUp) {
  Trial trial;
  const std::int64_t n = trial.size();
  for (const double part : {0.0, 0.5, 0.9, 0.99, 1.0})
    record_number(trial, "speed-up at f = " + std::to_string(part),
                  kitchen::amdahl_speed_up(part, n),
                  "S(N) = 1 / ((1 - f) + f/N): f is the part that the ranks share, so it is f that "
                  "N divides, and the rest takes as long as before.");
  record_refusal(trial, "f = 1.1", [&] { return kitchen::amdahl_speed_up(1.1, n); });
  record_refusal(trial, "f = -0.1", [&] { return kitchen::amdahl_speed_up(-0.1, n); });
  record_refusal(trial, "0 ranks", [] { return kitchen::amdahl_speed_up(0.9, 0); });
}

TEST(SpeedUp, TimeModel) {
  Trial trial;
  constexpr std::string_view kModel =
      "T(N) = T1/N + c·(N - 1): c is paid for each rank after the first, and one rank alone talks "
      "to nobody.";
  const std::int64_t n = trial.size();
  record_number(trial, "T1 = 100 s, c = 1 s", kitchen::parallel_time({100, 1}, n), kModel);
  record_number(trial, "T1 = 7 s, c = 0.25 s", kitchen::parallel_time({7, 0.25}, n), kModel);
  record_number(trial, "T1 = 3 s, c = 0 s", kitchen::parallel_time({3, 0}, n), kModel);
  record_refusal(trial, "0 ranks", [] { return kitchen::parallel_time({100, 1}, 0); });
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
  record_refusal(trial, "c = 0", [] { return kitchen::one_more_rank_helps_up_to({100, 0}); });
}

TEST(SpeedUp, WhatAMeasuredSpeedUpImplies) {
  Trial trial;
  const std::int64_t n = trial.size();
  const auto ranks = static_cast<double>(n);
  constexpr std::string_view kLaw =
      "f = (1 - 1/S) / (1 - 1/N) is Amdahl's law, solved for f. S/N is the efficiency, another "
      "number.";
  record_number(trial, "50 times on 64", kitchen::implied_parallel_part(50, 64), kLaw);
  if (n >= 2) {
    record_number(trial, "as fast as N ranks can be", kitchen::implied_parallel_part(ranks, n),
                  kLaw);
    record_number(trial, "no faster", kitchen::implied_parallel_part(1, n), kLaw);
    record_number(trial, "half way", kitchen::implied_parallel_part((1 + ranks) / 2, n), kLaw);
  }
  record_refusal(trial, "1 rank", [] { return kitchen::implied_parallel_part(1, 1); });
  record_refusal(trial, "faster than N ranks can be",
                 [&] { return kitchen::implied_parallel_part(ranks + 1, n); });
  record_refusal(trial, "slower than one rank",
                 [&] { return kitchen::implied_parallel_part(0.5, n); });
}

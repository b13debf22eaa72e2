#pragma once

#include "trial/not_implemented.hpp"

#include <cstdint>

namespace kitchen {

/// Amdahl's law: how many times faster N ranks are than one, where a part f of the work can be
/// shared and the rest is done by one rank while the others wait. Communication costs nothing here.
///
/// @param parallel_part f, 0 ≤ f ≤ 1
/// @param ranks         N ≥ 1
/// @return S(N) = 1 / ((1 - f) + f/N)
/// @throws std::invalid_argument outside these bounds
///
/// Example: f = 0.9 on 4 ranks is 1 / (0.1 + 0.225) = 3.077 times faster.
double amdahl_speed_up(double parallel_part, std::int64_t ranks);

/// What a job takes on one rank, and what each further rank adds to it by having to be talked to.
struct TimeModel {
  double one_rank_seconds = 0;     ///< T1 ≥ 0
  double further_rank_seconds = 0; ///< c ≥ 0
};

/// The time model: T(N) = T1/N + c·(N - 1) seconds.
///
/// @param ranks N ≥ 1
/// @throws std::invalid_argument where ranks < 1
///
/// Example: T1 = 100 s, c = 1 s: 10 ranks take 10 + 9 = 19 s.
double parallel_time(const TimeModel &model, std::int64_t ranks);

/// The largest N at which one more rank still helps: T(N + 1) < T(N). 0 where a second rank already
/// does not help. T1/c is below 10^15.
///
/// @throws std::invalid_argument where c is not positive: then every rank helps, for ever
///
/// Example: T1 = 100 s, c = 1 s gives 9: the tenth rank still helps, the eleventh does not.
std::int64_t one_more_rank_helps_up_to(const TimeModel &model);

/// What a measured speed-up says about the program, if Amdahl's law is all that holds it back: the
/// part f of the work that was shared.
///
/// @param speed_up S, 1 ≤ S ≤ N
/// @param ranks    N ≥ 2
/// @return f = (1 - 1/S) / (1 - 1/N)
/// @throws std::invalid_argument outside these bounds
///
/// Example: 50 times faster on 64 devices: f = 0.98 / 0.984375 = 0.99556.
double implied_parallel_part(double speed_up, std::int64_t ranks);

} // namespace kitchen

#include "exercise.hpp"

#include <cmath>
#include <stdexcept>

namespace kitchen {

// [amdahl]
double amdahl_speed_up(double parallel_part, std::int64_t ranks) {
  if (!(parallel_part >= 0 && parallel_part <= 1))
    throw std::invalid_argument("the parallel part lies between 0 and 1");
  if (ranks < 1)
    throw std::invalid_argument("there is at least one rank");
  return 1 / ((1 - parallel_part) + parallel_part / static_cast<double>(ranks));
}
// [amdahl]

// [time_model]
double parallel_time(const TimeModel &model, std::int64_t ranks) {
  if (ranks < 1)
    throw std::invalid_argument("there is at least one rank");
  const auto n = static_cast<double>(ranks);
  return model.one_rank_seconds / n + model.further_rank_seconds * (n - 1);
}
// [time_model]

// [helps_up_to]
std::int64_t one_more_rank_helps_up_to(const TimeModel &model) {
  if (!(model.further_rank_seconds > 0))
    throw std::invalid_argument("without a cost of communication every rank helps");
  const double ratio = model.one_rank_seconds / model.further_rank_seconds;
  auto one_more_helps = [&](double n) { return n * (n + 1) < ratio; };
  double n = std::floor((std::sqrt(1 + 4 * ratio) - 1) / 2);
  while (n > 0 && !one_more_helps(n)) // the root may be rounded up
    --n;
  while (one_more_helps(n + 1)) // or down
    ++n;
  return static_cast<std::int64_t>(n);
}
// [helps_up_to]

// [implied]
double implied_parallel_part(double speed_up, std::int64_t ranks) {
  if (ranks < 2)
    throw std::invalid_argument("one rank says nothing about what can be shared");
  const auto n = static_cast<double>(ranks);
  if (!(speed_up >= 1 && speed_up <= n))
    throw std::invalid_argument("Amdahl's law allows speed-ups from 1 to the number of ranks");
  return (1 - 1 / speed_up) / (1 - 1 / n);
}
// [implied]

} // namespace kitchen

// expect: wrong; words: is inf instead of 2, not a finite number, 1 / 2 of whole numbers
// mistake: 1 / N between whole numbers is 0
#include "exercise.hpp"

#include <cmath>
#include <stdexcept>

namespace kitchen {

double amdahl_speed_up(double parallel_part, std::int64_t ranks) {
  if (!(parallel_part >= 0 && parallel_part <= 1) || ranks < 1)
    throw std::invalid_argument("bad");
  return 1 / ((1 - parallel_part) + parallel_part * (1 / ranks));
}

double parallel_time(const TimeModel &model, std::int64_t ranks) {
  if (ranks < 1)
    throw std::invalid_argument("bad");
  return model.one_rank_seconds / static_cast<double>(ranks) +
         model.further_rank_seconds * static_cast<double>(ranks - 1);
}

std::int64_t one_more_rank_helps_up_to(const TimeModel &model) {
  if (!(model.further_rank_seconds > 0))
    throw std::invalid_argument("bad");
  const double ratio = model.one_rank_seconds / model.further_rank_seconds;
  auto n = static_cast<std::int64_t>((std::sqrt(1 + 4 * ratio) - 1) / 2) + 2;
  while (n > 0 && !(static_cast<double>(n) * static_cast<double>(n + 1) < ratio))
    --n;
  return n;
}

double implied_parallel_part(double speed_up, std::int64_t ranks) {
  const auto n = static_cast<double>(ranks);
  if (ranks < 2 || !(speed_up >= 1 && speed_up <= n))
    throw std::invalid_argument("bad");
  return (1 - 1 / speed_up) / (1 - 1 / n);
}

} // namespace kitchen

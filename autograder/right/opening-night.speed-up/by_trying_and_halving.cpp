// right: the largest N by halving an interval; the other formulas multiplied out
#include "exercise.hpp"

#include <cmath>
#include <stdexcept>

namespace kitchen {

double amdahl_speed_up(double parallel_part, std::int64_t ranks) {
  if (!(parallel_part >= 0 && parallel_part <= 1) || ranks < 1)
    throw std::invalid_argument("bad");
  const auto n = static_cast<double>(ranks);
  return n / (n - parallel_part * (n - 1));
}

double parallel_time(const TimeModel &model, std::int64_t ranks) {
  if (ranks < 1)
    throw std::invalid_argument("bad");
  return model.one_rank_seconds / static_cast<double>(ranks) +
         model.further_rank_seconds * static_cast<double>(ranks - 1);
}

std::int64_t one_more_rank_helps_up_to(const TimeModel &model) {
  if (!(model.further_rank_seconds > 0))
    throw std::invalid_argument("a cost is needed");
  std::int64_t helps = 0, does_not = 100'000'000; // beyond the root of 10^15
  while (does_not - helps > 1) {
    const std::int64_t middle = helps + (does_not - helps) / 2;
    const auto n = static_cast<double>(middle);
    (model.further_rank_seconds * n * (n + 1) < model.one_rank_seconds ? helps : does_not) = middle;
  }
  return helps;
}

double implied_parallel_part(double speed_up, std::int64_t ranks) {
  const auto n = static_cast<double>(ranks);
  if (ranks < 2 || !(speed_up >= 1 && speed_up <= n))
    throw std::invalid_argument("bad");
  return n * (speed_up - 1) / (speed_up * (n - 1));
}

} // namespace kitchen

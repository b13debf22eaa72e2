#include "exercise.hpp"

// TODO(01.6): the four formulas, one after the other; each TEST tries one of them.
namespace kitchen {

double amdahl_speed_up(double parallel_part, std::int64_t ranks) {
  (void)parallel_part, (void)ranks;
  throw brigade::NotImplemented("01.6");
}

double parallel_time(const TimeModel &model, std::int64_t ranks) {
  (void)model, (void)ranks;
  throw brigade::NotImplemented("01.6");
}

std::int64_t one_more_rank_helps_up_to(const TimeModel &model) {
  (void)model;
  throw brigade::NotImplemented("01.6");
}

double implied_parallel_part(double speed_up, std::int64_t ranks) {
  (void)speed_up, (void)ranks;
  throw brigade::NotImplemented("01.6");
}

} // namespace kitchen

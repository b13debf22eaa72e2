#include "grader/launch/rank_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace brigade::grader {
namespace {

bool has_ended_here(const records::TestRecords &test) { return !test.finished || test.exception; }

} // namespace

std::string name_of_rank(int rank, bool is_outside) {
  return fmt::format("{}rank {}", is_outside ? "world " : "", rank);
}

RankNames::RankNames(const std::vector<records::RankRecords> &ranks) {
  std::string ended_in;
  for (const records::RankRecords &rank : ranks)
    for (const records::TestRecords &test : rank.tests)
      if (ended_in.empty() && has_ended_here(test))
        ended_in = test.test;
  for (const records::RankRecords &rank : ranks) {
    const auto test = std::ranges::find(rank.tests, ended_in, &records::TestRecords::test);
    ranks_.push_back(test == rank.tests.end() ? rank.world_rank : test->rank);
  }
}

bool RankNames::is_outside(int world_rank) const {
  return world_rank >= 0 && world_rank < static_cast<int>(ranks_.size()) &&
         ranks_[static_cast<std::size_t>(world_rank)] < 0;
}

int RankNames::number(int world_rank) const {
  if (world_rank < 0 || world_rank >= static_cast<int>(ranks_.size()) || is_outside(world_rank))
    return world_rank;
  return ranks_[static_cast<std::size_t>(world_rank)];
}

int RankNames::world_rank(int number) const {
  const auto found = std::ranges::find(ranks_, number);
  return found == ranks_.end() ? number : static_cast<int>(found - ranks_.begin());
}

std::string RankNames::name(int world_rank) const {
  return name_of_rank(number(world_rank), is_outside(world_rank));
}

std::string RankNames::beginning(int world_rank) const {
  std::string text = name(world_rank);
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

} // namespace brigade::grader

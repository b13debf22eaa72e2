#pragma once

#include "records/record.hpp"

#include <string>
#include <vector>

namespace brigade::grader {

/// "rank 2"; "world rank 1" of one outside of the trial's communicator.
std::string name_of_rank(int rank, bool is_outside);

/// What messages call the ranks of a launch: as the communicator of the TEST in which the launch
/// ended counts them, which is how the student's function knew them.
class RankNames {
public:
  explicit RankNames(const std::vector<records::RankRecords> &ranks);

  /// In that communicator; of a rank outside of it, or of one that is in no TEST, its rank in the
  /// world.
  int number(int world_rank) const;
  /// Of the rank that the communicator counts so; of one outside of it, its own number.
  int world_rank(int number) const;
  std::string name(int world_rank) const;
  /// With a capital: "Rank 2".
  std::string beginning(int world_rank) const;

private:
  bool is_outside(int world_rank) const;
  std::vector<int> ranks_; ///< by rank in the world; -1: outside
};

} // namespace brigade::grader

#pragma once

#include "grader/judge/fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace brigade::grader::traffic_rules {

/// What a replay charges for. A message of b bytes takes alpha + beta·b seconds from the call that
/// sends it to its arrival; a rank's messages leave one after the other, beta·b apart. A collective
/// among n ranks begins when the last of them has come and takes alpha·⌈log2 n⌉ + beta·(most bytes
/// that one of them sends).
struct Costs {
  double alpha = 0, beta = 0, seconds_per_operation = 0;
};

/// When each rank is done, in seconds on the virtual clock; `stuck` says why a replay did not come
/// to its end (a receive without a message), and then the times are those up to there.
struct Replay {
  std::vector<double> seconds;
  std::string stuck;
  double makespan() const;
};

/// Runs the ledgers of all ranks again, on a clock of their own: what lies between a nonblocking
/// call and its wait overlaps. Messages are matched by communicator, sender, tag and order. A
/// communicator that is named by axes of the mesh has those ranks; every other one has all. A wait
/// completes what was started first, MPI_Waitall everything.
Replay replay(const TestOfAllRanks &test, const Costs &costs);

/// The longest chain of messages, each of which could only be sent after the one before it had
/// come. A collective among n ranks counts as ⌈log2 n⌉.
int longest_chain(const TestOfAllRanks &test);

} // namespace brigade::grader::traffic_rules

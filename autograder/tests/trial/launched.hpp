#pragma once

#include "records/record.hpp"

#include <map>
#include <string>
#include <vector>

namespace brigade::testing {

/// What the status board showed of a rank at the end.
struct OnBoard {
  int rank = -1;     ///< that messages call it; -1: its rank in the world
  std::string waits; ///< the last call or wait
};

/// How a test starts the trial program, and what that wrote.
struct Launched {
  int status = 0;
  std::string output;
  std::vector<OnBoard> board; ///< by rank in the world, where there was one
  std::vector<records::RankRecords> ranks;

  /// Rank `rank`'s records of a TEST. Throws where there are none.
  const records::TestRecords &test(const std::string &name, int rank = 0) const;
};

struct LaunchedAs {
  int ranks = 0; ///< 0: without mpiexec
  std::string tests = {};
  std::map<std::string, std::string> variables = {}; ///< further ones
  std::string arguments = {};
  bool by_hand = false; ///< without the grader's variables
  bool with_board = false;
  int seconds = 30;
};

/// Runs story_trial under a time limit.
Launched launch(const LaunchedAs &as);

const records::ArrayRecord &array(const records::TestRecords &test, const std::string &name);
std::int64_t integer(const records::TestRecords &test, const std::string &name);
bool truth(const records::TestRecords &test, const std::string &name);

} // namespace brigade::testing

#pragma once

#include <string>
#include <vector>

/// How a command ended, for the tests of supervision.
struct Ended {
  int status; ///< exit status; 128 + signal where one killed it
  std::string out;
  std::string err;
  double seconds;
};

/// Runs `command` to its end.
Ended run(const std::vector<std::string> &command);

/// `run` of brigade-launch with these options (beside a time limit of 30 s), and of `command` under
/// it.
Ended launch(const std::vector<std::string> &options, const std::vector<std::string> &command);

/// mpiexec -n `ranks` with the tests of ranks_failing/ that `filter` names.
std::vector<std::string> stories(int ranks, const std::string &filter);

/// How many processes have `text` in their command line or environment.
int processes_with(const std::string &text);

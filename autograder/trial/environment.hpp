#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace brigade::harness {

/// What the grader told this process. Read and taken out of the environment before main and before
/// the static objects of a student's file, so that student code finds none of it there.
struct Environment {
  bool is_graded = false; ///< there is a record file; else the program is run by hand
  int record_file = -1;   ///< its descriptor
  std::string token;
  std::uint64_t seed = 1;
  std::string tests;         ///< names by ':'; empty: all
  std::vector<int> sizes;    ///< of a pure exercise; empty: a program on ranks
  std::string folder;        ///< shared by all ranks and phases; empty: none
  bool is_read_out = false;  ///< by hand: what would be recorded is printed
  int debugged_rank = -1;    ///< by hand: this one waits for a debugger
  std::string debugged_file; ///< and says in this file which process it is
};

Environment &environment();

/// "1,4,8" in numbers; up to what is no number.
std::vector<int> numbers_of(const std::string &text);

} // namespace brigade::harness

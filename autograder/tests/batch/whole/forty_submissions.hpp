#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace brigade::grader::testing {

/// What one made-up student must get: a verdict for each exercise of chapter 02 that is not 'not
/// started'.
struct MadeUpStudent {
  std::string student;
  std::map<std::string, std::string> verdicts; ///< by exercise id
  bool has_notes = false;                      ///< the intake has something to say
};

/// Writes forty submissions of chapter 02 into a folder, in all formats that learning platforms
/// make, good ones and bad ones.
std::vector<MadeUpStudent> make_forty_submissions(const std::filesystem::path &course,
                                                  const std::filesystem::path &folder);

} // namespace brigade::grader::testing

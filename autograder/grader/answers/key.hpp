#pragma once

#include "grader/answers/questions.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// Where a measured number stands in the records of the exercise's own program.
struct MeasuredNumber {
  std::string test; ///< "Gather", the name behind the dot
  int rank = 0;     ///< in the trial's communicator
  /// A scalar that the trial recorded; or "bytes sent", which the ledger of that TEST says.
  std::string record;
};

/// A number that is wrong in a way of its own: forgot to leave out the own block …
struct Slip {
  double number = 0;
  std::string why;
};

struct RightAnswer {
  std::vector<std::string> choices;       ///< the right ones
  std::map<std::string, std::string> why; ///< of each choice, why it is right or wrong
  double number = 0;
  std::optional<MeasuredNumber> measured; ///< in place of `number`
  double tolerance = 0;                   ///< part of the right number that an answer may be off by
  std::string reason;                     ///< why the number is what it is
  std::vector<Slip> slips;
};

/// Reads solution.toml, which is left out of a handout:
///
///   [picture-1]
///   answer = "scatter"                  # a list of keys where the question is `multiple`
///   why.scatter = "…"                   # and so on for every choice
///   [bytes-of-the-root]
///   answer = 72                         # or: measured = { test = "Scatter", rank = 2, record =
///   "bytes sent" } reason = "…" slip = [{ number = 96, why = "…" }]
///
/// Throws InputError where a question has no answer, a choice no reason, or an answer no choice.
std::map<std::string, RightAnswer> load_key(const std::filesystem::path &file,
                                            const std::vector<Question> &questions);

} // namespace brigade::grader

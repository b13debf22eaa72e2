#include "grader/submissions/not_handed_in.hpp"

#include "grader/submissions/lay_out.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace brigade::grader {

void tell_what_was_not_handed_in(const Exercise &exercise, const std::vector<std::string> &missing,
                                 ExerciseResult &result) {
  std::vector<std::string> wanted;
  for (const std::string &name : exercise.files)
    wanted.push_back(place_of(exercise, name));
  const bool has_one = std::ranges::any_of(wanted, [&missing](const std::string &place) {
    return std::ranges::find(missing, place) == missing.end();
  });
  if (result.kind != VerdictKind::not_started || has_one)
    return;
  Finding finding;
  finding.kind = VerdictKind::not_started;
  finding.sentence = fmt::format("No file of the name {} that can be read was handed in.",
                                 fmt::join(exercise.files, " or "));
  finding.cause =
      fmt::format("Hand it in as {}, whatever folder that lies in.", fmt::join(wanted, " and "));
  result.findings = {finding};
}

} // namespace brigade::grader

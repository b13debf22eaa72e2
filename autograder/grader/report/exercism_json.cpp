#include "brigade/core/utf8.hpp"
#include "grader/report/plain_findings.hpp"
#include "grader/report/report.hpp"
#include "grader/report/test_code.hpp"
#include "grader/report/text_lines.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace brigade::grader {
namespace {

constexpr std::size_t kMostOutput = 500; // what the interface allows
constexpr std::size_t kMostMessage = 65'000;
constexpr std::string_view kCut = "… (cut)";

/// At most so many characters, no fewer than those of the mark of a cut.
std::string first_characters(std::string_view text, std::size_t most) {
  const std::string whole = well_formed(text);
  if (count_characters(whole) <= most)
    return whole;
  return whole.substr(0, bytes_of_characters(whole, most - count_characters(kCut))) +
         std::string(kCut);
}

/// What the program printed and, behind it, what is said of the whole of it. Where there is no place
/// for both, it is the output that is cut.
std::string with_notes(const std::string &output, const std::vector<std::string> &notes) {
  std::string said;
  for (const std::string &note : notes)
    said += (said.empty() ? "note: " : "\nnote: ") + note;
  said = first_characters(said, kMostOutput);
  const std::size_t left = kMostOutput - count_characters(said);
  std::string text = said.empty()                    ? first_characters(output, kMostOutput)
                     : left > count_characters(kCut) ? first_characters(output, left - 1)
                                                     : "";
  if (!text.empty() && !said.empty() && !text.ends_with('\n'))
    text += '\n';
  return text + said;
}

/// No TEST was run to an end that says anything about it.
bool is_error(const ExerciseResult &result) {
  return result.kind == VerdictKind::does_not_compile || result.kind == VerdictKind::unreadable ||
         result.kind == VerdictKind::grader_fault || result.kind == VerdictKind::skipped ||
         result.tests.empty();
}

} // namespace

nlohmann::json exercism_json(const ExerciseResult &result, const std::filesystem::path &trial) {
  const bool is_pass = result.kind == VerdictKind::pass;
  if (!is_pass && is_error(result)) {
    std::string message = plain_head(result);
    if (result.compile_failure)
      message += "\n" + well_formed(result.compile_failure->full);
    return {{"version", 3},
            {"status", "error"},
            {"message", message.empty() ? std::string(to_string(result.kind))
                                        : shortened(message, kMostMessage)},
            {"tests", nlohmann::json::array()}};
  }
  nlohmann::json tests = nlohmann::json::array();
  const std::vector<std::string> none;
  int task = 0;
  for (const TestResult &test : tests_and_end(result)) {
    const VerdictKind kind = kind_of(result, test);
    const bool is_answered = kind == VerdictKind::wrong ||
                             kind == VerdictKind::wrong_communication ||
                             kind == VerdictKind::not_started;
    nlohmann::json one{{"name", well_formed(name_of(test))},
                       {"status", kind == VerdictKind::pass ? "pass"
                                  : is_answered             ? "fail"
                                                            : "error"}};
    if (!test.test.empty()) {
      one["task_id"] = ++task;
      one["test_code"] = well_formed(test_code(trial, test.test));
    }
    if (kind != VerdictKind::pass)
      one["message"] = shortened(plain_text(result, test), kMostMessage);
    // It is the whole program's: which TEST printed what is not known. The notes, for which the
    // interface has no place, stand once.
    if (std::string output = with_notes(result.output, tests.empty() ? result.notes : none);
        !output.empty())
      one["output"] = std::move(output);
    tests.push_back(std::move(one));
  }
  return {{"version", 3},
          {"status", is_pass ? "pass" : "fail"},
          {"message", nullptr}, // what there is to say stands in the TESTs
          {"tests", std::move(tests)}};
}

} // namespace brigade::grader

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

std::string first_characters(std::string_view text) {
  const std::string whole = well_formed(text);
  constexpr std::string_view kCut = "… (cut)";
  if (width_of(whole) <= kMostOutput)
    return whole;
  std::size_t bytes = 0, characters = 0;
  while (characters < kMostOutput - width_of(kCut)) {
    ++bytes;
    while (bytes < whole.size() && (static_cast<unsigned char>(whole[bytes]) & 0xC0) == 0x80)
      ++bytes;
    ++characters;
  }
  return whole.substr(0, bytes) + std::string(kCut);
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
    // It is the whole program's: which TEST printed what is not known.
    if (!result.output.empty())
      one["output"] = first_characters(result.output);
    tests.push_back(std::move(one));
  }
  return {{"version", 3},
          {"status", is_pass ? "pass" : "fail"},
          {"message", nullptr}, // what there is to say stands in the TESTs
          {"tests", std::move(tests)}};
}

} // namespace brigade::grader

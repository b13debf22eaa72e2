#include "grader/judge/judge_test.hpp"

#include "grader/judge/difference.hpp"
#include "grader/judge/exercise_judges.hpp"
#include "grader/judge/explain.hpp"
#include "grader/traffic/check_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace brigade::grader {
namespace {

const Field *field_named(const std::vector<Field> &fields, const std::string &name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

std::vector<records::MeshAxis> mesh_of(const TestOfAllRanks &test) {
  for (const records::TestRecords *rank : test.ranks)
    if (rank != nullptr)
      return rank->mesh;
  return {};
}

void check_failures(const TestOfAllRanks &got, std::vector<Finding> &findings) {
  for (std::size_t rank = 0; rank < got.ranks.size(); ++rank) {
    if (got.ranks[rank] == nullptr || got.ranks[rank]->failures.empty())
      continue;
    const records::FailureRecord &failure = got.ranks[rank]->failures.front();
    Finding finding;
    const std::string first_line = failure.message.substr(0, failure.message.find('\n'));
    finding.sentence =
        got.ranks.size() > 1
            ? fmt::format("A check of the trial failed on rank {}: {}", rank, first_line)
            : fmt::format("A check of the trial failed: {}", first_line);
    finding.where = fmt::format("{}:{}", failure.file, failure.line);
    finding.details = failure.message;
    findings.push_back(std::move(finding));
    return;
  }
}

void compare_values(std::span<const TestOfAllRanks> before, const TestOfAllRanks &expected,
                    const TestOfAllRanks &got, std::vector<Finding> &findings) {
  const std::vector<Field> wanted = fields_of(expected), had = fields_of(got);
  patterns::Evidence evidence;
  evidence.mesh = mesh_of(expected);
  evidence.student = &got;
  evidence.solution = &expected;
  for (const Field &field : wanted) {
    const Field *other = field_named(had, field.name);
    if (!field.is_input) {
      evidence.other_expected.push_back(&field);
      evidence.other_got.push_back(other);
      continue;
    }
    evidence.inputs.push_back(&field);
    if (other != nullptr && compare(field, other).any())
      evidence.changed_inputs.push_back(other);
  }
  for (const Field &field : wanted) {
    if (field.is_input)
      continue;
    const Difference difference = compare(field, field_named(had, field.name));
    if (!difference.any())
      continue;
    evidence.expected = difference.expected;
    evidence.got = difference.got;
    evidence.allowed = difference.allowed;
    if (evidence.earlier_tests.empty())
      std::ranges::transform(before, std::back_inserter(evidence.earlier_tests), fields_of);
    findings.push_back(explain(difference, evidence));
    findings.back().trial_cause = cause_in_trial(expected, field.name);
  }
}

std::vector<records::TestRecords> copies_of(const TestOfAllRanks &test) {
  std::vector<records::TestRecords> copies;
  for (const records::TestRecords *rank : test.ranks)
    if (rank != nullptr)
      copies.push_back(*rank);
  return copies;
}

} // namespace

std::vector<Finding> judge_test(const Exercise &exercise, std::span<const TestOfAllRanks> before,
                                const TestOfAllRanks &expected, const TestOfAllRanks &got) {
  std::vector<Finding> findings;
  check_failures(got, findings);
  if (const ExerciseJudge own = judge_of_exercise(exercise.id)) {
    const std::vector<Finding> more = own(copies_of(got), copies_of(expected));
    findings.insert(findings.end(), more.begin(), more.end());
  } else {
    compare_values(before, expected, got, findings);
    if (std::optional<Finding> finding = explain_texts(expected, got))
      findings.push_back(*finding);
  }
  for (Finding &finding : check_traffic(expected, expected)) { // a rule that cannot be kept
    finding.kind = VerdictKind::grader_fault;
    finding.sentence = "The solution breaks a rule of its own trial: " + finding.sentence;
    findings.push_back(std::move(finding));
  }
  for (Finding &finding : check_traffic(expected, got))
    findings.push_back(std::move(finding));
  return findings;
}

} // namespace brigade::grader

#include "grader/judge/judge.hpp"

#include "grader/judge/across_sizes.hpp"
#include "grader/judge/judge_test.hpp"
#include "grader/judge/launch_end.hpp"
#include "grader/judge/size_class.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace brigade::grader {
namespace {

bool is_finished(const TestOfAllRanks &test) {
  return std::ranges::all_of(test.ranks, [](const records::TestRecords *rank) {
    return rank != nullptr && rank->finished && !rank->exception;
  });
}

std::int64_t bytes_sent(const TestOfAllRanks &test) {
  std::int64_t bytes = 0;
  for (const records::TestRecords *rank : test.ranks)
    if (rank != nullptr)
      for (const records::CallRecord &call : rank->calls)
        bytes += call.bytes;
  return bytes;
}

/// All launches at one size: those of the student together hold every TEST.
struct SizeGroup {
  int size = 0;
  const LaunchResult *solution = nullptr;
  std::vector<const LaunchResult *> students, synchronous;
  std::vector<std::string> left_out;
};

std::vector<SizeGroup> group_by_size(const std::vector<Pair> &pairs) {
  std::vector<SizeGroup> groups;
  for (const Pair &pair : pairs) {
    auto group = std::ranges::find(groups, pair.size, &SizeGroup::size);
    if (group == groups.end())
      group = groups.insert(groups.end(), {pair.size, nullptr, {}, {}, {}});
    if (group->solution == nullptr)
      group->solution = pair.solution;
    group->left_out.insert(group->left_out.end(), pair.left_out.begin(), pair.left_out.end());
    if (pair.student != nullptr)
      (pair.synchronous ? group->synchronous : group->students).push_back(pair.student);
  }
  return groups;
}

class SizeJudge {
public:
  SizeJudge(const Exercise &exercise, const SizeGroup &group, Judgement &judgement)
      : exercise_(exercise), group_(group), judgement_(judgement) {}

  void judge() {
    if (!has_solution())
      return;
    for (const LaunchResult *launch : group_.students) {
      if (std::optional<Finding> finding = finding_of_end(*launch, group_.size))
        judgement_.findings.push_back(*finding);
      for (TestOfAllRanks &test : tests_of(*launch, group_.size))
        got_.push_back(std::move(test));
    }
    std::vector<const TestOfAllRanks *> taken;
    const std::vector<TestOfAllRanks> expected = tests_of(*group_.solution, group_.size);
    for (std::size_t i = 0; i < expected.size(); ++i)
      judge_one(std::span(expected).first(i), expected[i], taken);
    for (const LaunchResult *launch : group_.synchronous)
      judge_synchronous(*launch);
  }

private:
  bool has_solution() {
    std::string reason;
    if (group_.solution == nullptr)
      reason = "there is no run of the solution";
    else if (const auto end = finding_of_end(*group_.solution, group_.size))
      reason = end->sentence;
    if (reason.empty())
      return true;
    Finding fault;
    fault.kind = VerdictKind::grader_fault;
    fault.size = group_.size;
    fault.sentence = fmt::format("The solution of {} did not run: {}", exercise_.id, reason);
    judgement_.findings.push_back(fault);
    return false;
  }

  /// The student's records of a TEST: finished ones first; each Trial of a TEST is taken once.
  const TestOfAllRanks *find_got(const TestOfAllRanks &expected,
                                 std::vector<const TestOfAllRanks *> &taken) const {
    const TestOfAllRanks *best = nullptr;
    for (const TestOfAllRanks &test : got_)
      if (test.test == expected.test && test.size == expected.size &&
          std::ranges::find(taken, &test) == taken.end() &&
          (best == nullptr || (is_finished(test) && !is_finished(*best))))
        best = &test;
    if (best != nullptr)
      taken.push_back(best);
    return best;
  }

  bool was_left_out(const TestOfAllRanks &test) const {
    return std::ranges::find(group_.left_out, test.test) != group_.left_out.end();
  }

  /// How the launch ended in which this TEST was not finished.
  VerdictKind kind_of_end() const {
    VerdictKind kind = VerdictKind::pass;
    for (const LaunchResult *launch : group_.students)
      if (const auto finding = finding_of_end(*launch, group_.size))
        if (gravity(finding->kind) > gravity(kind))
          kind = finding->kind;
    return kind;
  }

  void judge_one(std::span<const TestOfAllRanks> before, const TestOfAllRanks &expected,
                 std::vector<const TestOfAllRanks *> &taken) {
    const std::string name = short_name(expected.test);
    std::vector<Finding> findings;
    const TestOfAllRanks *got = find_got(expected, taken);
    VerdictKind kind = VerdictKind::pass;
    if (got != nullptr && is_finished(*got) && got->ranks.size() >= expected.ranks.size()) {
      findings = judge_test(exercise_, before, expected, *got);
    } else if (got == nullptr && was_left_out(expected)) {
      kind = VerdictKind::skipped;
    } else if (kind = kind_of_end(); kind == VerdictKind::pass) {
      Finding finding;
      finding.sentence = "The TEST did not come to its end on every rank.";
      findings.push_back(finding);
    }
    for (Finding &finding : findings) {
      finding.test = name;
      finding.size = expected.size;
      if (gravity(finding.kind) > gravity(kind))
        kind = finding.kind;
      judgement_.findings.push_back(std::move(finding));
    }
    add_run({name, expected.size, kind, got ? bytes_sent(*got) : 0, size_divides(expected)});
  }

  void add_run(TestRun run) {
    for (TestRun &other : judgement_.runs)
      if (other.test == run.test && other.size == run.size) {
        if (gravity(run.kind) > gravity(other.kind))
          other.kind = run.kind;
        other.bytes_sent += run.bytes_sent;
        other.divides = other.divides && run.divides;
        return;
      }
    judgement_.runs.push_back(std::move(run));
  }

  void judge_synchronous(const LaunchResult &launch) {
    std::optional<Finding> finding = finding_of_synchronous_end(launch, group_.size);
    if (!finding)
      return;
    for (TestRun &run : judgement_.runs)
      if (run.size == group_.size && run.test == finding->test && run.kind == VerdictKind::pass)
        run.kind = finding->kind;
    judgement_.findings.push_back(*finding);
  }

  const Exercise &exercise_;
  const SizeGroup &group_;
  Judgement &judgement_;
  std::vector<TestOfAllRanks> got_;
};

/// Which of the exercise's TESTs it is; what belongs to none comes last.
std::ptrdiff_t place_of_test(const Exercise &exercise, const std::string &test) {
  return std::ranges::find(exercise.points, test, &TestPoints::test) - exercise.points.begin();
}

/// The TESTs come in their order: the usual case before what is to be refused. Of one TEST the
/// gravest. What it shows on one rank alone leaves out what ranks do together, so several come
/// first, the fewest of them before more; and where the first has no name yet, but has one on
/// another number of ranks, that is told in its place.
void put_in_order(const Exercise &exercise, std::vector<Finding> &findings) {
  const auto is_alone = [&](const Finding &finding) {
    return exercise.runs_on_ranks() && finding.size == 1;
  };
  std::ranges::stable_sort(findings, [&](const Finding &a, const Finding &b) {
    if (const auto place = place_of_test(exercise, a.test), other = place_of_test(exercise, b.test);
        place != other)
      return place < other;
    if (gravity(a.kind) != gravity(b.kind))
      return gravity(a.kind) > gravity(b.kind);
    if (is_alone(a) != is_alone(b))
      return is_alone(b);
    return a.size < b.size;
  });
  if (findings.empty() || !findings.front().pattern.empty())
    return;
  const auto tells_more = [&](const Finding &finding) {
    const Finding &first = findings.front();
    return finding.kind == first.kind && finding.test == first.test && !finding.pattern.empty() &&
           !is_alone(finding);
  };
  if (const auto found = std::ranges::find_if(findings, tells_more); found != findings.end())
    std::rotate(findings.begin(), found, found + 1);
}

} // namespace

Judgement judge(const Exercise &exercise, const std::vector<Pair> &pairs) {
  Judgement judgement;
  const std::vector<SizeGroup> groups = group_by_size(pairs);
  std::vector<TestOfAllRanks> finished;
  for (const SizeGroup &group : groups) {
    SizeJudge(exercise, group, judgement).judge();
    for (const LaunchResult *launch : group.students)
      for (TestOfAllRanks &test : tests_of(*launch, group.size))
        if (is_finished(test))
          finished.push_back(std::move(test));
  }
  for (Finding &finding : compare_across_sizes(exercise.runs_on_ranks(), finished)) {
    for (TestRun &run : judgement.runs)
      if (run.test == finding.test && run.size == finding.size && run.kind == VerdictKind::pass)
        run.kind = finding.kind;
    judgement.findings.push_back(std::move(finding));
  }
  put_in_order(exercise, judgement.findings);
  explain_by_sizes(exercise.runs_on_ranks(), judgement.runs, judgement.findings);
  for (Finding &finding : judgement.findings)
    if (finding.cause.empty())
      finding.cause = finding.trial_cause;
  return judgement;
}

} // namespace brigade::grader

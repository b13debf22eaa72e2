#include "grader/judge/across_sizes.hpp"

#include "grader/judge/difference.hpp"
#include "grader/judge/words.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

namespace brigade::grader {
namespace {

/// One name at one size: the whole that its blocks make, or each rank's copy.
struct Copies {
  int size = 0;
  Field field; ///< one "rank" for each copy
};

Copies copies_of(const Field &field, int size) {
  Copies copies{size, {field.name, field.allowance, false, {}}};
  const auto first =
      std::ranges::find_if(field.ranks, [](const auto &rank) { return rank.has_value(); });
  if (first == field.ranks.end())
    return copies;
  if (const auto whole = patterns::assemble(field)) {
    RankBlock block = **first;
    block.shape = whole->shape;
    block.values = whole->values;
    block.wholes.clear();
    block.placement.reset();
    if (block.is_whole())
      for (const double value : whole->values)
        block.wholes.push_back(static_cast<std::int64_t>(value));
    copies.field.ranks = {block};
    return copies;
  }
  for (const std::optional<RankBlock> &rank : field.ranks)
    if (rank) {
      copies.field.ranks.push_back(rank);
      copies.field.ranks.back()->placement.reset();
    }
  return copies;
}

/// The reference: one copy, as often as there are copies to compare with.
Field repeated(const Copies &reference, std::size_t times) {
  Field field = reference.field;
  field.ranks.assign(times, reference.field.ranks.front());
  return field;
}

std::optional<Finding> compare_with(bool on_ranks, const Copies &reference, const Copies &other,
                                    const std::string &test) {
  const Field expected = repeated(reference, other.field.ranks.size());
  const Difference difference = compare(expected, &other.field);
  if (!difference.any())
    return std::nullopt;
  const int wrong = difference.wrong_ranks().front();
  const auto &rank = difference.ranks[static_cast<std::size_t>(wrong)];
  const RankBlock &want = *expected.ranks.front(),
                  &have = *other.field.ranks[static_cast<std::size_t>(wrong)];
  Finding finding;
  finding.test = test;
  finding.size = other.size;
  finding.other_size = reference.size;
  const std::string between =
      reference.size == other.size
          ? fmt::format("between the ranks at n = {}", other.size)
          : fmt::format("between n = {} and n = {}", reference.size, other.size);
  const std::string number = on_ranks ? "number of ranks" : "number of devices";
  finding.sentence = fmt::format("`{}` differs {}; it must be the same at every {}.",
                                 reference.field.name, between, number);
  finding.pattern = "depends on the " + number;
  if (rank.kind == RankDifference::Kind::values)
    finding.where = fmt::format("{}{}{} at n = {}, {} at n = {}", name_index(rank.first, want),
                                want.shape.empty() ? "" : ": ",
                                name_element(have, rank.first, &want, rank.first), other.size,
                                name_element(want, rank.first, &have, rank.first), reference.size);
  else
    finding.where = fmt::format("shape {} at n = {}, {} at n = {}", to_string(have.shape),
                                other.size, to_string(want.shape), reference.size);
  finding.actual = finding.sentence;
  finding.cause = fmt::format("Draw random numbers from the seed and the global index, not from a "
                              "stream for each {}; and let no result hang on how the work is cut.",
                              on_ranks ? "rank" : "device");
  return finding;
}

std::string list_of(const std::vector<int> &sizes) {
  std::string text;
  for (std::size_t at = 0; at < sizes.size(); ++at)
    text += fmt::format("{}{}", at == 0 ? "" : at + 1 == sizes.size() ? " and " : ", ", sizes[at]);
  return text;
}

bool is_power_of_two(int size) { return std::has_single_bit(static_cast<unsigned>(size)); }

/// What the sizes that pass and those that fail have in common; empty where nothing stands out.
std::string cause_by_sizes(bool on_ranks, const std::vector<TestRun> &runs) {
  std::vector<int> right, wrong;
  bool divides_alone = true, powers_alone = true;
  for (const TestRun &run : runs) {
    const bool passes = run.kind == VerdictKind::pass;
    (passes ? right : wrong).push_back(run.size);
    divides_alone = divides_alone && passes == (run.divides || run.size == 1);
    powers_alone = powers_alone && passes == is_power_of_two(run.size);
  }
  if (right.empty() || wrong.empty())
    return "";
  const std::string sizes =
      fmt::format("Right at n = {}, wrong at {}", list_of(right), list_of(wrong));
  if (right.size() == 1 && right.front() == 1)
    return sizes + (on_ranks ? ": what the ranks exchange is at fault, not what each computes."
                             : ": what depends on the number of devices is at fault, since one "
                               "device has everything.");
  if (divides_alone && right.size() > 1)
    return sizes + ": only sizes that divide are right. Look at what becomes of the remainder.";
  if (powers_alone && right.size() > 1)
    return sizes + ": only powers of two are right. Partners by xor or halving leave ranks out "
                   "elsewhere.";
  return "";
}

} // namespace

std::vector<Finding> compare_across_sizes(bool on_ranks, const std::vector<TestOfAllRanks> &tests) {
  std::vector<Finding> findings;
  std::set<std::pair<std::string, std::string>> done;
  for (const TestOfAllRanks &test : tests)
    for (const records::TestRecords *rank : test.ranks) {
      if (rank == nullptr)
        continue;
      for (const std::string &name : rank->same_at_every_size) {
        if (!done.insert({test.test, name}).second)
          continue;
        std::optional<Copies> reference;
        for (const TestOfAllRanks &other : tests) {
          if (other.test != test.test)
            continue;
          for (const Field &field : fields_of(other)) {
            if (field.name != name)
              continue;
            Copies copies = copies_of(field, other.size);
            if (copies.field.ranks.empty())
              continue;
            if (!reference)
              reference = copies;
            if (std::optional<Finding> finding =
                    compare_with(on_ranks, *reference, copies, short_name(test.test)))
              findings.push_back(*finding);
          }
        }
      }
    }
  return findings;
}

void explain_by_sizes(bool on_ranks, const std::vector<TestRun> &runs,
                      std::vector<Finding> &findings) {
  std::set<std::string> done;
  for (Finding &finding : findings) {
    if (finding.kind != VerdictKind::wrong || finding.test.empty() ||
        !done.insert(finding.test).second)
      continue;
    std::vector<TestRun> of_test;
    for (const TestRun &run : runs)
      if (run.test == finding.test && run.kind != VerdictKind::skipped)
        of_test.push_back(run);
    std::string cause = cause_by_sizes(on_ranks, of_test);
    if (cause.empty())
      continue;
    if (finding.cause.empty())
      finding.cause = finding.trial_cause.empty() ? cause : cause + ' ' + finding.trial_cause;
    else
      finding.details += (finding.details.empty() ? "" : "\n") + cause;
  }
}

} // namespace brigade::grader

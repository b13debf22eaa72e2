#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"
#include "grader/patterns/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace brigade::grader::patterns {
namespace {

/// "shard" of "shard" and of "shard (call 2)".
std::string name_of_first_call(const std::string &name) {
  return name.substr(0, name.find(" (call "));
}

/// What earlier calls were given, or should have made, under the name of a field: last call first.
/// Those of this TEST are the fields before it.
std::vector<const Field *> of_earlier_calls(const Evidence &evidence, const Field &field) {
  const std::string name = name_of_first_call(field.name);
  std::vector<const Field *> fields;
  for (const Field *other : field.is_input ? evidence.inputs : evidence.other_expected) {
    if (other == &field)
      break;
    if (name_of_first_call(other->name) == name)
      fields.insert(fields.begin(), other);
  }
  for (auto test = evidence.earlier_tests.rbegin(); test != evidence.earlier_tests.rend(); ++test)
    for (auto other = test->rbegin(); other != test->rend(); ++other)
      if (other->is_input == field.is_input && name_of_first_call(other->name) == name)
        fields.push_back(&*other);
  return fields;
}

/// `numbers`, and behind them those of all ranks of a field where each is made of all of them, or
/// at each place those that stand there; false where the shapes do not fit.
bool append(std::vector<Numbers> &numbers, const Field &field, const RankBlock &result) {
  std::vector<const RankBlock *> blocks;
  for (const std::optional<RankBlock> &own : field.ranks)
    if (own && !own->is_damaged)
      blocks.push_back(&*own);
  const std::vector<Numbers> more = sources(blocks, result);
  if (more.size() != numbers.size())
    return false;
  for (std::size_t at = 0; at < more.size(); ++at)
    numbers[at].insert(numbers[at].end(), more[at].begin(), more[at].end());
  return true;
}

/// Do all ranks have the same in both? Then the one added to the other is only a multiple of it,
/// which tells nothing of earlier calls.
bool have_equal_values(const Evidence &evidence, const Field &one, const Field &other) {
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *left = block(&one, rank), *right = block(&other, rank);
    if ((left == nullptr) != (right == nullptr) ||
        (left != nullptr && left->values != right->values))
      return false;
  }
  return true;
}

/// Earlier calls whose inputs went into the result together with this one's; 0 where that is not
/// it.
std::size_t calls_that_went_in(const Evidence &evidence) {
  std::optional<Recipe> recipe = find_recipe(evidence);
  if (!recipe)
    return 0;
  std::size_t calls = 0;
  for (const Field *earlier : of_earlier_calls(evidence, *recipe->input)) {
    if (have_equal_values(evidence, *earlier, *recipe->input) ||
        !append(recipe->sources, *earlier, *block(evidence.expected, 0)))
      return 0;
    ++calls;
    if (all_hold(evidence, folded(recipe->meant, recipe->sources)))
      return calls;
  }
  return 0;
}

/// Fewer whole numbers than these are sums of other ones by chance.
constexpr std::size_t kWholesThatTell = 4;

/// Earlier calls whose results were added to this one's; 0 where that is not it.
std::size_t calls_that_were_added(const Evidence &evidence) {
  std::vector<Numbers> sums;
  const bool is_copied = is_replicated(evidence);
  bool is_whole = false;
  std::size_t count = 0; // without copies
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank);
    sums.push_back(expected == nullptr ? Numbers{} : expected->values);
    is_whole = is_whole || (expected != nullptr && expected->is_whole());
    count = (is_copied ? 0 : count) + sums.back().size();
  }
  if (is_whole && count < kWholesThatTell)
    return 0;
  std::size_t calls = 0;
  for (const Field *earlier : of_earlier_calls(evidence, *evidence.expected)) {
    if (have_equal_values(evidence, *earlier, *evidence.expected))
      return 0;
    bool is_sum = true;
    for (int rank = 0; rank < evidence.ranks(); ++rank) {
      Numbers &sum = sums[static_cast<std::size_t>(rank)];
      const RankBlock *own = block(earlier, rank), *got = block(evidence.got, rank);
      if (sum.empty())
        continue;
      if (own == nullptr || own->is_damaged || own->count() != sum.size())
        return 0;
      for (std::size_t at = 0; at < sum.size(); ++at)
        sum[at] += own->values[at];
      is_sum = is_sum && close(got->values, sum, slack(evidence));
    }
    ++calls;
    if (is_sum)
      return calls;
  }
  return 0;
}

} // namespace

std::optional<Pattern> kept_from_earlier_calls(const Evidence &evidence) {
  if (!same_shapes(evidence) || right_ranks(evidence).size() == evidence.expected->ranks.size())
    return std::nullopt;
  const std::size_t went_in = calls_that_went_in(evidence),
                    added = went_in > 0 ? 0 : calls_that_were_added(evidence);
  const std::size_t calls = std::max(went_in, added);
  if (calls == 0)
    return std::nullopt;
  const std::string which =
      calls == 1 ? "the call before" : fmt::format("the {} calls before", calls);
  return Pattern{
      std::string(kKeptFromEarlierCalls),
      went_in > 0 ? fmt::format("what {} got is still in it", which)
                  : fmt::format("the result of {} is still in it", which),
      "It was added to what was there: a static variable, or a buffer that is not set to "
      "0 when a call begins."};
}

std::optional<Pattern> added_to_what_memory_held(const Evidence &evidence) {
  const auto held = std::ranges::find_if(evidence.inputs, [](const Field *input) {
    return name_of_first_call(input->name) == records::kMemoryHeld;
  });
  if (held == evidence.inputs.end() || !same_shapes(evidence))
    return std::nullopt;
  std::int64_t wrong = 0;
  double mark = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *own = block(*held, rank);
    if (expected == nullptr || own == nullptr || own->count() != 1)
      continue;
    mark = own->values.front();
    const double tolerance = slack(evidence) + 1e-15 * std::abs(mark); // the sum is rounded too
    const Numbers &got = block(evidence.got, rank)->values;
    for (std::size_t at = 0; at < expected->count(); ++at)
      wrong += close(got[at], expected->values[at] + mark, tolerance) ? 1 : 0;
  }
  if (wrong == 0)
    return std::nullopt;
  return Pattern{"added to what was there",
                 fmt::format("{} off by {:g}, which the memory held before",
                             wrong == 1 ? "1 element is" : fmt::format("{} elements are", wrong),
                             mark),
                 "It was added to what was there: the elements of a new array have no value until "
                 "they are set. Begin with zeros."};
}

} // namespace brigade::grader::patterns

#include "grader/judge/words.hpp"
#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace brigade::grader::patterns {
namespace {

/// The input's number that stands at element `at` of a block: the same place in a like array, or
/// the last dimension's where the input is a row ("bias").
std::optional<double> number_at(const RankBlock &input, const RankBlock &result, std::size_t at) {
  if (input.shape == result.shape)
    return input.values[at];
  if (input.shape.size() == 1 && !result.shape.empty() && input.count() > 0 &&
      result.shape.back() == input.shape.front())
    return input.values[at % input.count()];
  if (input.count() == 1)
    return input.values.front();
  return std::nullopt;
}

/// k where got = expected + k·input on every rank and in every element; none where no single k is.
std::optional<double> times_added(const Evidence &evidence, const Field &input) {
  std::optional<double> times;
  double largest = 0;
  for (int pass = 0; pass < 2; ++pass) // the largest summand tells k best; then all must agree
    for (int rank = 0; rank < evidence.ranks(); ++rank) {
      const RankBlock *expected = block(evidence.expected, rank), *own = block(&input, rank);
      if (expected == nullptr)
        continue;
      if (own == nullptr || own->is_damaged)
        return std::nullopt;
      const RankBlock &got = *block(evidence.got, rank);
      for (std::size_t at = 0; at < expected->count(); ++at) {
        const std::optional<double> summand = number_at(*own, *expected, at);
        if (!summand)
          return std::nullopt;
        const double difference = got.values[at] - expected->values[at];
        if (pass == 0 && std::abs(*summand) > largest) {
          largest = std::abs(*summand);
          times = std::round(difference / *summand);
        }
        if (pass == 1 && (!times || !close(difference, *times * *summand,
                                           slack(evidence) * (1 + std::abs(*times)))))
          return std::nullopt;
      }
    }
  return times && largest > slack(evidence) && *times != 0 ? times : std::nullopt;
}

} // namespace

std::optional<Pattern> input_added(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  for (const Field *input : evidence.inputs) {
    const std::optional<double> times = times_added(evidence, *input);
    if (!times)
      continue;
    const auto k = static_cast<long>(*times);
    if (k == -1)
      return Pattern{input->name + " missing", fmt::format("`{}` was not added", input->name),
                     fmt::format("Add `{}` once{}.", input->name,
                                 evidence.ranks() > 1 ? ", after the sum over the ranks" : "")};
    if (k == evidence.ranks() - 1 && evidence.ranks() > 1)
      return Pattern{
          input->name + " added n times",
          fmt::format("`{}` was added {} times, once by every rank", input->name, evidence.ranks()),
          fmt::format("Add `{}` once: after the all-reduce, or on one rank before it.",
                      input->name)};
    if (k > 0 && k <= 64)
      return Pattern{
          input->name + " added too often",
          fmt::format("`{}` was added {} time{} too often", input->name, k, k == 1 ? "" : "s"),
          fmt::format("Add `{}` once.", input->name)};
  }
  return std::nullopt;
}

std::optional<Pattern> wrong_where_an_input_is_zero(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  for (const Field *input : evidence.inputs) {
    std::int64_t wrong = 0, right = 0;
    bool fits = true;
    for (int rank = 0; fits && rank < evidence.ranks(); ++rank) {
      const RankBlock *expected = block(evidence.expected, rank), *own = block(input, rank);
      if (expected == nullptr)
        continue;
      fits = own != nullptr && !own->is_damaged && own->shape == expected->shape;
      for (std::size_t at = 0; fits && at < expected->count(); ++at) {
        const bool is_right =
            close(block(evidence.got, rank)->values[at], expected->values[at], slack(evidence));
        fits = is_right == (own->values[at] != 0);
        (is_right ? right : wrong) += 1;
      }
    }
    if (fits && wrong > 0 && right > 0)
      return Pattern{"wrong where an input is zero",
                     fmt::format("{} where `{}` is 0, and only there", count_of(wrong, "element"),
                                 input->name),
                     "A comparison with 0 takes the other branch there than it should: > and >= "
                     "differ at 0 alone."};
  }
  return std::nullopt;
}

std::optional<Pattern> input_changed(const Evidence &evidence) {
  if (evidence.changed_inputs.empty())
    return std::nullopt;
  const std::string &name = evidence.changed_inputs.front()->name;
  return Pattern{"input changed", fmt::format("the input `{}` was changed", name),
                 "The function wrote into what it was given: work in a buffer of your own."};
}

std::optional<Pattern> second_call_differs(const Evidence &evidence) {
  const std::string &name = evidence.expected->name;
  const auto is_of_second_call = [&](const std::string &first) {
    if (!name.starts_with(first) || name.size() == first.size())
      return false;
    const std::string rest = name.substr(first.size());
    return rest.find("second") != std::string::npos || rest.find("call 2") != std::string::npos ||
           rest.find("again") != std::string::npos;
  };
  for (std::size_t at = 0; at < evidence.other_expected.size(); ++at) {
    const Field *first = evidence.other_expected[at], *first_got = evidence.other_got[at];
    if (!is_of_second_call(first->name) || first_got == nullptr)
      continue;
    Evidence of_first = evidence;
    of_first.expected = first;
    of_first.got = first_got;
    if (right_ranks(of_first).size() != first->ranks.size())
      return std::nullopt;
    bool is_stale = true;
    for (int rank = 0; rank < evidence.ranks(); ++rank) {
      const RankBlock *got = block(evidence.got, rank), *before = block(first_got, rank);
      is_stale = is_stale && got && before && close(got->values, before->values, 0);
    }
    return Pattern{"the second call differs",
                   is_stale ? "the second call gave the result of the first"
                            : "the first call was right, the second is not",
                   "Something is kept between calls: a static variable, an accumulated buffer, an "
                   "input that the first call changed, or a message that it left behind."};
  }
  return std::nullopt;
}

} // namespace brigade::grader::patterns

#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace brigade::grader::patterns {
namespace {

struct WrongNumber {
  std::int64_t expected = 0, got = 0;
};

/// The first whole number that is wrong; none where `explains(expected, got)` does not hold for
/// every wrong one, `allows(expected)` not for every right one, or shapes or types differ.
template <class Explains, class Allows>
std::optional<WrongNumber> first_wrong(const Evidence &evidence, Explains explains, Allows allows) {
  if (!same_shapes(evidence))
    return std::nullopt;
  std::optional<WrongNumber> first;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    if (expected == nullptr)
      continue;
    if (expected->wholes.empty() || got->wholes.size() != expected->wholes.size())
      return std::nullopt;
    for (std::size_t at = 0; at < expected->wholes.size(); ++at) {
      const WrongNumber both{expected->wholes[at], got->wholes[at]};
      const bool is_right = both.expected == both.got;
      if (is_right ? !allows(both.expected) : !explains(both.expected, both.got))
        return std::nullopt;
      if (!is_right && !first)
        first = both;
    }
  }
  return first;
}

bool any_number(std::int64_t) { return true; }

} // namespace

std::optional<Pattern> overflow(const Evidence &evidence) {
  const auto fits = [](std::int64_t number) { return number == static_cast<std::int32_t>(number); };
  const auto is_cut = [](std::int64_t want, std::int64_t have) {
    return have == static_cast<std::int32_t>(static_cast<std::uint32_t>(want)) ||
           have == static_cast<std::int64_t>(static_cast<std::uint32_t>(want));
  };
  const std::optional<WrongNumber> first = first_wrong(evidence, is_cut, fits);
  if (!first)
    return std::nullopt;
  return Pattern{
      "32-bit overflow",
      fmt::format("{} does not fit in 32 bits and became {}", first->expected, first->got),
      "A 64-bit number passed through int or through a 4-byte MPI datatype: use "
      "std::int64_t, and MPI_INT64_T in the call."};
}

std::optional<Pattern> overflow_before_the_division(const Evidence &evidence) {
  // floor((p - k 2^64) / n), where floor(p / n) is due: n times the difference is k 2^64, but for
  // the rounding.
  const std::int64_t divisor = evidence.parts();
  const auto is_wrapped = [divisor](std::int64_t want, std::int64_t have) {
    const auto rest = static_cast<std::int64_t>(
        (static_cast<std::uint64_t>(want) - static_cast<std::uint64_t>(have)) *
        static_cast<std::uint64_t>(divisor));
    const double difference = static_cast<double>(want) - static_cast<double>(have);
    return std::abs(difference) * static_cast<double>(divisor) >= 0x1p63 && rest >= -divisor &&
           rest <= divisor;
  };
  const std::optional<WrongNumber> first = first_wrong(evidence, is_wrapped, any_number);
  if (!first)
    return std::nullopt;
  return Pattern{"64-bit overflow",
                 fmt::format("what was divided by {} did not fit in 64 bits, so {} became {}",
                             divisor, first->expected, first->got),
                 "A product of two 64-bit numbers needs up to 128 bits, also where its quotient is "
                 "small. Divide before you multiply."};
}

std::optional<Pattern> rounded_to_a_double(const Evidence &evidence) {
  constexpr double kExact = 0x1p53, kRoundings = 0x1p-50;
  const auto is_rounded = [](std::int64_t want, std::int64_t have) {
    const auto wanted = static_cast<double>(want), had = static_cast<double>(have);
    // What is rounded up to 2^63 has no whole number, and becomes the smallest.
    const bool is_past_the_end =
        wanted >= 0x1p63 * (1 - kRoundings) && have == std::numeric_limits<std::int64_t>::min();
    return std::abs(wanted) > kExact &&
           (is_past_the_end || std::abs(wanted - had) <= std::abs(wanted) * kRoundings);
  };
  const std::optional<WrongNumber> first = first_wrong(evidence, is_rounded, any_number);
  if (!first)
    return std::nullopt;
  return Pattern{"rounded to a double",
                 fmt::format("{} became {}: it went through a double, which has 53 bits",
                             first->expected, first->got),
                 "Above 2^53 a double leaves whole numbers out. Compute with std::int64_t "
                 "throughout: / and % of whole numbers are exact."};
}

std::optional<Pattern> remainder_of_a_negative_number(const Evidence &evidence) {
  std::int64_t turn = 0;
  bool any_negative = false, any_right = false;
  const auto is_a_turn_too_small = [&](std::int64_t want, std::int64_t have) {
    constexpr std::int64_t kFar = std::int64_t{1} << 62; // differences of what is nearer fit
    if (want < 0 || want > kFar || have < -kFar || have >= want)
      return false;
    any_negative = any_negative || have < 0;
    if (turn == 0)
      turn = want - have;
    return want - have == turn;
  };
  const auto is_natural = [&](std::int64_t number) {
    any_right = true;
    return number >= 0;
  };
  const std::optional<WrongNumber> first = first_wrong(evidence, is_a_turn_too_small, is_natural);
  if (!first || !any_negative || !any_right || turn < 2)
    return std::nullopt;
  return Pattern{"remainder of a negative number",
                 fmt::format("{} became {}, which is a whole turn of {} too small", first->expected,
                             first->got, turn),
                 "In C++ (0 - 1) % d is -1 and not d - 1: add d before you take the remainder, "
                 "(c - 1 + d) % d."};
}

} // namespace brigade::grader::patterns

#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <algorithm>
#include <cmath>

namespace brigade::grader::patterns {
namespace {

constexpr double kOfFloat = 1e-6; ///< relative: a few roundings of a float

double largest_of(const Evidence &evidence) {
  double largest = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (const RankBlock *expected = block(evidence.expected, rank))
      for (const double value : expected->values)
        if (std::isfinite(value))
          largest = std::max(largest, std::abs(value));
  return largest;
}

} // namespace

std::optional<Pattern> computed_in_float(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  // Where terms cancel, the rounding is that of the terms.
  const double least = 0.1 * largest_of(evidence);
  std::size_t off = 0, elements = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank);
    if (expected == nullptr)
      continue;
    if (expected->type != DType::f64)
      return std::nullopt;
    const Numbers &got = block(evidence.got, rank)->values;
    for (std::size_t at = 0; at < expected->count(); ++at, ++elements) {
      const double want = expected->values[at];
      if (!close(got[at], want, kOfFloat * std::max(std::abs(want), least)))
        return std::nullopt;
      off += close(got[at], want, evidence.allowed) ? 0 : 1;
    }
  }
  if (2 * off < elements) // a rounding of all numbers spares few
    return std::nullopt;
  return Pattern{"computed in float",
                 "it agrees within 1e-6 relative on all elements, but not within the tolerance",
                 "It was computed in float, which keeps 7 digits: a variable, a constant or a "
                 "parameter of that type. Use double from the first number to the last."};
}

} // namespace brigade::grader::patterns

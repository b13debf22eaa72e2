#pragma once

#include "records/record.hpp"

namespace brigade {

/// How exact a recorded number must be. The allowed error follows from the element type and from
/// how many numbers were added, never from a guess: 4 · epsilon · terms · scale
/// (records::Allowance).
struct Tolerance : records::Allowance {
  /// Bit for bit; for integers, copies and choices.
  static Tolerance exact() { return {}; }
  /// Sums of so many terms, in any order. The scale is the largest expected magnitude of the array.
  static Tolerance sum_of(std::int64_t terms) { return {{.terms = terms < 1 ? 1 : terms}}; }
  /// The same where terms cancel: `magnitude` is that of the terms.
  static Tolerance sum_of(std::int64_t terms, double magnitude) {
    return {{.terms = terms < 1 ? 1 : terms, .magnitude = magnitude}};
  }
  /// A part of the largest expected magnitude, for what has no such formula (finite differences).
  static Tolerance relative(double part) { return {{.relative = part}}; }
};

} // namespace brigade

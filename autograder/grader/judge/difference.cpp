#include "grader/judge/difference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace brigade::grader {
namespace {

constexpr double kFactor = 4; // of the formula in records::Allowance

double epsilon_of(DType type) {
  switch (type) {
  case DType::f32:
    return static_cast<double>(std::numeric_limits<float>::epsilon());
  case DType::f64:
    return std::numeric_limits<double>::epsilon();
  default:
    return 0;
  }
}

RankDifference compare_rank(const RankBlock *expected, const RankBlock *got, double allowed) {
  using Kind = RankDifference::Kind;
  RankDifference difference;
  if (expected == nullptr || got == nullptr) {
    if (expected != nullptr)
      difference.kind = Kind::missing;
    else if (got != nullptr)
      difference.kind = Kind::unasked;
    return difference;
  }
  if (got->is_damaged)
    difference.kind = Kind::damaged;
  else if (got->shape != expected->shape)
    difference.kind = Kind::shape;
  else if (got->type != expected->type)
    difference.kind = Kind::type;
  else if (got->placement != expected->placement)
    difference.kind = Kind::placement;
  if (difference.kind != Kind::none)
    return difference;
  for (std::size_t at = 0; at < expected->count(); ++at) {
    if (agrees(*expected, *got, at, allowed))
      continue;
    const double error = std::abs(got->values[at] - expected->values[at]);
    const double comparable =
        std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
    if (difference.wrong++ == 0)
      difference.first = at;
    if (difference.wrong == 1 || comparable > difference.worst_error) {
      difference.worst = at;
      difference.worst_error = comparable;
    }
  }
  if (difference.wrong > 0)
    difference.kind = Kind::values;
  return difference;
}

} // namespace

double scale_of(const Field &expected) {
  double scale = 0;
  for (const std::optional<RankBlock> &block : expected.ranks)
    if (block)
      for (const double value : block->values)
        if (std::isfinite(value))
          scale = std::max(scale, std::abs(value));
  return scale;
}

double allowed_error(const records::Allowance &allowance, DType type, double scale) {
  const double magnitude = allowance.magnitude.value_or(scale);
  if (allowance.relative)
    return *allowance.relative * magnitude;
  return kFactor * epsilon_of(type) * static_cast<double>(allowance.terms) * magnitude;
}

bool agrees(const RankBlock &expected, const RankBlock &got, std::size_t at, double allowed) {
  if (allowed == 0 && !expected.wholes.empty() && !got.wholes.empty())
    return expected.wholes[at] == got.wholes[at];
  const double want = expected.values[at], have = got.values[at];
  if (std::isnan(want) || std::isnan(have))
    return std::isnan(want) && std::isnan(have);
  if (std::isinf(want) || std::isinf(have))
    return want == have;
  return std::abs(have - want) <= allowed;
}

bool Difference::any() const {
  return std::ranges::any_of(
      ranks, [](const RankDifference &rank) { return rank.kind != RankDifference::Kind::none; });
}

std::vector<int> Difference::wrong_ranks() const {
  std::vector<int> wrong;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    if (ranks[rank].kind != RankDifference::Kind::none)
      wrong.push_back(static_cast<int>(rank));
  return wrong;
}

Difference compare(const Field &expected, const Field *got) {
  Difference difference;
  difference.expected = &expected;
  difference.got = got;
  DType type = DType::f64;
  for (const std::optional<RankBlock> &block : expected.ranks)
    if (block)
      type = block->type;
  difference.allowed = allowed_error(expected.allowance, type, scale_of(expected));
  const std::size_t ranks = std::max(expected.ranks.size(), got ? got->ranks.size() : 0);
  const auto block_at = [](const Field *field, std::size_t rank) -> const RankBlock * {
    return field && rank < field->ranks.size() && field->ranks[rank] ? &*field->ranks[rank]
                                                                     : nullptr;
  };
  for (std::size_t rank = 0; rank < ranks; ++rank)
    difference.ranks.push_back(
        compare_rank(block_at(&expected, rank), block_at(got, rank), difference.allowed));
  return difference;
}

} // namespace brigade::grader

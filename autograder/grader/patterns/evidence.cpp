#include "grader/patterns/evidence.hpp"

#include "brigade/core/interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace brigade::grader::patterns {

const RankBlock *block(const Field *field, int rank) {
  const auto at = static_cast<std::size_t>(rank);
  return field && rank >= 0 && at < field->ranks.size() && field->ranks[at] ? &*field->ranks[at]
                                                                            : nullptr;
}

bool same_shapes(const Evidence &evidence) {
  bool any = false;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank);
    if (expected == nullptr)
      continue;
    const RankBlock *got = block(evidence.got, rank);
    if (got == nullptr || got->is_damaged || got->shape != expected->shape)
      return false;
    any = true;
  }
  return any;
}

double slack(const Evidence &evidence) {
  double scale = 0, epsilon = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (const RankBlock *expected = block(evidence.expected, rank)) {
      for (const double value : expected->values)
        if (std::isfinite(value))
          scale = std::max(scale, std::abs(value));
      if (!expected->is_whole())
        epsilon = expected->type == DType::f32
                      ? static_cast<double>(std::numeric_limits<float>::epsilon())
                      : std::numeric_limits<double>::epsilon();
    }
  constexpr double kRoundings = 64;
  return std::max(evidence.allowed * (evidence.ranks() + 1), kRoundings * epsilon * scale);
}

bool close(double a, double b, double slack) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= slack;
}

bool close(const Numbers &a, const Numbers &b, double slack) {
  if (a.size() != b.size())
    return false;
  for (std::size_t at = 0; at < a.size(); ++at)
    if (!close(a[at], b[at], slack))
      return false;
  return true;
}

std::vector<int> right_ranks(const Evidence &evidence) {
  std::vector<int> ranks;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    if (expected && got && expected->shape == got->shape &&
        close(expected->values, got->values, slack(evidence)))
      ranks.push_back(rank);
  }
  return ranks;
}

std::vector<std::vector<int>> groups_of_copies(const Evidence &evidence) {
  std::vector<std::vector<int>> groups;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *own = block(evidence.expected, rank);
    if (own == nullptr)
      continue;
    const auto group = std::ranges::find_if(groups, [&](const std::vector<int> &members) {
      const RankBlock *first = block(evidence.expected, members.front());
      return first->shape == own->shape && first->placement == own->placement &&
             close(first->values, own->values, slack(evidence));
    });
    if (group == groups.end())
      groups.push_back({rank});
    else
      group->push_back(rank);
  }
  return groups;
}

bool is_replicated(const Evidence &evidence) {
  const std::vector<std::vector<int>> groups = groups_of_copies(evidence);
  return groups.size() == 1 && groups.front().size() > 1;
}

Numbers sum_of_got(const Evidence &evidence, const std::vector<int> &ranks) {
  Numbers sum;
  for (const int rank : ranks) {
    const RankBlock *got = block(evidence.got, rank);
    if (got == nullptr || (!sum.empty() && sum.size() != got->count()))
      return {};
    sum.resize(got->count(), 0);
    for (std::size_t at = 0; at < sum.size(); ++at)
      sum[at] += got->values[at];
  }
  return sum;
}

Whole whole_of(const RankBlock &block) { return {block.shape, block.values}; }

std::optional<Whole> assemble(const Field &field) {
  Whole whole;
  std::vector<bool> is_set;
  for (const std::optional<RankBlock> &part : field.ranks) {
    if (!part)
      continue;
    if (!part->placement || part->placement->start.size() != part->shape.size() ||
        part->placement->global_shape.size() != part->shape.size())
      return std::nullopt;
    if (is_set.empty()) {
      whole.shape = part->placement->global_shape;
      std::int64_t count = 1;
      for (const std::int64_t size : whole.shape) {
        constexpr std::int64_t kMost = std::int64_t{1} << 26;
        if (size < 0 || size > kMost || (count *= size) > kMost)
          return std::nullopt;
      }
      whole.values.resize(static_cast<std::size_t>(count));
      is_set.resize(whole.values.size(), false);
    }
    for (std::size_t flat = 0; flat < part->count(); ++flat) {
      auto rest = static_cast<std::int64_t>(flat);
      std::int64_t at = 0, stride = 1;
      for (std::size_t dimension = part->shape.size(); dimension-- > 0;) {
        const std::int64_t index =
            rest % part->shape[dimension] + part->placement->start[dimension];
        rest /= part->shape[dimension];
        if (index < 0 || index >= whole.shape[dimension])
          return std::nullopt;
        at += index * stride;
        stride *= whole.shape[dimension];
      }
      const auto place = static_cast<std::size_t>(at);
      if (is_set[place] && whole.values[place] != part->values[flat])
        return std::nullopt;
      is_set[place] = true;
      whole.values[place] = part->values[flat];
    }
  }
  if (is_set.empty() || std::ranges::find(is_set, false) != is_set.end())
    return std::nullopt;
  return whole;
}

namespace {

/// Elements before and behind a dimension.
struct Around {
  std::int64_t outer = 1, inner = 1;
};

Around around(const Shape &shape, std::size_t dimension) {
  Around around;
  for (std::size_t at = 0; at < shape.size(); ++at) {
    if (at < dimension)
      around.outer *= shape[at];
    if (at > dimension)
      around.inner *= shape[at];
  }
  return around;
}

} // namespace

Whole cut(const Whole &whole, std::size_t dimension, std::int64_t begin, std::int64_t end) {
  Whole part{whole.shape, {}};
  part.shape[dimension] = end - begin;
  const auto [outer, inner] = around(whole.shape, dimension);
  for (std::int64_t o = 0; o < outer; ++o) {
    const std::int64_t row = o * whole.shape[dimension];
    part.values.insert(part.values.end(), whole.values.begin() + (row + begin) * inner,
                       whole.values.begin() + (row + end) * inner);
  }
  return part;
}

Whole permuted(const Whole &whole, const std::vector<std::size_t> &order) {
  Whole result;
  std::vector<std::int64_t> strides(whole.shape.size(), 1);
  for (std::size_t at = whole.shape.size(); at-- > 1;)
    strides[at - 1] = strides[at] * whole.shape[at];
  for (const std::size_t dimension : order)
    result.shape.push_back(whole.shape[dimension]);
  result.values.reserve(whole.values.size());
  for (std::size_t flat = 0; flat < whole.values.size(); ++flat) {
    auto rest = static_cast<std::int64_t>(flat);
    std::int64_t from = 0;
    for (std::size_t at = order.size(); at-- > 0;) {
      from += rest % result.shape[at] * strides[order[at]];
      rest /= result.shape[at];
    }
    result.values.push_back(whole.values[static_cast<std::size_t>(from)]);
  }
  return result;
}

Whole joined(const std::vector<Whole> &parts, std::size_t dimension) {
  Whole whole{parts.front().shape, {}};
  whole.shape[dimension] = 0;
  for (const Whole &part : parts)
    whole.shape[dimension] += part.shape[dimension];
  const std::int64_t outer = around(whole.shape, dimension).outer;
  for (std::int64_t o = 0; o < outer; ++o)
    for (const Whole &part : parts) {
      const std::int64_t run = part.shape[dimension] * around(part.shape, dimension).inner;
      whole.values.insert(whole.values.end(), part.values.begin() + o * run,
                          part.values.begin() + (o + 1) * run);
    }
  return whole;
}

bool has_called(const Evidence &evidence, const std::string &kind) {
  if (evidence.student == nullptr)
    return false;
  return std::ranges::any_of(evidence.student->ranks, [&](const records::TestRecords *rank) {
    return rank != nullptr &&
           std::ranges::any_of(rank->calls, [&](const records::CallRecord &call) {
             return call.kind.starts_with(kind);
           });
  });
}

int reductions(const TestOfAllRanks *test) {
  int most = 0;
  if (test != nullptr)
    for (const records::TestRecords *rank : test->ranks)
      if (rank != nullptr)
        most = std::max(most, static_cast<int>(std::ranges::count_if(
                                  rank->calls, [](const records::CallRecord &call) {
                                    return !call.operation.empty();
                                  })));
  return most;
}

} // namespace brigade::grader::patterns

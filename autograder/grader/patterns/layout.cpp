#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include "brigade/core/interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace brigade::grader::patterns {
namespace {

/// Whether a statement about one rank's blocks holds on every rank that has any, and says something
/// on at least one: there the block that it would explain differs from the expected one.
template <class Holds> bool on_every_rank(const Evidence &evidence, Holds holds) {
  bool any = false;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    if (expected == nullptr)
      continue;
    if (got == nullptr || got->count() != expected->count() || !holds(*expected, *got))
      return false;
    any = any || got->shape != expected->shape ||
          !close(got->values, expected->values, slack(evidence));
  }
  return any;
}

std::vector<Whole> cut_into(const Whole &whole, std::size_t dimension, int parts) {
  std::vector<Whole> blocks;
  for (int part = 0; part < parts; ++part) {
    const Interval interval = block_of(whole.shape[dimension], parts, part);
    blocks.push_back(cut(whole, dimension, interval.begin, interval.end));
  }
  return blocks;
}

/// Into how many blocks a rank's array may have been cut: as many as ranks, or places along an
/// axis.
std::vector<int> block_counts(const Evidence &evidence) {
  std::vector<int> counts;
  if (evidence.parts() > 1)
    counts.push_back(evidence.parts());
  for (const records::MeshAxis &axis : evidence.mesh)
    if (axis.size > 1 && std::ranges::find(counts, axis.size) == counts.end())
      counts.push_back(axis.size);
  return counts;
}

/// Whether the TEST has another name that is right, and whose elements ascend on every rank.
bool is_right_where_ascending(const Evidence &evidence) {
  for (std::size_t at = 0; at < evidence.other_expected.size(); ++at) {
    Evidence other = evidence;
    other.expected = evidence.other_expected[at];
    other.got = evidence.other_got[at];
    bool ascends = other.got != nullptr && same_shapes(other) &&
                   right_ranks(other).size() == other.expected->ranks.size();
    for (int rank = 0; ascends && rank < other.ranks(); ++rank)
      if (const RankBlock *own = block(other.expected, rank))
        ascends = own->count() > 1 && std::ranges::is_sorted(own->values);
    if (ascends)
      return true;
  }
  return false;
}

} // namespace

std::optional<Pattern> axes_swapped(const Evidence &evidence) {
  const RankBlock *first = block(evidence.expected, 0);
  if (first == nullptr || first->shape.size() < 2 || first->shape.size() > 5)
    return std::nullopt;
  std::vector<std::size_t> order(first->shape.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  while (std::ranges::next_permutation(order).found) {
    const auto is_permuted = [&](bool with_shape) {
      return on_every_rank(evidence, [&](const RankBlock &expected, const RankBlock &got) {
        if (expected.shape.size() != order.size())
          return false;
        const Whole other = permuted(whole_of(expected), order);
        return close(other.values, got.values, slack(evidence)) &&
               (!with_shape || other.shape == got.shape);
      });
    };
    if (!is_permuted(false))
      continue;
    std::string names;
    for (const std::size_t dimension : order)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", dimension);
    const bool is_plain = order.size() == 2;
    return Pattern{"axes swapped",
                   is_plain ? "rows and columns are swapped (the transpose)"
                            : fmt::format("the dimensions stand in the order {}", names),
                   is_permuted(true)
                       ? "The result was built with its dimensions in another order; transpose it."
                       : "The elements were written in another order than the shape says: check "
                         "which index runs fastest."};
  }
  // The shape alone: the same sizes in another order, whatever the values are.
  bool is_swapped = false;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    if (expected == nullptr)
      continue;
    if (got == nullptr)
      return std::nullopt;
    Shape a = expected->shape, b = got->shape;
    is_swapped = is_swapped || a != b;
    std::ranges::sort(a);
    std::ranges::sort(b);
    if (a != b)
      return std::nullopt;
  }
  if (!is_swapped)
    return std::nullopt;
  return Pattern{
      "axes swapped", "the sizes stand in another order: axes swapped",
      "Two dimensions (or two mesh axes) were exchanged. Square arrays and square meshes "
      "hide this."};
}

std::optional<Pattern> joined_on_the_wrong_dimension(const Evidence &evidence) {
  for (const int parts : block_counts(evidence))
    for (std::size_t dimension = 1; dimension < 5; ++dimension) {
      const bool fits = on_every_rank(evidence, [&](const RankBlock &expected,
                                                    const RankBlock &got) {
        if (dimension >= expected.shape.size())
          return false;
        Numbers behind_each_other;
        for (const Whole &part : cut_into(whole_of(expected), dimension, parts))
          behind_each_other.insert(behind_each_other.end(), part.values.begin(), part.values.end());
        return close(behind_each_other, got.values, slack(evidence));
      });
      if (fits)
        return Pattern{
            "blocks joined on the wrong dimension",
            fmt::format("the blocks are joined along dimension 0 instead of dimension {}",
                        dimension),
            fmt::format("A gather puts the ranks' blocks one behind the other: permute "
                        "to (…, rank, …) before the reshape, so that they join along "
                        "dimension {}.",
                        dimension)};
    }
  return std::nullopt;
}

std::optional<Pattern> blocks_in_another_order(const Evidence &evidence) {
  const RankBlock *first = block(evidence.expected, 0);
  if (!same_shapes(evidence) || first == nullptr || first->shape.empty())
    return std::nullopt;
  const double tolerance = slack(evidence);
  for (const int parts : block_counts(evidence))
    for (std::size_t dimension = 0; dimension < first->shape.size(); ++dimension) {
      if (first->shape[dimension] < parts)
        continue;
      // The order as rank 0 shows it must hold on all ranks.
      const std::vector<Whole> wanted = cut_into(whole_of(*first), dimension, parts);
      const std::vector<Whole> had = cut_into(whole_of(*block(evidence.got, 0)), dimension, parts);
      std::vector<std::size_t> order;
      for (const Whole &part : had) {
        const auto source = std::ranges::find_if(wanted, [&](const Whole &other) {
          return close(part.values, other.values, tolerance);
        });
        order.push_back(static_cast<std::size_t>(source - wanted.begin()));
      }
      std::vector<std::size_t> sorted = order;
      std::ranges::sort(sorted);
      bool is_permutation = true;
      for (std::size_t at = 0; at < sorted.size(); ++at)
        is_permutation = is_permutation && sorted[at] == at;
      const bool fits =
          is_permutation && !std::ranges::is_sorted(order) &&
          on_every_rank(evidence, [&](const RankBlock &expected, const RankBlock &got) {
            if (dimension >= expected.shape.size() || expected.shape != got.shape)
              return false;
            const std::vector<Whole> blocks = cut_into(whole_of(expected), dimension, parts);
            std::vector<Whole> reordered;
            for (const std::size_t source : order)
              reordered.push_back(blocks[source]);
            return close(joined(reordered, dimension).values, got.values, tolerance);
          });
      if (!fits)
        continue;
      const bool is_reversed = std::ranges::is_sorted(order, std::greater<>());
      const std::size_t shift = order.front();
      bool is_rotated = true;
      for (std::size_t at = 0; at < order.size(); ++at)
        is_rotated = is_rotated && order[at] == (at + shift) % order.size();
      const std::string what =
          is_reversed && parts > 2 ? "in reverse order"
          : is_rotated ? fmt::format("shifted by {}", std::min(shift, order.size() - shift))
                       : "in another order of the ranks";
      return Pattern{"order of ranks", fmt::format("the ranks' blocks stand {}", what),
                     "Blocks belong in the order of the ranks of the communicator that was given: "
                     "not in order of arrival, and not in that of MPI_COMM_WORLD."};
    }
  return std::nullopt;
}

std::optional<Pattern> sorted_by_value(const Evidence &evidence) {
  // Two elements are in this order or in the other: another call must tell.
  const std::size_t fewest = is_right_where_ascending(evidence) ? 2 : 3;
  const bool is_sorted =
      on_every_rank(evidence, [fewest](const RankBlock &expected, const RankBlock &got) {
        Numbers sorted = expected.values;
        std::ranges::sort(sorted);
        return got.shape.size() == 1 && got.count() >= fewest && got.values == sorted;
      });
  if (!is_sorted)
    return std::nullopt;
  return Pattern{"sorted by value", "the right elements in another order (sorted, the least first)",
                 "Each element has its own place, which its value does not change: leave out the "
                 "sort, or what sorts by itself (std::set, std::map)."};
}

} // namespace brigade::grader::patterns

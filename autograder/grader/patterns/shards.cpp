#include "grader/judge/words.hpp"
#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include "brigade/core/interval.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::grader::patterns {
namespace {

bool holds_block_of(const Evidence &evidence, int rank, int source) {
  const RankBlock *got = block(evidence.got, rank), *other = block(evidence.expected, source);
  return got && other && got->shape == other->shape &&
         close(got->values, other->values, slack(evidence));
}

/// Every rank is to hold something, and no two ranks the same.
bool are_all_different(const Evidence &evidence) {
  if (evidence.ranks() < 2)
    return false;
  const std::vector<std::vector<int>> groups = groups_of_copies(evidence);
  return static_cast<int>(groups.size()) == evidence.ranks();
}

/// Whether each rank holds the expected block of source(rank); `most_wrong` ranks may hold
/// something else, as those at the ends of a chain do.
template <class Source> bool all_hold(const Evidence &evidence, Source source, int most_wrong = 0) {
  int wrong = 0;
  for (int rank = 0; rank < evidence.ranks(); ++rank)
    if (!holds_block_of(evidence, rank, source(rank)) && ++wrong > most_wrong)
      return false;
  return true;
}

Pattern neighbours(int step, const std::string &along, int extent) {
  const int back = extent - step;
  const bool is_next = step <= back;
  const int distance = std::min(step, back);
  const std::string whose = distance == 1 ? (extent == 2 ? "its neighbour's"
                                             : is_next   ? "the next rank's"
                                                         : "the previous rank's")
                                          : fmt::format("the one of {} ranks {}", distance,
                                                        is_next ? "further on" : "back");
  return {"a neighbour's shard", fmt::format("each rank holds {} block{}", whose, along),
          "The data went one step too far or too few around the ring, or to the wrong side; or "
          "the index of the block was computed from the neighbour's rank."};
}

} // namespace

std::optional<Pattern> neighbours_shard(const Evidence &evidence) {
  if (!are_all_different(evidence))
    return std::nullopt;
  const int n = evidence.ranks();
  for (int step = 1; step < n; ++step)
    if (all_hold(evidence, [&](int rank) { return (rank + step) % n; }))
      return neighbours(step, "", n);
  int stride = n;
  for (const records::MeshAxis &axis : evidence.mesh) {
    if (axis.size < 1)
      return std::nullopt;
    stride /= axis.size;
    for (int step = 1; step < axis.size; ++step) {
      const auto source = [&](int rank) {
        const int coordinate = rank / stride % axis.size;
        return rank + ((coordinate + step) % axis.size - coordinate) * stride;
      };
      if (stride > 0 && all_hold(evidence, source))
        return neighbours(step, " along axis " + axis.name, axis.size);
    }
  }
  // Without the way around: off by one rank in the middle, something else at one end.
  for (const int step : {1, n - 1})
    if (n > 2 && all_hold(
                     evidence, [&](int rank) { return (rank + step) % n; }, 1)) {
      Pattern pattern = neighbours(step, "", n);
      pattern.name = "off by one rank";
      return pattern;
    }
  return std::nullopt;
}

std::optional<Pattern> mesh_axes_swapped(const Evidence &evidence) {
  if (evidence.mesh.size() != 2 || !are_all_different(evidence))
    return std::nullopt;
  const int rows = evidence.mesh[0].size, columns = evidence.mesh[1].size;
  if (rows < 2 || columns < 2 || rows * columns != evidence.ranks())
    return std::nullopt;
  // Rank r read column-major: coordinates (r mod rows, r / rows).
  if (all_hold(evidence, [&](int rank) { return rank % rows * columns + rank / rows; }) ||
      all_hold(evidence, [&](int rank) { return rank % columns * rows + rank / columns; }))
    return Pattern{"mesh axes swapped",
                   fmt::format("the blocks lie as if axes {} and {} of the mesh were exchanged",
                               evidence.mesh[0].name, evidence.mesh[1].name),
                   "Ranks are numbered row-major: the last axis runs fastest."};
  return std::nullopt;
}

std::optional<Pattern> shards_in_another_order(const Evidence &evidence) {
  if (!are_all_different(evidence))
    return std::nullopt;
  const int n = evidence.ranks();
  std::vector<int> sources;
  for (int rank = 0; rank < n; ++rank) {
    int source = 0;
    while (source < n && !holds_block_of(evidence, rank, source))
      ++source;
    if (source == n)
      return std::nullopt;
    sources.push_back(source);
  }
  if (std::ranges::is_sorted(sources) && sources.front() == 0 && sources.back() == n - 1)
    return std::nullopt;
  if (std::ranges::all_of(sources, [&](int source) { return source == sources.front(); }))
    return Pattern{"every rank holds one rank's block",
                   fmt::format("every rank holds rank {}'s block", sources.front()),
                   "The block was cut with a fixed index, or broadcast instead of scattered: it "
                   "must follow from the rank."};
  std::vector<int> sorted = sources;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end())
    return Pattern{"shards on wrong ranks",
                   "the ranks hold each other's blocks, some of them twice and some not at all",
                   "The index of a rank's block must follow from its rank in the communicator that "
                   "was given."};
  const bool is_reversed = std::ranges::is_sorted(sources, std::greater<>());
  return Pattern{"order of ranks",
                 is_reversed ? "the ranks hold the blocks in reverse order"
                             : "the ranks hold the blocks in another order",
                 "Blocks go by the rank in the communicator that was given, not by the rank in "
                 "MPI_COMM_WORLD or the order of arrival."};
}

std::optional<Pattern> cut_on_the_wrong_dimension(const Evidence &evidence) {
  const std::optional<Whole> whole = assemble(*evidence.expected);
  if (!whole || evidence.ranks() < 2 || whole->shape.size() < 2)
    return std::nullopt;
  for (std::size_t dimension = 0; dimension < whole->shape.size(); ++dimension) {
    bool fits = true, differs = false;
    for (int rank = 0; fits && rank < evidence.ranks(); ++rank) {
      const RankBlock *got = block(evidence.got, rank), *expected = block(evidence.expected, rank);
      const Interval own = block_of(whole->shape[dimension], evidence.ranks(), rank);
      fits = got && expected &&
             close(cut(*whole, dimension, own.begin, own.end).values, got->values, slack(evidence));
      differs = differs || (fits && !close(got->values, expected->values, slack(evidence)));
    }
    if (fits && differs)
      return Pattern{"cut on the wrong dimension",
                     fmt::format("the array was cut along dimension {}", dimension),
                     "Each rank holds a block of the right array, cut along another dimension than "
                     "was asked."};
  }
  return std::nullopt;
}

} // namespace brigade::grader::patterns

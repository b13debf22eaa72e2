#pragma once

#include <string_view>

namespace brigade {

/// How a collective moves its data. All of them give every rank the same bits as each other rank;
/// the order in which floating sums are joined, and so their rounding, differs between algorithms.
enum class Algorithm {
  automatic, ///< by size, ranks and node, from the selection table
  plain,     ///< everything to one place, or each to each: short and slow, the oracle of the others
  recursive_doubling, ///< log2(n) exchanges of the whole; best for short messages
  ring,     ///< n - 1 steps around a ring, each of 1/n of the data; best for long messages
  pairwise, ///< n - 1 exchanges, each with another partner
  tree,     ///< a binomial tree from the root
  window,   ///< memory that the ranks of a node share
  library   ///< the MPI library's own, waited for politely
};

constexpr std::string_view to_string(Algorithm algorithm) {
  switch (algorithm) {
  case Algorithm::automatic:
    return "automatic";
  case Algorithm::plain:
    return "plain";
  case Algorithm::recursive_doubling:
    return "recursive_doubling";
  case Algorithm::ring:
    return "ring";
  case Algorithm::pairwise:
    return "pairwise";
  case Algorithm::tree:
    return "tree";
  case Algorithm::window:
    return "window";
  case Algorithm::library:
    return "library";
  }
  return "?";
}

} // namespace brigade

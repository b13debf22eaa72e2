#pragma once

#include "grader/patterns/pattern.hpp"

#include <cstdint>
#include <optional>
#include <vector>

/// What the checks of patterns have in common: looking at the numbers of all ranks.
namespace brigade::grader::patterns {

using Numbers = std::vector<double>;

/// The block of a rank, or null.
const RankBlock *block(const Field *field, int rank);
/// Every rank that has an expected block has one of the same shape, and there is at least one.
bool same_shapes(const Evidence &evidence);
/// How far two numbers may lie apart that a pattern holds for equal: the allowed error a few times
/// over, and some roundings of the largest expected number; 0 for whole numbers.
double slack(const Evidence &evidence);
bool close(double a, double b, double slack);
bool close(const Numbers &a, const Numbers &b, double slack);
/// Ranks whose got is what was expected.
std::vector<int> right_ranks(const Evidence &evidence);
/// Ranks that are to hold the same numbers, group by group; the copies of a replicated array.
std::vector<std::vector<int>> groups_of_copies(const Evidence &evidence);
/// Expected numbers are the same on all ranks, of which there are at least two.
bool is_replicated(const Evidence &evidence);
/// Of the sum over the ranks of `got` (of this group): empty where a rank lacks it or shapes
/// differ.
Numbers sum_of_got(const Evidence &evidence, const std::vector<int> &ranks);

/// A whole array, made from its blocks.
struct Whole {
  Shape shape;
  Numbers values;
};
/// From the placements of a field; none where they are missing, overlap in other numbers or leave
/// holes.
std::optional<Whole> assemble(const Field &field);
/// Positions [begin, end) of one dimension.
Whole cut(const Whole &whole, std::size_t dimension, std::int64_t begin, std::int64_t end);
/// Dimensions in another order: result dimension i is dimension order[i] of the whole.
Whole permuted(const Whole &whole, const std::vector<std::size_t> &order);
/// One behind the other along a dimension.
Whole joined(const std::vector<Whole> &parts, std::size_t dimension);
Whole whole_of(const RankBlock &block);

/// Whether the student's ledger has a call whose kind begins so, on any rank.
bool has_called(const Evidence &evidence, const std::string &kind);
/// Calls of MPI that reduce, of the rank that made most.
int reductions(const TestOfAllRanks *test);

} // namespace brigade::grader::patterns

#pragma once

#include "grader/judge/fields.hpp"
#include "records/record.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// How verdicts name things: ranks, mesh coordinates, indices, elements.
namespace brigade::grader {

using brigade::to_string; // of shapes and types; verdicts have a to_string of their own

/// "rank 2", "ranks 0 and 2", "ranks 0, 1 and 3", "ranks 0 to 6"; "both ranks" or "all 4 ranks"
/// where `of` of them are given.
std::string name_ranks(const std::vector<int> &ranks, int of);
/// Row-major coordinates in the mesh; empty where it has no axes or does not hold the rank.
std::vector<int> coordinates_of(int rank, const std::vector<records::MeshAxis> &mesh);
/// "rank 2 (data 1, model 0)"; "rank 2" without a mesh.
std::string name_rank(int rank, const std::vector<records::MeshAxis> &mesh);
/// Of the row-major flat index: [0, 2].
std::vector<std::int64_t> index_of(std::size_t flat, const Shape &shape);
/// "local [0, 2], global [4, 2]"; "[0, 2]" without a placement; "" for a scalar.
std::string name_index(std::size_t flat, const RankBlock &block);
/// An element as text, with enough digits that it differs from `beside` if it is another number.
std::string name_element(const RankBlock &block, std::size_t at, const RankBlock *beside = nullptr,
                         std::size_t beside_at = 0);
/// "1 element", "3 elements".
std::string count_of(std::int64_t count, const std::string &thing);
/// "first", "second", "third", "4th".
std::string ordinal(int number);
/// "12", "0.25", "1.2e+07": six digits.
std::string name_number(double value);
/// "1,024 bytes", "1.5 MB (1,500,000 bytes)".
std::string name_bytes(std::int64_t bytes);

} // namespace brigade::grader

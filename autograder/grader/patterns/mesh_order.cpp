#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace brigade::grader::patterns {
namespace {

using Wholes = std::vector<std::int64_t>;

/// Coordinates of all places of a mesh: the only array of the only rank, one place a row, counted
/// up row-major. The sizes of the mesh; empty where it is something else.
Shape mesh_of_coordinates(const Evidence &evidence) {
  const RankBlock *expected = block(evidence.expected, 0);
  if (evidence.ranks() != 1 || expected == nullptr || expected->shape.size() != 2 ||
      expected->wholes.empty() || !same_shapes(evidence))
    return {};
  const auto axes = static_cast<std::size_t>(expected->shape[1]);
  Shape mesh(axes, 1);
  for (std::size_t at = 0; at < expected->count(); ++at)
    mesh[at % axes] = std::max(mesh[at % axes], expected->wholes[at] + 1);
  std::int64_t places = 1;
  for (const std::int64_t size : mesh) {
    if (size > expected->shape[0]) // no coordinates at all
      return {};
    places = std::min(places * size, expected->shape[0] + 1);
  }
  const auto larger_than_1 = [](std::int64_t size) { return size > 1; };
  if (places != expected->shape[0] || std::ranges::count_if(mesh, larger_than_1) < 2)
    return {};
  return mesh;
}

Wholes column_major_coordinates(const Shape &mesh) {
  Wholes coordinates;
  for (std::int64_t place = 0; place < element_count(mesh); ++place) {
    std::int64_t rest = place;
    for (const std::int64_t size : mesh) {
      coordinates.push_back(rest % size);
      rest /= size;
    }
  }
  return coordinates;
}

/// The last dimension of a block, row by row, each sorted.
Wholes with_sorted_rows(const RankBlock &own) {
  Wholes sorted = own.wholes;
  const std::int64_t row = own.shape.empty() ? 1 : std::max<std::int64_t>(own.shape.back(), 1);
  for (auto first = sorted.begin(); first != sorted.end(); first += row)
    std::sort(first, first + row);
  return sorted;
}

/// Whether both fields hold the same on all ranks, shapes too.
bool hold_the_same(const Field &a, const Field &b) {
  if (a.ranks.size() != b.ranks.size())
    return false;
  for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
    const RankBlock *first = block(&a, static_cast<int>(rank)),
                    *second = block(&b, static_cast<int>(rank));
    if ((first == nullptr) != (second == nullptr) ||
        (first && (first->shape != second->shape || first->values != second->values)))
      return false;
  }
  return true;
}

/// How much of two names is the same, from both ends.
std::size_t likeness(const std::string &a, const std::string &b) {
  const auto front = std::ranges::mismatch(a, b).in1 - a.begin();
  const auto back = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin();
  return static_cast<std::size_t>(front + back);
}

} // namespace

std::optional<Pattern> column_major(const Evidence &evidence) {
  const Shape mesh = mesh_of_coordinates(evidence);
  if (mesh.empty() || block(evidence.got, 0)->wholes != column_major_coordinates(mesh))
    return std::nullopt;
  return Pattern{"column-major",
                 "the first coordinate changes fastest (column-major, as in Fortran)",
                 "In a row-major mesh the last coordinate changes fastest: begin to divide at the "
                 "last axis."};
}

std::optional<Pattern> coordinates_reversed(const Evidence &evidence) {
  const Shape mesh = mesh_of_coordinates(evidence);
  if (mesh.empty())
    return std::nullopt;
  Wholes reversed = block(evidence.expected, 0)->wholes;
  for (auto first = reversed.begin(); first != reversed.end();
       first += static_cast<std::ptrdiff_t>(mesh.size()))
    std::reverse(first, first + static_cast<std::ptrdiff_t>(mesh.size()));
  if (block(evidence.got, 0)->wholes != reversed)
    return std::nullopt;
  return Pattern{"coordinates the other way round", "the coordinates stand the other way round",
                 "They are found from the last axis to the first, but belong in the order of the "
                 "axes."};
}

std::optional<Pattern> what_another_name_should_hold(const Evidence &evidence) {
  if (evidence.got == nullptr)
    return std::nullopt;
  const Field *closest = nullptr;
  const std::string &name = evidence.expected->name;
  for (const Field *other : evidence.other_expected)
    if (other != evidence.expected && hold_the_same(*evidence.got, *other) &&
        (closest == nullptr || likeness(other->name, name) > likeness(closest->name, name)))
      closest = other;
  const auto tells = [](const std::optional<RankBlock> &own) {
    return own && own->count() > 1 && std::ranges::min(own->values) < std::ranges::max(own->values);
  };
  if (closest == nullptr || std::ranges::none_of(closest->ranks, tells))
    return std::nullopt;
  return Pattern{"one result in place of another",
                 fmt::format("that is what `{}` should be", closest->name),
                 "Two results, two axes or two arguments are mixed up."};
}

std::optional<Pattern> rows_in_another_order(const Evidence &evidence) {
  if (!same_shapes(evidence))
    return std::nullopt;
  for (int rank = 0; rank < evidence.ranks(); ++rank) {
    const RankBlock *expected = block(evidence.expected, rank), *got = block(evidence.got, rank);
    if (expected == nullptr)
      continue;
    if (expected->wholes.empty() || with_sorted_rows(*expected) != with_sorted_rows(*got))
      return std::nullopt;
  }
  return Pattern{
      "other order", "the right numbers, in another order",
      "The order is part of the contract: see which coordinate changes fastest, and from "
      "where one counts."};
}

} // namespace brigade::grader::patterns

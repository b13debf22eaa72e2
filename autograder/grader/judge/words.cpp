#include "grader/judge/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace brigade::grader {

std::string name_ranks(const std::vector<int> &ranks, int of) {
  if (ranks.empty())
    return "no rank";
  if (static_cast<int>(ranks.size()) == of && of > 1)
    return of == 2 ? "both ranks" : fmt::format("all {} ranks", of);
  if (ranks.size() == 1)
    return fmt::format("rank {}", ranks.front());
  const bool in_a_row = ranks.back() - ranks.front() + 1 == static_cast<int>(ranks.size());
  if (in_a_row && ranks.size() > 3)
    return fmt::format("ranks {} to {}", ranks.front(), ranks.back());
  std::string text = "ranks ";
  constexpr std::size_t kMostNamed = 12;
  for (std::size_t at = 0; at < ranks.size(); ++at) {
    if (at == kMostNamed)
      return text + fmt::format(" and {} more", ranks.size() - kMostNamed);
    if (at > 0)
      text += at + 1 == ranks.size() ? " and " : ", ";
    text += fmt::format("{}", ranks[at]);
  }
  return text;
}

std::vector<int> coordinates_of(int rank, const std::vector<records::MeshAxis> &mesh) {
  std::vector<int> coordinates(mesh.size());
  for (std::size_t axis = mesh.size(); axis-- > 0;) {
    if (mesh[axis].size < 1)
      return {};
    coordinates[axis] = rank % mesh[axis].size;
    rank /= mesh[axis].size;
  }
  return rank == 0 ? coordinates : std::vector<int>{};
}

std::string name_rank(int rank, const std::vector<records::MeshAxis> &mesh) {
  const std::vector<int> coordinates = coordinates_of(rank, mesh);
  std::string text = fmt::format("rank {}", rank);
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis)
    text += fmt::format("{}{} {}", axis == 0 ? " (" : ", ", mesh[axis].name, coordinates[axis]);
  return coordinates.empty() ? text : text + ")";
}

std::vector<std::int64_t> index_of(std::size_t flat, const Shape &shape) {
  std::vector<std::int64_t> index(shape.size());
  auto rest = static_cast<std::int64_t>(flat);
  for (std::size_t dimension = shape.size(); dimension-- > 0;) {
    const std::int64_t size = shape[dimension] > 0 ? shape[dimension] : 1;
    index[dimension] = rest % size;
    rest /= size;
  }
  return index;
}

std::string name_index(std::size_t flat, const RankBlock &block) {
  if (block.shape.empty())
    return "";
  const std::vector<std::int64_t> local = index_of(flat, block.shape);
  if (!block.placement || block.placement->start.size() != local.size())
    return to_string(local);
  std::vector<std::int64_t> global = local;
  for (std::size_t dimension = 0; dimension < local.size(); ++dimension)
    global[dimension] += block.placement->start[dimension];
  return fmt::format("local {}, global {}", to_string(local), to_string(global));
}

std::string name_number(double value) {
  if (std::isnan(value))
    return "NaN";
  return fmt::format("{:.6g}", value);
}

std::string name_element(const RankBlock &block, std::size_t at, const RankBlock *beside,
                         std::size_t beside_at) {
  if (block.type == DType::boolean)
    return block.wholes[at] != 0 ? "true" : "false";
  if (!block.wholes.empty())
    return fmt::format("{}", block.wholes[at]);
  const double value = block.values[at];
  if (std::isnan(value))
    return "NaN";
  if (beside == nullptr || beside->values[beside_at] == value)
    return name_number(value);
  const double other = beside->values[beside_at];
  for (const int digits : {6, 9})
    if (fmt::format("{:.{}g}", value, digits) != fmt::format("{:.{}g}", other, digits))
      return fmt::format("{:.{}g}", value, digits);
  return fmt::format("{:.17g}", value);
}

std::string count_of(std::int64_t count, const std::string &thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string ordinal(int number) {
  switch (number) {
  case 1:
    return "first";
  case 2:
    return "second";
  case 3:
    return "third";
  default:
    return fmt::format("{}th", number);
  }
}

std::string name_bytes(std::int64_t bytes) {
  std::string digits = fmt::format("{}", bytes);
  for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-';)
    digits.insert(at -= 3, 1, ',');
  digits += bytes == 1 ? " byte" : " bytes";
  if (bytes < 1'000'000)
    return digits;
  return fmt::format("{:.1f} MB ({})", static_cast<double>(bytes) / 1e6, digits);
}

} // namespace brigade::grader

#include "grader/judge/picture.hpp"

#include "grader/judge/words.hpp"

#include <algorithm>

namespace brigade::grader {
namespace {

constexpr std::size_t kMostBlocks = 64, kMostElements = 8;

std::vector<std::string> elements_of(const RankBlock &block, const RankBlock *beside) {
  std::vector<std::string> texts;
  const bool is_alike = beside != nullptr && beside->shape == block.shape;
  for (std::size_t at = 0; at < std::min(block.count(), kMostElements); ++at)
    texts.push_back(name_element(block, at, is_alike ? beside : nullptr, at));
  return texts;
}

PictureBlock::State state_of(RankDifference::Kind kind) {
  switch (kind) {
  case RankDifference::Kind::none:
    return PictureBlock::State::right;
  case RankDifference::Kind::missing:
    return PictureBlock::State::missing;
  case RankDifference::Kind::unasked:
    return PictureBlock::State::extra;
  default:
    return PictureBlock::State::wrong;
  }
}

} // namespace

std::optional<ShardPicture> picture_of(const Difference &difference,
                                       const std::vector<records::MeshAxis> &mesh) {
  const auto block_at = [](const Field *field, std::size_t rank) -> const RankBlock * {
    return field && rank < field->ranks.size() && field->ranks[rank] ? &*field->ranks[rank]
                                                                     : nullptr;
  };
  if (difference.ranks.empty() || difference.ranks.size() > kMostBlocks)
    return std::nullopt;
  ShardPicture picture;
  picture.array = difference.expected->name;
  picture.mesh = mesh;
  bool is_placed = true, is_array = false;
  for (std::size_t rank = 0; rank < difference.ranks.size(); ++rank) {
    const RankBlock *expected = block_at(difference.expected, rank);
    const RankBlock *got = block_at(difference.got, rank);
    const RankBlock *shown = expected ? expected : got;
    if (shown == nullptr)
      continue;
    is_array = is_array || !shown->shape.empty();
    PictureBlock block;
    block.rank = static_cast<int>(rank);
    block.coordinates = coordinates_of(block.rank, mesh);
    block.shape = shown->shape;
    block.state = state_of(difference.ranks[rank].kind);
    if (shown->placement) {
      block.start = shown->placement->start;
      picture.global_shape = shown->placement->global_shape;
    } else {
      is_placed = false;
    }
    if (expected)
      block.expected = elements_of(*expected, got);
    if (got)
      block.got = elements_of(*got, expected);
    picture.blocks.push_back(std::move(block));
  }
  if (!is_array || (!is_placed && picture.blocks.size() < 2))
    return std::nullopt;
  if (!is_placed) {
    picture.global_shape.clear();
    for (PictureBlock &block : picture.blocks)
      block.start.clear();
  }
  return picture;
}

} // namespace brigade::grader

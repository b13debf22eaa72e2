#pragma once

#include "brigade/sharding/named_sharding.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// What of an array a picture shows.
struct PictureOptions {
  std::string array_name = "array";
  /// The dimensions that go down and across. Left out: the first two that are sharded.
  std::optional<std::array<std::size_t, 2>> dimensions = std::nullopt;
};

/// Meshes of more devices are summed up: their first blocks and their last.
inline constexpr std::int64_t kMostDevicesDrawn = 64;

/// Blocks of one dimension that are drawn as one stripe: a block, or a run of blocks that is left
/// out.
struct PictureBand {
  Interval positions;
  bool is_gap = false;
};

/// The devices of one box, by number: "3", "8-11" (three or more in a row), "..." where some are
/// left out.
struct PictureBox {
  std::vector<std::string> devices;
  int colour = 0; ///< neighbours differ; 0 … kPictureColours - 1, or -1 for what is left out
};
inline constexpr int kPictureColours = 8;

/// A sharding as boxes: what the drawings for terminal and SVG have in common.
struct ShardPicture {
  std::string title;   ///< "w1 [8, 16] sharded [x, y] on mesh {x: 4, y: 2}"
  std::string summary; ///< "8 blocks of [2, 8], one device each"
  std::vector<std::string> notes;
  bool has_rows = true;                       ///< false: one dimension, which goes across
  bool has_columns = true;                    ///< false: a scalar
  std::vector<PictureBand> rows, columns;     ///< blocks without elements are not among them
  std::vector<std::vector<PictureBox>> boxes; ///< [rows][columns]
};

/// Throws InputError as NamedSharding::check does, and where the dimensions to draw are not two
/// different ones of the array.
ShardPicture picture_of(const NamedSharding &sharding, const Shape &global_shape,
                        const PictureOptions &options = {});

} // namespace brigade

#include "brigade/sharding/shard_picture.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace brigade {

namespace {

// Of a long list, so many of the first are shown, and the last.
constexpr std::int64_t kShownFirst = 3, kLongList = 8;

// One direction of the picture: a dimension of the array, or none (a single stripe).
struct Direction {
  std::optional<std::size_t> dimension;
  std::vector<PictureBand> bands;
  std::vector<std::int64_t> blocks; // of each band: its (first) block
};

Direction direction_of(const NamedSharding &sharding, const Shape &shape,
                       std::optional<std::size_t> dimension) {
  if (!dimension)
    return {dimension, {{{0, 1}, false}}, {0}};
  const std::int64_t size = shape[*dimension], count = sharding.block_count(*dimension);
  Direction direction{dimension, {}, {}};
  const bool shortened = sharding.mesh().size() > kMostDevicesDrawn && count > kLongList;
  for (std::int64_t block = 0; block < count; ++block) {
    const bool is_gap = shortened && block == kShownFirst;
    const std::int64_t last = is_gap ? count - 2 : block;
    const Interval positions{block_of(size, count, block).begin, block_of(size, count, last).end};
    if (!positions.empty()) {
      direction.bands.push_back({positions, is_gap});
      direction.blocks.push_back(block);
    }
    block = last;
  }
  return direction;
}

// Which dimensions go down and across: those asked for; else the first that are sharded, filled up
// with others.
std::pair<std::optional<std::size_t>, std::optional<std::size_t>>
directions(const NamedSharding &sharding, const Shape &shape, const PictureOptions &options) {
  if (options.dimensions) {
    const auto [down, across] = *options.dimensions;
    if (down >= shape.size() || across >= shape.size() || down == across)
      throw InputError(
          fmt::format("dimensions {} and {} of {} with shape {} cannot be drawn; choose two "
                      "different ones, 0 to {}",
                      down, across, options.array_name, to_string(shape),
                      static_cast<std::int64_t>(shape.size()) - 1));
    return {down, across};
  }
  if (shape.empty())
    return {std::nullopt, std::nullopt};
  if (shape.size() == 1)
    return {std::nullopt, 0};
  std::vector<std::size_t> chosen;
  for (const bool wants_sharded : {true, false})
    for (std::size_t i = 0; i < shape.size() && chosen.size() < 2; ++i)
      if ((sharding.block_count(i) > 1) == wants_sharded)
        chosen.push_back(i);
  std::ranges::sort(chosen);
  return {chosen[0], chosen[1]};
}

// Devices that share a block of the drawn dimensions: groups along all axes that do not cut those.
class DevicesOfBoxes {
public:
  DevicesOfBoxes(const NamedSharding &sharding, const Direction &down, const Direction &across)
      : sharding_(sharding), down_(down), across_(across), groups_(groups()) {}

  std::vector<std::string> of(std::size_t row, std::size_t column) const {
    std::vector<std::int64_t> coordinates(sharding_.mesh().shape().size(), 0);
    place(down_, row, coordinates);
    place(across_, column, coordinates);
    const std::int64_t group = groups_.group_of(sharding_.mesh().device_at(coordinates));
    const bool shortened =
        sharding_.mesh().size() > kMostDevicesDrawn && groups_.size() > kLongList;
    std::vector<std::string> tokens;
    for (std::int64_t i = 0; i < groups_.size();) {
      const DeviceId first = groups_.member(group, i);
      std::int64_t run = 1;
      while (!shortened && i + run < groups_.size() &&
             groups_.member(group, i + run) == first + run)
        ++run;
      if (run >= 3) {
        tokens.push_back(fmt::format("{}-{}", first, first + run - 1));
        i += run;
        continue;
      }
      tokens.push_back(fmt::format("{}", first));
      ++i;
      if (shortened && i == kShownFirst) {
        tokens.emplace_back("...");
        i = groups_.size() - 1;
      }
    }
    return tokens;
  }

private:
  AxisGroups groups() const {
    std::vector<std::string> others;
    for (const std::string &axis : sharding_.mesh().axis_names())
      if (!cuts(down_, axis) && !cuts(across_, axis))
        others.push_back(axis);
    return sharding_.mesh().groups(others);
  }

  bool cuts(const Direction &direction, const std::string &axis) const {
    if (!direction.dimension)
      return false;
    const std::vector<std::string> &axes = sharding_.spec()[*direction.dimension].axes;
    return std::ranges::find(axes, axis) != axes.end();
  }

  // Sets the coordinates on the axes of one direction to those of a band's block.
  void place(const Direction &direction, std::size_t band,
             std::vector<std::int64_t> &coordinates) const {
    if (!direction.dimension)
      return;
    std::int64_t rest = direction.blocks[band];
    const std::vector<std::string> &axes = sharding_.spec()[*direction.dimension].axes;
    for (std::size_t i = axes.size(); i-- > 0;) {
      const std::size_t axis = sharding_.mesh().axis_index(axes[i]);
      coordinates[axis] = rest % sharding_.mesh().shape()[axis];
      rest /= sharding_.mesh().shape()[axis];
    }
  }

  const NamedSharding &sharding_;
  const Direction &down_, &across_;
  AxisGroups groups_;
};

// "[2, 8]", or "[1-2, 8]" where blocks differ.
std::string block_shape_text(const NamedSharding &sharding, const Shape &shape) {
  std::vector<std::string> sizes;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::int64_t count = sharding.block_count(i), smallest = shape[i] / count;
    sizes.push_back(shape[i] % count == 0 ? fmt::format("{}", smallest)
                                          : fmt::format("{}-{}", smallest, smallest + 1));
  }
  return fmt::format("[{}]", fmt::join(sizes, ", "));
}

std::string summary_of(const NamedSharding &sharding, const Shape &shape) {
  const std::int64_t copies = sharding.replica_groups().size();
  const std::int64_t blocks = sharding.mesh().size() / copies;
  const std::string devices = copies == 1 ? "one device" : fmt::format("{} devices", copies);
  if (blocks == 1)
    return fmt::format("the whole array on {}", copies == 1 ? devices : "each of " + devices);
  return fmt::format("{} blocks of {}, each on {}", blocks, block_shape_text(sharding, shape),
                     devices);
}

std::vector<std::string> notes_on(const NamedSharding &sharding, const Shape &shape,
                                  const Direction &down, const Direction &across) {
  std::vector<std::string> notes;
  if (shape.size() > 2)
    notes.push_back(fmt::format("dimension {} goes down, dimension {} across", *down.dimension,
                                *across.dimension));
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::int64_t count = sharding.block_count(i);
    if (i != down.dimension && i != across.dimension && count > 1)
      notes.push_back(
          fmt::format("dimension {} is not drawn: the devices of a box hold {} different parts "
                      "of it",
                      i, std::min(count, shape[i])));
    if (shape[i] < count)
      notes.push_back(fmt::format("dimension {}: {} of {} blocks are empty and not drawn", i,
                                  count - shape[i], count));
  }
  return notes;
}

} // namespace

ShardPicture picture_of(const NamedSharding &sharding, const Shape &global_shape,
                        const PictureOptions &options) {
  sharding.check(global_shape, options.array_name);
  const auto [down_dimension, across_dimension] = directions(sharding, global_shape, options);
  const Direction down = direction_of(sharding, global_shape, down_dimension);
  const Direction across = direction_of(sharding, global_shape, across_dimension);

  ShardPicture picture;
  picture.title =
      fmt::format("{} {} sharded {} on mesh {}", options.array_name, to_string(global_shape),
                  to_string(sharding.spec()), to_string(sharding.mesh()));
  picture.summary = summary_of(sharding, global_shape);
  picture.notes = notes_on(sharding, global_shape, down, across);
  picture.has_rows = down_dimension.has_value();
  picture.has_columns = across_dimension.has_value();
  picture.rows = down.bands;
  picture.columns = across.bands;
  const DevicesOfBoxes devices(sharding, down, across);
  picture.boxes.resize(down.bands.size());
  for (std::size_t row = 0; row < down.bands.size(); ++row)
    for (std::size_t column = 0; column < across.bands.size(); ++column) {
      PictureBox box;
      if (down.bands[row].is_gap || across.bands[column].is_gap)
        box = {{"..."}, -1};
      else
        box = {devices.of(row, column), static_cast<int>((3 * row + column) % kPictureColours)};
      picture.boxes[row].push_back(std::move(box));
    }
  return picture;
}

} // namespace brigade

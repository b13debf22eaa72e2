#pragma once

#include "brigade/sharding/shard_picture.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace brigade {

/// A box's devices joined by commas, broken after commas into lines of at most `width` characters
/// (a single longer name stands alone).
std::vector<std::string> wrap_devices(const std::vector<std::string> &devices, std::size_t width);

/// How many characters wide a column of boxes must be for its labels: its longest device name with
/// a comma, and a box's names side by side where those take at most `one_line` characters.
std::size_t narrowest_label(const ShardPicture &picture, std::size_t column, std::size_t one_line);

/// Sizes for bands in proportion to the elements in them, so that equal bands get equal sizes:
/// their sum is near `preferred`, but each has at least its minimum, whatever the sum becomes then.
std::vector<double> proportional_sizes(const std::vector<PictureBand> &bands, double preferred,
                                       const std::vector<double> &minima);

/// Height over width of the array that is drawn, between 1/8 and 4 so that it stays readable.
double aspect_of(const ShardPicture &picture);

} // namespace brigade

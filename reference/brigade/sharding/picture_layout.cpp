#include "brigade/sharding/picture_layout.hpp"

#include <algorithm>

namespace brigade {

namespace {

// What a band counts in a drawing: its elements, but no more than a block's where blocks are left
// out.
double weight_of(const PictureBand &band, const std::vector<PictureBand> &bands) {
  return static_cast<double>((band.is_gap ? bands.front() : band).positions.size());
}

} // namespace

std::vector<std::string> wrap_devices(const std::vector<std::string> &devices, std::size_t width) {
  std::vector<std::string> lines{""};
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::string token = devices[i] + (i + 1 < devices.size() ? "," : "");
    if (!lines.back().empty() && lines.back().size() + token.size() > width)
      lines.emplace_back();
    lines.back() += token;
  }
  return lines;
}

std::size_t narrowest_label(const ShardPicture &picture, std::size_t column, std::size_t one_line) {
  std::size_t width = 0;
  for (const std::vector<PictureBox> &row : picture.boxes) {
    const std::vector<std::string> &devices = row[column].devices;
    std::size_t longest = 0, all = 0;
    for (const std::string &device : devices) {
      longest = std::max(longest, device.size() + (devices.size() > 1 ? 1 : 0));
      all += device.size() + 1;
    }
    width = std::max({width, longest, std::min(all - 1, one_line)});
  }
  return width;
}

std::vector<double> proportional_sizes(const std::vector<PictureBand> &bands, double preferred,
                                       const std::vector<double> &minima) {
  double total = 0, scale = 0;
  for (std::size_t i = 0; i < bands.size(); ++i) {
    total += weight_of(bands[i], bands);
    scale = std::max(scale, minima[i] / weight_of(bands[i], bands));
  }
  scale = std::max(scale, preferred / total);
  std::vector<double> sizes;
  for (const PictureBand &band : bands)
    sizes.push_back(scale * weight_of(band, bands));
  return sizes;
}

double aspect_of(const ShardPicture &picture) {
  const double down = static_cast<double>(picture.rows.back().positions.end);
  const double across = static_cast<double>(picture.columns.back().positions.end);
  return std::clamp(down / across, 1.0 / 8, 4.0);
}

} // namespace brigade

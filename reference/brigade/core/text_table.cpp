#include "brigade/core/text_table.hpp"

#include <algorithm>
#include <cstddef>

namespace brigade {

namespace {

// All bytes but those that continue a character.
std::size_t places(const std::string &text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

std::string text_table(const std::vector<std::vector<std::string>> &rows) {
  std::vector<std::size_t> widths;
  for (const auto &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), row.size()), 0);
      widths[i] = std::max(widths[i], places(row[i]));
    }
  std::string text;
  for (const auto &row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += row[i];
      if (i + 1 < row.size())
        text += std::string(widths[i] - places(row[i]) + 2, ' ');
    }
    text += "\n";
  }
  return text;
}

} // namespace brigade

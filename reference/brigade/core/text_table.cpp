#include "brigade/core/text_table.hpp"

#include "brigade/core/utf8.hpp"

#include <algorithm>
#include <cstddef>

namespace brigade {

std::string text_table(const std::vector<std::vector<std::string>> &rows) {
  std::vector<std::size_t> widths;
  for (const auto &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), row.size()), 0);
      widths[i] = std::max(widths[i], count_characters(row[i]));
    }
  std::string text;
  for (const auto &row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += row[i];
      if (i + 1 < row.size())
        text += std::string(widths[i] - count_characters(row[i]) + 2, ' ');
    }
    text += "\n";
  }
  return text;
}

} // namespace brigade

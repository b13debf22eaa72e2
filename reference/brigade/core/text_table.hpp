#pragma once

#include <string>
#include <vector>

namespace brigade {

/// Rows as lines of columns, each as wide as its widest entry, two blanks between them; the last
/// one is not padded. Every row has as many entries as the first one. Text is UTF-8, a character a
/// place.
std::string text_table(const std::vector<std::vector<std::string>> &rows);

} // namespace brigade

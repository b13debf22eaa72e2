#include "brigade/core/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace brigade {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::vector<std::string> nearest(std::string_view word, std::span<const std::string> known,
                                 std::size_t most) {
  struct Candidate {
    std::size_t distance;
    std::string name;
  };
  std::vector<Candidate> candidates;
  for (const std::string &name : known) {
    const bool contains = !word.empty() && name.find(word) != std::string::npos;
    // Of an id "topic.name" people often type one half.
    std::size_t distance = edit_distance(word, name);
    if (const auto dot = name.find('.'); dot != std::string::npos)
      distance = std::min(distance, edit_distance(word, name.substr(dot + 1)));
    const bool has_a_letter_in_common = distance < std::max(word.size(), name.size());
    if (contains ||
        (has_a_letter_in_common && distance <= std::max<std::size_t>(2, word.size() / 3)))
      candidates.push_back({contains ? std::min<std::size_t>(distance, 1) : distance, name});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto &a, const auto &b) { return a.distance < b.distance; });
  std::vector<std::string> names;
  for (const Candidate &candidate : candidates)
    if (names.size() < most)
      names.push_back(candidate.name);
  return names;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known,
                         std::string_view before) {
  const std::vector<std::string> near = nearest(word, known);
  return near.empty() ? ""
                      : fmt::format(" (did you mean '{}{}'?)", before,
                                    fmt::join(near, fmt::format("' or '{}", before)));
}

} // namespace brigade

#include "grader/judge/words.hpp"
#include "grader/patterns/checks.hpp"
#include "grader/patterns/evidence.hpp"

#include "brigade/core/interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace brigade::grader::patterns {
namespace {

using Intervals = std::vector<Interval>;

/// The numbers of all ranks, one rank's behind the other's.
std::vector<std::int64_t> wholes_of(const Field *field) {
  std::vector<std::int64_t> wholes;
  for (std::size_t rank = 0; field != nullptr && rank < field->ranks.size(); ++rank)
    if (const RankBlock *own = block(field, static_cast<int>(rank)))
      wholes.insert(wholes.end(), own->wholes.begin(), own->wholes.end());
  return wholes;
}

/// "end of 7 rows" to "begin of 7 rows"; empty where the name is neither.
std::string counterpart(std::string name, std::string_view from, std::string_view to) {
  const std::size_t at = name.find(from);
  return at == std::string::npos ? "" : name.replace(at, from.size(), to);
}

/// The begins and ends of all blocks, where this name and another one hold them.
struct Edges {
  Intervals expected, got;
};
std::optional<Edges> edges_of(const Evidence &evidence) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kWords{
      {{"begin", "end"}, {"start", "stop"}}};
  const Field *begins = nullptr, *begins_got = nullptr, *ends = nullptr, *ends_got = nullptr;
  for (const auto &[first, last] : kWords) {
    const std::string end = counterpart(evidence.expected->name, first, last);
    const std::string begin = counterpart(evidence.expected->name, last, first);
    for (std::size_t at = 0; at < evidence.other_expected.size(); ++at) {
      const Field *other = evidence.other_expected[at], *other_got = evidence.other_got[at];
      if (!end.empty() && other->name == end) {
        std::tie(begins, begins_got) = std::pair(evidence.expected, evidence.got);
        std::tie(ends, ends_got) = std::pair(other, other_got);
      } else if (!begin.empty() && other->name == begin) {
        std::tie(begins, begins_got) = std::pair(other, other_got);
        std::tie(ends, ends_got) = std::pair(evidence.expected, evidence.got);
      }
    }
  }
  const std::vector<std::int64_t> b = wholes_of(begins), e = wholes_of(ends),
                                  bg = wholes_of(begins_got), eg = wholes_of(ends_got);
  if (b.size() < 2 || b.size() != e.size() || bg.size() != b.size() || eg.size() != e.size())
    return std::nullopt;
  Edges edges;
  for (std::size_t at = 0; at < b.size(); ++at) {
    edges.expected.push_back({b[at], e[at]});
    edges.got.push_back({bg[at], eg[at]});
  }
  return edges;
}

bool are_seamless(const Intervals &intervals) {
  for (std::size_t at = 0; at < intervals.size(); ++at)
    if (intervals[at].begin != (at == 0 ? 0 : intervals[at - 1].end))
      return false;
  return true;
}

std::string rows_named(std::int64_t begin, std::int64_t end) {
  return end - begin == 1 ? fmt::format("position {}", begin)
                          : fmt::format("positions {} to {}", begin, end - 1);
}

std::string list_of(const std::vector<std::int64_t> &numbers) {
  std::string text;
  constexpr std::size_t kMost = 4;
  for (std::size_t at = 0; at < std::min(numbers.size(), kMost); ++at)
    text += fmt::format("{}{}", at == 0 ? "" : ", ", numbers[at]);
  return numbers.size() > kMost ? text + ", …" : text;
}

} // namespace

std::optional<Pattern> owned_twice_or_by_nobody(const Evidence &evidence) {
  const std::optional<Edges> edges = edges_of(evidence);
  if (!edges || !are_seamless(edges->expected))
    return std::nullopt;
  const std::int64_t end = edges->expected.back().end;
  for (std::size_t device = 0; device < edges->got.size(); ++device)
    if (const Interval own = edges->got[device]; own.size() < 0)
      return Pattern{"negative length",
                     fmt::format("block {} has length {} (from {} to {})", device, own.size(),
                                 own.begin, own.end),
                     "Where begin is cut off at the end of the rows, the end must be too: with few "
                     "rows some blocks are empty, never negative."};
  Intervals sorted = edges->got;
  std::erase_if(sorted, [](const Interval &own) { return own.empty(); });
  std::ranges::stable_sort(sorted, {}, &Interval::begin);
  std::string holes, overlaps;
  std::int64_t covered = 0;
  for (const Interval &own : sorted) {
    if (own.begin > covered && holes.empty())
      holes = rows_named(covered, own.begin) +
              (own.begin - covered == 1 ? " belongs to nobody" : " belong to nobody");
    if (own.begin < covered && overlaps.empty())
      overlaps =
          rows_named(own.begin, std::min(covered, own.end)) +
          (std::min(covered, own.end) - own.begin == 1 ? " is owned twice" : " are owned twice");
    covered = std::max(covered, own.end);
  }
  if (covered < end && holes.empty())
    holes = rows_named(covered, end) +
            (end - covered == 1 ? " belongs to nobody" : " belong to nobody");
  if (covered > end && overlaps.empty())
    overlaps = fmt::format("blocks reach up to {}, beyond the {} rows", covered, end);
  if (holes.empty() && overlaps.empty())
    return Pattern{
        "cut by another rule", "the blocks cover every row, but are cut by another rule",
        fmt::format("Block d of N goes from floor(d*{0}/N) up to floor((d+1)*{0}/N).", end)};
  return Pattern{holes.empty() ? "owned twice" : "owned by nobody",
                 overlaps + (holes.empty() || overlaps.empty() ? "" : ", ") + holes,
                 "Each block must begin where the one before it ends, and the last must end at the "
                 "number of rows."};
}

std::optional<Pattern> numbers_twice_or_missing(const Evidence &evidence) {
  if (evidence.ranks() < 2 || evidence.got == nullptr)
    return std::nullopt;
  const std::vector<std::int64_t> wanted = wholes_of(evidence.expected);
  std::set<std::int64_t> all(wanted.begin(), wanted.end());
  const bool is_a_range = all.size() == wanted.size() && all.size() > 1 && *all.begin() == 0 &&
                          *all.rbegin() == static_cast<std::int64_t>(all.size()) - 1;
  if (!is_a_range)
    return std::nullopt;
  std::map<std::int64_t, int> times;
  for (const std::int64_t number : wholes_of(evidence.got))
    ++times[number];
  std::vector<std::int64_t> twice, missing;
  for (const auto &[number, count] : times)
    if (count > 1)
      twice.push_back(number);
  for (const std::int64_t number : all)
    if (!times.contains(number))
      missing.push_back(number);
  if (twice.empty() && missing.empty())
    return std::nullopt;
  std::string phrase;
  if (!twice.empty())
    phrase = fmt::format("{} on more than one rank", list_of(twice));
  if (!missing.empty())
    phrase += fmt::format("{}{} on no rank", phrase.empty() ? "" : ", ", list_of(missing));
  return Pattern{missing.empty() ? "owned twice" : "owned by nobody", phrase,
                 "Together the ranks must hold every number once: the shares must not overlap, and "
                 "must leave nothing out."};
}

} // namespace brigade::grader::patterns

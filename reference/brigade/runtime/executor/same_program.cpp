#include "brigade/runtime/executor/same_program.hpp"

#include "brigade/comm/all_gather.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/fingerprint.hpp"
#include "brigade/core/utf8.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/ir/source_lines.hpp"
#include "brigade/runtime/broadcast_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {
namespace {

/// The first of a text's lines, which are taken off it one by one.
std::string_view take_line(std::string_view &text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

/// A line around the place from which on two differ, without its indentation. Constants of many
/// elements make lines of many kilobytes.
std::string excerpt(std::string_view line, std::size_t differs) {
  constexpr std::size_t kBefore = 60, kAfter = 40;
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  std::size_t begin = std::max(first, differs - std::min(differs, kBefore)),
              end = std::min(line.size(), differs + kAfter);
  while (begin > first && begin < line.size() && is_inside_character(line[begin]))
    --begin;
  while (end < line.size() && is_inside_character(line[end]))
    ++end;
  if (begin >= end)
    return "no more";
  return fmt::format("`{}{}{}`", begin > first ? "…" : "", line.substr(begin, end - begin),
                     end < line.size() ? "…" : "");
}

/// Where the text of a program differs first from another text, with the line of its source.
std::string difference(const Program &program, std::string_view other) {
  const std::string text = to_string(program),
                    text_with_sources = to_string(program, {.sources = true});
  std::string_view lines = text, with_sources = text_with_sources;
  for (int number = 1;; ++number) {
    const std::string_view line = take_line(lines), sourced = take_line(with_sources),
                           on_other = take_line(other);
    if (line == on_other)
      continue;
    const auto differs =
        static_cast<std::size_t>(std::ranges::mismatch(line, on_other).in1 - line.begin());
    const std::string_view source =
        sourced.substr(std::min(sourced.size(), sourced.find("  # ", line.size())));
    return fmt::format(
        "line {} of its text is {}{}, and on rank 0 {}", number, excerpt(line, differs),
        source.empty() ? "" : fmt::format(" ({})", source.substr(4)), excerpt(on_other, differs));
  }
}

} // namespace

Program broadcast_program(const Runtime &runtime, const Program &program) {
  const bool has_it = runtime.rank() == 0;
  const std::string text = broadcast_text(runtime.world(), has_it ? to_string(program) : "");
  const std::string lines = broadcast_text(runtime.world(), has_it ? source_lines(program) : "");
  return with_source_lines(parse_program(text, "rank 0's program"), lines);
}

void require_same_program(const Runtime &runtime, const Program &program,
                          std::string_view advice) {
  const auto hash = static_cast<std::int64_t>(fnv1a(to_string(program)));
  std::vector<std::int64_t> hashes(static_cast<std::size_t>(runtime.device_count()));
  all_gather<std::int64_t>(runtime.world(), std::span(&hash, 1), hashes);
  const auto other =
      std::ranges::find_if(hashes, [&](std::int64_t of_rank) { return of_rank != hashes[0]; });
  if (other == hashes.end())
    return;
  const auto rank = static_cast<int>(other - hashes.begin());
  const std::string on_0 = broadcast_text(runtime.world(), to_string(program)),
                    name = broadcast_text(runtime.world(), program.main().name);
  throw InputError(
      fmt::format("rank {} has another program @{} than rank 0: {}; {}", rank, name,
                  broadcast_text(runtime.world(),
                                 runtime.rank() == rank ? difference(program, on_0) : "", rank),
                  advice));
}

} // namespace brigade

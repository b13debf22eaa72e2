#include "long_output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::plan {

namespace {

constexpr std::ptrdiff_t kManyLines = 1000;

std::ptrdiff_t lines_from(const std::string &text, std::size_t begin) {
  return std::count(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), '\n');
}

/// What is behind the programs, which end with an empty line.
std::string place_of_tables(const std::string &text) {
  const std::size_t before = text.find("\n\nCollective");
  if (before == std::string::npos)
    return "";
  return fmt::format("collectives, times and memory are its last {}, which --summary prints alone",
                     lines_from(text, before + 2));
}

std::string what_is_shorter(const Options &options) {
  if (options.model == "transformer")
    return options.sizes.layers_are_calls ? "" : "with --calls a layer is planned and printed once";
  return options.model.empty() ? "parts that are repeated are printed once where they are calls of "
                                 "a block"
                               : "";
}

} // namespace

std::optional<std::string> long_output(const std::string &text, const Options &options) {
  const std::ptrdiff_t lines = lines_from(text, 0);
  if (lines <= kManyLines)
    return std::nullopt;
  std::string line = fmt::format("the plan is a text of {} lines", lines);
  for (const std::string &more : {place_of_tables(text), what_is_shorter(options)})
    if (!more.empty())
      line += "; " + more;
  return line;
}

} // namespace brigade::plan

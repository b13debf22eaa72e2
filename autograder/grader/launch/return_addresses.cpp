#include "grader/launch/return_addresses.hpp"

#include <fmt/format.h>

#include <charconv>

namespace brigade::grader {

std::vector<SourceLine> lines_of_returns(SourceLines &lines,
                                         std::span<const std::uint64_t> return_addresses) {
  std::vector<std::uint64_t> calls;
  for (const std::uint64_t address : return_addresses)
    if (address != 0)
      calls.push_back(address - 1);
  std::vector<SourceLine> all;
  for (const std::vector<SourceLine> &found : lines.find(calls))
    all.insert(all.end(), found.begin(), found.end());
  return all;
}

std::string to_string(const SourceLine &line) { return fmt::format("{}:{}", line.file, line.line); }

std::string with_places(SourceLines &lines, std::string_view text) {
  std::vector<std::string_view> before; // each address
  std::vector<std::uint64_t> addresses;
  for (std::size_t begin = text.find("{+0x"); begin != text.npos; begin = text.find("{+0x")) {
    const std::size_t end = text.find('}', begin);
    if (end == text.npos)
      break;
    before.push_back(text.substr(0, begin));
    std::from_chars(text.data() + begin + 4, text.data() + end, addresses.emplace_back(), 16);
    text.remove_prefix(end + 1);
  }
  lines_of_returns(lines, addresses); // all in one look-up
  std::string result;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::vector<SourceLine> found = lines_of_returns(lines, {&addresses[i], 1});
    result += before[i];
    result += found.empty() ? "a line outside your code" : to_string(found.front());
  }
  return result + std::string(text);
}

} // namespace brigade::grader

#include "grader/commands/seed.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

namespace brigade::grader {

std::string wrong_with_seed(const std::string &text) {
  std::uint64_t seed = 0;
  const char *const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seed);
  if (error == std::errc{} && rest == end)
    return "";
  return fmt::format("{} is no seed: give a whole number from 0 to {}", text,
                     std::numeric_limits<std::uint64_t>::max());
}

} // namespace brigade::grader

#include "brigade/data/digits.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/permutation.hpp"
#include "brigade/data/embedded_digits.hpp"
#include "brigade/data/files/gzip_reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brigade {
namespace {

constexpr std::int64_t kRows = 1'797, kTrainRows = 1'437, kPixels = 64;
constexpr double kPixelRange = 16;
constexpr std::uint64_t kSplitSeed = 2026;
constexpr const char *kName = "digits";

std::string inflate_text() {
  GzipReader reader(embedded_digits(), kName);
  std::string text, chunk(std::size_t{1} << 16, '\0');
  while (const std::size_t got = reader.read(std::as_writable_bytes(std::span(chunk))))
    text.append(chunk, 0, got);
  return text;
}

/// [kRows, kPixels + 1] numbers, the label last.
std::vector<std::uint8_t> parse_numbers(std::string_view text) {
  std::vector<std::uint8_t> numbers;
  const char *at = text.data(), *const end = at + text.size();
  while (at < end) {
    std::uint8_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{})
      throw Error(
          fmt::format("the embedded digits data are damaged after number {}", numbers.size()));
    numbers.push_back(number);
    at = next < end ? next + 1 : end; // a comma or the end of a line
  }
  if (std::ssize(numbers) != kRows * (kPixels + 1))
    throw Error(fmt::format("the embedded digits data hold {} numbers, not {}", numbers.size(),
                            kRows * (kPixels + 1)));
  return numbers;
}

RowTable gather_rows(const std::vector<std::uint8_t> &numbers, std::span<const std::int64_t> rows) {
  std::vector<std::byte> pixels;
  pixels.reserve(rows.size() * static_cast<std::size_t>(kPixels));
  RowTable::Labels labels{kName, {}};
  labels.values.reserve(rows.size());
  for (std::int64_t row : rows) {
    const std::uint8_t *from = numbers.data() + row * (kPixels + 1);
    for (std::int64_t i = 0; i < kPixels; ++i)
      pixels.push_back(std::byte{from[i]});
    labels.values.push_back(from[kPixels]);
  }
  return RowTable({.source = kName,
                   .rows = std::ssize(rows),
                   .features = kPixels,
                   .format = {},
                   .divisor = kPixelRange},
                  std::move(pixels), {}, std::move(labels));
}

} // namespace

Dataset load_digits() {
  const std::vector<std::uint8_t> numbers = parse_numbers(inflate_text());
  const std::vector<std::int64_t> order = permutation(kRows, kSplitSeed, 0);
  const auto rows = std::span(order);
  return Dataset(kName, gather_rows(numbers, rows.first(kTrainRows)),
                 gather_rows(numbers, rows.subspan(kTrainRows)));
}

} // namespace brigade

#include "brigade/gspmd/device/buffers.hpp"

#include <algorithm>
#include <bit>

namespace brigade {

namespace {

constexpr std::size_t kAlignment = 64;

std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

} // namespace

std::size_t place_buffers(std::vector<PlannedBuffer> &buffers, bool shared) {
  std::vector<std::size_t> by_size;
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i].shared == shared && !buffers[i].whole && buffers[i].bytes > 0)
      by_size.push_back(i);
  std::ranges::stable_sort(by_size, std::ranges::greater{},
                           [&](std::size_t i) { return buffers[i].bytes; });
  std::size_t end = 0;
  std::vector<std::size_t> placed; // by offset
  for (const std::size_t i : by_size) {
    PlannedBuffer &buffer = buffers[i];
    std::size_t offset = 0;
    for (const std::size_t j : placed) {
      const PlannedBuffer &other = buffers[j];
      if (other.last < buffer.first || buffer.last < other.first)
        continue;
      if (offset + buffer.bytes <= other.offset)
        break;
      offset = std::max(offset, aligned(other.offset + other.bytes));
    }
    buffer.offset = offset;
    end = std::max(end, offset + aligned(buffer.bytes));
    placed.insert(std::ranges::upper_bound(placed, offset, {},
                                           [&](std::size_t j) { return buffers[j].offset; }),
                  i);
  }
  return end;
}

std::size_t shared_memory_bytes(std::size_t arena) {
  const std::size_t step = std::max(kAlignment, std::bit_floor(arena) / 16);
  return (arena + step - 1) / step * step;
}

} // namespace brigade

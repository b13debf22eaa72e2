#include "brigade/tracer/board/chaos.hpp"

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/settings.hpp"

#include <chrono>
#include <thread>

namespace brigade::board {
namespace {

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

} // namespace

void delay_by_chaos() {
  if (!settings().chaos)
    return;
  static std::uint64_t calls = 0;
  const auto rank = static_cast<std::uint64_t>(mine - shared().slots.data());
  const std::uint64_t drawn = mixed(mixed(*settings().chaos * 64 + rank) + ++calls);
  if (drawn % 2 == 0)
    std::this_thread::sleep_for(std::chrono::microseconds((drawn >> 8) % 2000));
}

} // namespace brigade::board

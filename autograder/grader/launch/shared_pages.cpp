#include "grader/launch/shared_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>

namespace brigade::grader {
namespace {

struct Range {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> bytes{0};
};
/// A launch has a page for each rank and a board; a signal handler reads this.
std::array<Range, 1024> ranges;

void give_zeros(int signal, siginfo_t *info, void * /*context*/) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (const Range &range : ranges)
    if (const auto begin = range.begin.load();
        begin != 0 && address >= begin && address < begin + range.bytes.load()) {
      const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
      void *start = reinterpret_cast<void *>(address / page * page);
      if (mmap(start, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
               0) != MAP_FAILED)
        return;
    }
  std::signal(signal, SIG_DFL); // not ours: the access comes again, and ends the process
}

void install_handler() {
  struct sigaction action {};
  action.sa_sigaction = give_zeros;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &action, nullptr);
}

} // namespace

void survive_truncation(void *memory, std::size_t bytes) {
  install_handler();
  for (Range &range : ranges) {
    std::uintptr_t free = 0;
    if (range.begin.compare_exchange_strong(free, reinterpret_cast<std::uintptr_t>(memory))) {
      range.bytes = bytes;
      return;
    }
  }
}

void forget_shared_pages(const void *memory) {
  for (Range &range : ranges)
    if (range.begin == reinterpret_cast<std::uintptr_t>(memory)) {
      range.bytes = 0;
      range.begin = 0;
    }
}

} // namespace brigade::grader

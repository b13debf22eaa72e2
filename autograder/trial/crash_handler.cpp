#include "trial/crash_handler.hpp"

#include <execinfo.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <link.h>
#include <ucontext.h>
#endif

#include <algorithm>
#include <csignal>
#include <ctime>

namespace brigade::harness {
namespace {

using records::EndKind;
using records::EndPage;

EndPage *page = nullptr;
bool is_end_expected = false;

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXFSZ, SIGXCPU, SIGTRAP};

/// The handler's own: after an overflow nothing is left of the other.
alignas(16) char handler_stack[std::size_t{1} << 16];

bool is_under_address_sanitizer() {
#ifdef __SANITIZE_ADDRESS__
  return true;
#else
  return false;
#endif
}

std::uint64_t load_base() {
  std::uint64_t base = 0;
#ifdef __linux__
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *found) {
        *static_cast<std::uint64_t *>(found) = info->dlpi_addr;
        return 1; // the first is the program
      },
      &base);
#endif
  return base;
}

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Near enough: we stand in one of the first frames.
std::uint64_t lowest_of_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return 0;
  return reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)) - limit.rlim_cur;
}

/// The program counter where the signal struck, 0 where we do not know how to find it.
std::uint64_t program_counter_of([[maybe_unused]] const void *context) {
#if defined(__linux__) && defined(__x86_64__)
  return static_cast<std::uint64_t>(
      static_cast<const ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__linux__) && defined(__aarch64__)
  return static_cast<const ucontext_t *>(context)->uc_mcontext.pc;
#else
  return 0;
#endif
}

/// A crash that comes while the process exits is the better reason; a second signal is not.
bool claim(EndKind kind) {
  EndKind before = page->kind.load();
  while (before == EndKind::none || (kind == EndKind::signal && before != EndKind::signal))
    if (page->kind.compare_exchange_weak(before, kind))
      return true;
  return false;
}

/// Where a signal struck, `at`, and the frames above it.
void write_addresses_from(std::uint64_t at) {
  void *frames[EndPage::kMaxAddresses];
  void **const end = frames + backtrace(frames, static_cast<int>(EndPage::kMaxAddresses));
  void **frame = std::find(frames, end, reinterpret_cast<void *>(at));
  // What was called through a bad pointer is no frame.
  constexpr int kHandlers = 2;
  frame = frame != end ? frame + 1 : std::min(frames + kHandlers, end);
  std::uint32_t count = 1;
  for (; frame != end && count < EndPage::kMaxAddresses; ++frame)
    page->addresses[count++] = reinterpret_cast<std::uint64_t>(*frame);
  page->count = count;
  page->is_complete = 1;
}

void on_signal(int signal, siginfo_t *info, void *context) {
  if (page != nullptr && claim(EndKind::signal)) {
    const std::uint64_t program_counter = program_counter_of(context);
    page->number = signal;
    page->nanoseconds = now();
    page->fault =
        signal == SIGSEGV || signal == SIGBUS ? reinterpret_cast<std::uint64_t>(info->si_addr) : 0;
    // First what is certain: on a damaged stack the walk over it may be the second crash.
    page->addresses[0] = program_counter;
    page->exact = page->count = 1;
    write_addresses_from(program_counter);
  }
  // The default action has come back (SA_RESETHAND): the process ends as it would have without us.
  raise(signal);
}

} // namespace

void open_end_page(const std::string &file) {
  const int opened = open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (opened < 0)
    return;
  void *memory = mmap(nullptr, sizeof(EndPage), PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
  close(opened);
  if (memory == MAP_FAILED)
    return;
  page = static_cast<EndPage *>(memory);
  page->process = getpid();
  page->load_base = load_base();
  page->stack_limit = lowest_of_stack();
  void *warm_up[1];
  backtrace(warm_up, 1); // loads the unwinder, which a handler must not
  watch_exits();
  watch_outside();
  install_crash_handler();
}

void note_main() {
  if (page != nullptr)
    page->is_in_main = 1;
}

void install_crash_handler() {
  if (page == nullptr)
    return;
  stack_t stack{};
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof handler_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESETHAND);
  for (const int signal : kSignals)
    if (!is_under_address_sanitizer() || signal == SIGXFSZ || signal == SIGXCPU)
      sigaction(signal, &action, nullptr);
}

EndPage *end_page() { return page; }

void expect_end() { is_end_expected = true; }

void note_end(EndKind kind, int number, int skip) {
  if (page == nullptr || is_end_expected || !claim(kind))
    return;
  page->number = number;
  page->nanoseconds = now();
  void *frames[EndPage::kMaxAddresses];
  const int found = backtrace(frames, static_cast<int>(EndPage::kMaxAddresses));
  std::uint32_t count = 0;
  for (int frame = skip + 1; frame < found; ++frame)
    page->addresses[count++] = reinterpret_cast<std::uint64_t>(frames[frame]);
  page->exact = 0;
  page->count = count;
  page->is_complete = 1;
}

} // namespace brigade::harness

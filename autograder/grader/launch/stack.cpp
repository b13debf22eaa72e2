#include "grader/launch/stack.hpp"

#include "grader/launch/shared_pages.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace brigade::grader {
namespace {

using records::EndKind;
using records::EndPage;

bool is_crash(EndKind kind) { return kind == EndKind::signal; }
bool is_exit(EndKind kind) {
  return kind == EndKind::exit || kind == EndKind::immediate_exit || kind == EndKind::abort;
}

std::string name_of(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "segmentation fault";
  case SIGBUS:
    return "bus error";
  case SIGFPE:
    return "arithmetic error";
  case SIGILL:
    return "illegal instruction";
  case SIGABRT:
    return "abort";
  default:
    return strsignal(signal);
  }
}

/// "kitchen::roll_call (roll_call.cpp:14)"
std::string place_of(const SourceLine &line) {
  return line.function.empty() ? fmt::format("{}:{}", line.file, line.line)
                               : fmt::format("{} ({}:{})", line.function, line.file, line.line);
}

/// What the C library or the C++ library print before they abort, and what it means.
struct LastWords {
  std::string_view words;
  std::string_view meaning;
};
constexpr std::array kLastWords = {
    LastWords{"double free", "Memory was freed twice."},
    LastWords{"free(): invalid pointer", "Something was freed that was not allocated, or its "
                                         "bookkeeping was overwritten."},
    LastWords{"corrupted", "Something wrote past the end of an array and hit the bookkeeping of "
                           "the memory: look for an index or a count that is too large."},
    LastWords{"invalid next size", "Something wrote past the end of an array: look for an index or "
                                   "a count that is too large."},
    LastWords{"malloc(): ", "Something wrote past the end of an array: look for an index or a "
                            "count that is too large."},
    LastWords{"free(): ", "Something wrote past the end of an array: look for an index or a count "
                          "that is too large."},
    LastWords{"stack smashing", "Something wrote past the end of a local array."},
    LastWords{"Assertion failed in file src/mpi", "MPI found its own bookkeeping overwritten: "
                                                  "look for an index or a count in a call that is "
                                                  "too large for its array."},
    LastWords{"Assertion", "A condition that the code itself states does not hold."},
    LastWords{"terminate called", "An exception left a thread, a destructor or a noexcept "
                                  "function."},
};

std::string cause_of_abort(std::string_view output) {
  const auto *const said =
      std::find_if(kLastWords.begin(), kLastWords.end(), [output](const LastWords &last) {
        return output.find(last.words) != output.npos;
      });
  return said == kLastWords.end() ? "The code, or a library below it, called abort()."
                                  : std::string(said->meaning);
}

/// "Assertion 'n > 0' failed", as the C or C++ library printed it; empty where neither did.
std::string assertion_in(std::string_view output) {
  constexpr std::string_view kBegin = "Assertion ", kEnd = "' failed";
  const auto begin = std::min(output.find("Assertion `"), output.find("Assertion '"));
  const auto end = begin == output.npos ? begin : output.find(kEnd, begin + kBegin.size());
  if (end == output.npos)
    return "";
  std::string text(output.substr(begin, end + kEnd.size() - begin));
  std::ranges::replace(text, '`', '\'');
  return text.find('\n') == text.npos ? text : "";
}

/// The stack grew below its end: by a function that calls itself, or by a large local array, whose
/// elements may lie far below.
bool is_stack_full(const EndPage &page) {
  constexpr std::uint64_t kAbove = std::uint64_t{1} << 16, kBelow = std::uint64_t{1} << 27;
  return page.number == SIGSEGV && page.stack_limit > kBelow &&
         page.fault < page.stack_limit + kAbove && page.fault > page.stack_limit - kBelow;
}

std::string cause_of_bad_address(const EndPage &page) {
  constexpr std::uint64_t kFirstPages = 65536;
  if (is_stack_full(page))
    return page.count >= EndPage::kMaxAddresses - 4
               ? "The stack is full: a function calls itself without an end."
               : "The stack is full: a local array is too large for it; use a std::vector.";
  if (page.addresses[0] == page.fault)
    return "It went on where no code is: something wrote past the end of a local array, or a "
           "function was called through an empty pointer.";
  if (page.fault < kFirstPages)
    return fmt::format("A null pointer was used (address {:#x}): something was not allocated, or "
                       "an empty container's data() was read.",
                       page.fault);
  return fmt::format("Address {:#x} belongs to nothing: look for an index or a count that is too "
                     "large, or a pointer to what is gone.",
                     page.fault);
}

std::string cause_of(const EndPage &page, std::string_view output) {
  if (page.number == SIGSEGV || page.number == SIGBUS)
    return cause_of_bad_address(page);
  if (page.number == SIGFPE)
    return "A whole number was divided by 0: look at / and %.";
  if (page.number == SIGILL || page.number == SIGTRAP)
    return "The compiler put a trap here: look for a function without its return, or a case that "
           "cannot happen.";
  return page.number == SIGABRT ? cause_of_abort(output) : "";
}

std::string called(const EarlyExit &early) {
  switch (early.kind) {
  case EndKind::abort:
    return fmt::format("MPI_Abort with code {}", early.status);
  case EndKind::immediate_exit:
    return fmt::format("_exit({})", early.status);
  default:
    return fmt::format("exit({})", early.status);
  }
}

} // namespace

EndPages::EndPages(const std::filesystem::path &folder, int ranks) {
  for (int rank = 0; rank < std::max(1, ranks); ++rank) {
    const auto path = folder / records::end_page_name(rank);
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    void *memory = MAP_FAILED;
    if (file >= 0 && ftruncate(file, sizeof(EndPage)) == 0)
      memory = mmap(nullptr, sizeof(EndPage), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    const int reason = errno;
    if (file >= 0)
      close(file);
    if (memory == MAP_FAILED)
      throw Error(fmt::format("{} cannot be made: {}", path.string(), std::strerror(reason)));
    paths_.push_back(path);
    survive_truncation(memory, sizeof(EndPage));
    pages_.push_back(static_cast<EndPage *>(memory));
  }
}

EndPages::~EndPages() {
  for (EndPage *page : pages_) {
    forget_shared_pages(page);
    munmap(page, sizeof(EndPage));
  }
}

std::vector<int> EndPages::processes() const {
  std::vector<int> processes;
  for (const EndPage *page : pages_)
    processes.push_back(page->process);
  return processes;
}

std::vector<int> EndPages::before_main() const {
  std::vector<int> ranks;
  for (std::size_t rank = 0; rank < pages_.size(); ++rank)
    if (pages_[rank]->process != 0 && pages_[rank]->is_in_main == 0)
      ranks.push_back(static_cast<int>(rank));
  return ranks;
}

int EndPages::first(bool (*wanted)(EndKind)) const {
  int found = -1;
  for (std::size_t rank = 0; rank < pages_.size(); ++rank)
    if (wanted(pages_[rank]->kind.load()) &&
        (found < 0 ||
         pages_[rank]->nanoseconds < pages_[static_cast<std::size_t>(found)]->nanoseconds))
      found = static_cast<int>(rank);
  return found;
}

std::vector<SourceLine> EndPages::stack_of(const EndPage &page, SourceLines &lines) const {
  const std::size_t count = std::min<std::size_t>(page.count, EndPage::kMaxAddresses);
  std::vector<std::uint64_t> addresses;
  for (std::size_t at = 0; at < count; ++at)
    addresses.push_back(page.addresses.at(at) - page.load_base - (at < page.exact ? 0 : 1));
  std::vector<SourceLine> stack;
  for (const auto &frame : lines.find(addresses))
    for (const SourceLine &line : frame)
      // A function that calls itself without an end would fill the page.
      if (stack.size() < 2 || !(stack[stack.size() - 2].line == line.line &&
                                stack.back().line == line.line && stack.back().file == line.file))
        stack.push_back(line);
  return stack;
}

std::optional<CrashReport> EndPages::crash(SourceLines &lines, const RankNames &names,
                                           std::string_view output) const {
  const int rank = first(is_crash);
  if (rank < 0)
    return std::nullopt;
  const EndPage &page = *pages_[static_cast<std::size_t>(rank)];
  CrashReport report;
  report.rank = names.number(rank);
  report.signal = page.number;
  report.stack = stack_of(page, lines);
  const std::string who = pages_.size() > 1 ? names.beginning(rank) : "The program";
  report.sentence =
      fmt::format("{} crashed: {} (signal {})", who, name_of(page.number), page.number);
  if (!report.stack.empty())
    report.sentence += " in " + place_of(report.stack.front());
  const std::string assertion = page.number == SIGABRT ? assertion_in(output) : "";
  report.sentence += assertion.empty() ? "." : ": " + assertion + ".";
  report.cause = cause_of(page, output);
  return report;
}

std::optional<EarlyExit> EndPages::early_exit(SourceLines &lines, const RankNames &names) const {
  const int rank = first(is_exit);
  if (rank < 0)
    return std::nullopt;
  const EndPage &page = *pages_[static_cast<std::size_t>(rank)];
  EarlyExit early;
  early.rank = names.number(rank);
  early.kind = page.kind.load();
  early.status = page.number;
  early.stack = stack_of(page, lines);
  const std::string who = pages_.size() > 1 ? names.beginning(rank) : "The program";
  early.sentence = fmt::format(
      "{} called {}{}, so the exercise was never finished: a function returns to its caller.", who,
      called(early), early.stack.empty() ? "" : " in " + place_of(early.stack.front()));
  return early;
}

} // namespace brigade::grader

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

/// How a process of a trial ended where it ended before its time. The process itself notes it in
/// its last moment, in memory that it shares with the grader, since a signal handler can rely on
/// nothing else.
namespace brigade::records {

enum class EndKind : std::uint32_t {
  none,
  exit,           ///< exit() or quick_exit()
  immediate_exit, ///< _exit()
  abort,          ///< MPI_Abort()
  signal
};

/// What a program called that leaves its process.
enum class OutsideKind : std::uint32_t {
  file,    ///< opened one; `number`: errno or 0; `detail`: 1 for writing
  signal,  ///< `number`: the signal; `detail`: to whom as kill() has it, or kToParent
  process, ///< started one, or became one
  network  ///< `number`: errno or 0
};
struct OutsideCall {
  static constexpr std::uint32_t kMaxAddresses = 16;
  static constexpr std::int32_t kToParent = std::numeric_limits<std::int32_t>::min();
  OutsideKind kind;
  std::int32_t number, detail;
  std::uint32_t count;
  std::array<std::uint64_t, kMaxAddresses> addresses; ///< return addresses, innermost first
  std::array<char, 200> name;                         ///< the path, or the function
};

/// One rank's page, in a file of the records' folder. Everything in it may be garbage: a student's
/// code can write there too.
struct EndPage {
  static constexpr std::uint32_t kMaxAddresses = 64, kMaxOutside = 32;

  std::atomic<EndKind> kind;
  std::int32_t process;      ///< as the rank itself sees it
  std::atomic<std::uint32_t> is_in_main; ///< the static objects are made
  std::int32_t number;       ///< the signal, the status, the code of MPI_Abort
  std::int64_t nanoseconds;  ///< of the machine's monotonic clock: whose end came first
  std::uint64_t fault;       ///< the address that was used, of SIGSEGV and SIGBUS
  std::uint64_t stack_limit; ///< the lowest address that the stack may reach; 0: not known
  std::uint64_t load_base;   ///< of the program
  std::uint32_t is_complete; ///< the addresses are all there
  std::uint32_t exact;       ///< so many of the addresses are where it stood; then return addresses
  std::uint32_t count;
  std::array<std::uint64_t, kMaxAddresses> addresses; ///< innermost first

  std::atomic<std::uint32_t> outside_count; ///< may be more than are kept
  std::array<OutsideCall, kMaxOutside> outside;
};
static_assert(std::atomic<EndKind>::is_always_lock_free);

/// "3.end"
inline std::string end_page_name(int rank) { return std::to_string(rank) + ".end"; }

} // namespace brigade::records

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

/// The board's bytes, as the ranks write and the grader reads them. No MPI in here: the grader has
/// none. A new board is all zeros but for its head, so the file is sparse.
namespace brigade::board {

inline constexpr std::uint64_t kMagic = 0x6272696761646531;
inline constexpr std::size_t kMaxRanks = 64, kMaxFrames = 24, kMaxPending = 8,
                             kMaxCommunicators = 256, kRemembered = 32, kVectors = 4,
                             kMaxUnreceived = 8;
/// In place of a rank: any rank; none.
inline constexpr std::int32_t kAny = -1, kNone = -2;

/// Text of a fixed size, cut where it is too long.
template <std::size_t Size> struct Text {
  std::array<char, Size> letters;

  void set(std::string_view text) {
    const std::size_t length = std::min(text.size(), Size - 1);
    std::memcpy(letters.data(), text.data(), length);
    letters[length] = '\0';
  }
  std::string_view view() const { return {letters.data(), strnlen(letters.data(), Size)}; }
  std::string text() const { return std::string(view()); }
};

/// Return addresses in the program, innermost first, less the address that it was loaded at.
struct Stack {
  std::int32_t count;
  std::array<std::uint64_t, kMaxFrames> addresses;
};

/// What kind of call an MPI function is.
enum class Shape : std::uint8_t {
  local, ///< neither communicates nor waits for a certain rank
  send,
  receive,
  exchange, ///< both
  probe,
  complete, ///< waits for requests, or looks at them
  start,    ///< of persistent requests
  release,  ///< of a request
  collective,
  create, ///< a collective that makes a communicator
  initialize,
  finalize,
  wait ///< a wait outside of all MPI calls (Backoff): of the trial's own, or of the library's
};

/// A request that is not complete, or the message of a blocking call.
struct PendingWork {
  Text<24> call;
  Shape shape;
  std::int32_t peer; ///< in the world; kAny, kNone
  std::int32_t tag;
  std::uint64_t communicator, number; ///< number: of the collective
  std::int64_t bytes;
  std::uint64_t caller; ///< return address of the call that started it
};

/// What a rank does in MPI now, or did last.
struct CallState {
  Text<32> name;
  Shape shape;
  bool waits; ///< it has looked in vain at least once
  std::uint64_t communicator;
  std::uint64_t number; ///< of the collective, on its communicator, from 1
  std::int32_t root;    ///< in the world
  std::uint64_t caller;
  std::uint64_t repeats; ///< collectives in a row on this communicator from this caller, with this
  std::int32_t pending_count; ///< may be more than are listed
  std::array<PendingWork, kMaxPending> pending;
};

/// A message that has come and that nobody receives, as a rank that waits has found it.
struct UnexpectedMessage {
  std::uint64_t communicator;
  std::int32_t source; ///< in the world
  std::int32_t tag;
  std::int64_t bytes;
};

enum class Presence : std::uint32_t { not_started, outside, in_call, finalizing, finalized, left };

/// What a rank has found wrong. It then stays where it is until the grader has looked.
enum class Fault : std::uint32_t {
  none,
  signature, ///< a collective does not fit the first that came (fault_communicator, fault_number)
  misuse,    ///< `fault_text` says it, `fault_cause` why; lines stand in it as "{+0x12ab}"
  mpi_error  ///< MPI's words are in `fault_text`
};

/// What must agree between the ranks of a collective.
struct Signature {
  Text<28> call;
  std::int32_t root; ///< in the communicator; kNone
  Text<24> operation;
  std::uint64_t operation_id;
  std::int64_t count, bytes; ///< bytes: what must be equal; -1: nothing must
  Text<24> type;
  std::uint64_t basic_types; ///< fingerprint; 0 fits all
  std::uint64_t shape;       ///< hash of what else must be equal (counts, dimensions)
  std::uint64_t members;     ///< of a group that becomes a communicator, a bit for each world rank
  std::uint64_t caller;
};

/// The place of one collective of a communicator. The first rank that comes claims `number`.
struct Agreement {
  std::atomic<std::uint64_t> number; ///< of the collective that has this place now
  std::atomic<std::uint64_t> ready;  ///< = number once the signature is written
  std::atomic<std::uint64_t>
      agreeing; ///< ranks whose call fits, a bit for each rank of the communicator
  std::int32_t first_rank;
  Signature signature;
};

struct CommunicatorState {
  std::atomic<std::uint64_t> id;   ///< 0: free
  std::atomic<std::int32_t> freed; ///< by so many ranks
  std::int32_t size;
  bool is_checked;                             ///< all its ranks know it by this number
  std::array<std::int32_t, kMaxRanks> members; ///< ranks in the world
  std::uint64_t parent;
  Text<28> made_by; ///< the call
  Text<48> name;
  std::array<std::atomic<std::uint64_t>, kMaxRanks> made_at; ///< caller, by rank
  std::array<std::atomic<std::int64_t>, kMaxRanks> color;    ///< of a split, by rank
  std::array<std::atomic<std::uint64_t>, kMaxRanks> calls;   ///< collectives called, by rank
  std::array<std::atomic<std::uint64_t>, kMaxRanks> last_caller, repeats; ///< of them, by rank
  std::array<Agreement, kRemembered> agreements;
};

/// Bytes that a rank sends to and expects from each other in a collective of counts by pairs.
struct PairVectors {
  std::atomic<std::uint64_t> version; ///< odd while it is written
  std::uint64_t communicator, number;
  std::array<std::int64_t, kMaxRanks> send, receive; ///< -1: not said
};

struct alignas(64) Slot {
  std::atomic<Presence> presence;
  std::atomic<std::int32_t> process;    ///< as this rank knows itself
  std::atomic<std::int32_t> shown_rank; ///< what messages call it, plus one; 0: its rank in the
                                        ///< world; negative: it is outside of what is counted
  std::atomic<std::uint64_t> calls_started,
      calls_completed;                         ///< looks (Test, Iprobe) in vain are none
  std::atomic<std::uint64_t> looks;            ///< in vain, by calls and by waits
  std::atomic<std::uint64_t> busy_nanoseconds; ///< processor time between looks in vain

  std::atomic<std::uint64_t> call_version; ///< odd while `call` is written
  CallState call;

  std::atomic<std::uint64_t> stack_of_version; ///< call_version that `waiting_stack` belongs to
  Stack waiting_stack;

  std::atomic<std::uint32_t> stack_wanted, stack_given; ///< by the signal handler
  Stack running_stack;

  std::atomic<std::uint32_t> messages_wanted, messages_given;
  std::int32_t message_count;
  std::array<UnexpectedMessage, 4> messages;

  /// Messages that this rank had not received when a TEST ended; their senders read it.
  std::int32_t unreceived_count; ///< may be more than are listed
  std::array<UnexpectedMessage, kMaxUnreceived> unreceived;

  std::atomic<Fault> fault;
  std::uint64_t fault_communicator, fault_number;
  Signature fault_signature;
  std::int32_t fault_other; ///< world rank that the call does not fit, kNone
  std::int32_t mpi_error_class;
  Text<512> fault_text;
  Text<512> fault_cause;
  Stack fault_stack;

  std::atomic<std::uint64_t> finalize_caller;
  Text<200> left_text; ///< how it left: "threw 'bad input'"
  std::atomic<std::uint32_t> note_count;
  std::array<Text<200>, 4> notes; ///< what was never freed: a communicator

  std::array<PairVectors, kVectors> vectors;
};

struct Board {
  std::uint64_t magic;
  std::uint64_t size; ///< of this struct, in bytes
  std::int32_t ranks;
  std::atomic<std::uint32_t> released;    ///< the grader has seen the fault: ranks need not stay
  std::atomic<std::uint32_t> registering; ///< lock of `communicators`; never waited for long
  std::array<Slot, kMaxRanks> slots;
  std::array<CommunicatorState, kMaxCommunicators> communicators;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// The signal that asks a rank which is in no MPI call for its stack: ignored where nobody handles
/// it.
inline constexpr int kStackSignal = 23; // SIGURG

} // namespace brigade::board

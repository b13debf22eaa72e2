#pragma once

#include "brigade/comm/shared_memory/bell.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace brigade {

/// Where bytes lie in memory that the ranks of a node share: the same code on every rank, whatever
/// the address at which each of them maps it. 0 is nowhere.
struct SharedPlace {
  std::uint64_t code = 0;
  explicit operator bool() const { return code != 0; }
};

/// The collectives that go through shared memory, and the end, after which a rank calls none.
enum class SharedKind : std::uint8_t {
  barrier,
  all_reduce,
  reduce_scatter,
  all_gather,
  all_to_all,
  broadcast,
  end
};

/// What a rank says that it is doing, so that a peer that does something else is told so instead of
/// mixing up the bytes: kind, a detail (reduction and type), the bytes that members must agree on,
/// and 12 bits of a hash of the blocks that these are cut into.
class Signature {
public:
  Signature(SharedKind kind, std::uint8_t detail, std::size_t bytes,
            std::span<const std::size_t> counts = {})
      : bits_(static_cast<std::uint64_t>(kind) << 60 | static_cast<std::uint64_t>(detail) << 52 |
              hash_of(counts) << 40 | (bytes & kByteMask)) {}
  explicit Signature(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits() const { return bits_; }
  SharedKind kind() const { return static_cast<SharedKind>(bits_ >> 60); }
  std::uint64_t bytes() const { return bits_ & kByteMask; }

private:
  static constexpr std::uint64_t kByteMask = (std::uint64_t{1} << 40) - 1;

  /// The upper 12 bits of a product of odd numbers depend on all that were multiplied in.
  static std::uint64_t hash_of(std::span<const std::size_t> counts) {
    std::uint64_t hash = 0;
    for (const std::size_t count : counts)
      hash = (hash + count + 1) * 0x9e3779b97f4a7c15;
    return hash >> 52;
  }

  std::uint64_t bits_;
};

/// What one rank has written for another. The first bytes of the payload share the cache line of
/// the sequence number, so a small message costs one transfer between cores.
struct alignas(64) Message {
  std::atomic<std::uint64_t> sequence;
  std::uint64_t signature;
  SharedPlace place;
  std::byte payload[40]; // goes on to the end of the mailbox
};
static_assert(sizeof(Message) == 64 && std::atomic<std::uint64_t>::is_always_lock_free);

/// Mailboxes for every ordered pair of ranks of a node. The messages between two ranks are numbered
/// 1, 2, …, each rank writes its message k for each of the peer's, and mailbox k & 1 holds it.
/// Message k may be written once the peer's message k - 1 has been seen: the peer then has read
/// message k - 2. So groups of any ranks work without registration, and a rank may enter the next
/// group's operation while a peer still reads the last one's. A rank that has come to its end posts
/// `end` as its last message, with the next number: it is the answer to one more message at most,
/// which nobody reads. Used by one thread.
class SharedMailboxes {
public:
  /// Bytes of payload that a mailbox takes where a node has `ranks`: less the more there are.
  static std::size_t capacity(int ranks);
  /// Bytes of memory for all pairs of `ranks`.
  static std::size_t bytes_needed(int ranks);

  /// `memory`: zeroed, shared, the same on all ranks.
  SharedMailboxes(std::byte *memory, int rank, int ranks);

  std::size_t capacity() const { return capacity_; }
  /// Writes this rank's next message for `peer` (at most capacity() bytes). Waits only where the
  /// peer's last message has not been seen yet. Throws Error where that was its end, unless this
  /// is an end as well.
  void post(int peer, Signature signature, SharedPlace place = {}, const void *payload = nullptr,
            std::size_t bytes = 0);
  /// Whether the peer's last message has been seen, so that post() does not wait.
  bool can_post(int peer) { return has_arrived(peer, posted(peer)); }
  /// Waits for the peer's message with the number of the last one posted to it. The message stays
  /// as it is until the next post to this peer. Throws Error where the peer does something else.
  const Message &receive(int peer, Signature signature);
  /// Number of the last message posted to `peer`.
  std::uint64_t posted(int peer) const { return posted_[static_cast<std::size_t>(peer)]; }
  /// Waits until the peer has posted its message `number`.
  void await(int peer, std::uint64_t number);
  /// Waits until each of the peers has answered the last message posted to it: one sleep, not one
  /// for each.
  void await_all(std::span<const int> peers);
  /// Called now and then while waiting, so that started messages advance. Returns whether there are
  /// any: if not, a rank may sleep until what it waits for is there.
  void set_progress(std::function<bool()> progress) { progress_ = std::move(progress); }

private:
  /// What the ranks of the node have together, before the mailboxes.
  struct Shared {
    /// Ranks that sleep or are about to: while there are none, nobody rings.
    alignas(64) std::atomic<std::uint32_t> sleepers;
  };
  Bell &bell(int rank) const;
  Message &mailbox(int to, int from, std::uint64_t number) const;
  bool has_arrived(int peer, std::uint64_t number);
  template <class Missing> void wait_while(Missing missing);
  [[noreturn]] void report(int peer, Signature mine, Signature theirs) const;

  std::byte *memory_, *mailboxes_;
  Shared &shared_;
  int rank_, ranks_;
  std::size_t capacity_, stride_;
  std::vector<std::uint64_t> posted_, seen_; // of each peer
  std::function<bool()> progress_;
};

} // namespace brigade

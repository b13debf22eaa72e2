#include "brigade/comm/shared_memory/mailboxes.hpp"

#include "brigade/core/error.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace brigade {
namespace {

constexpr std::size_t kHeader = offsetof(Message, payload);
// Looks before a wait starts to pause between them.
constexpr int kBareLooks = 100;
// Looks before it sleeps, where each rank has a core: about 100 µs. The other rank then has more to
// do than a wake-up costs, or has lost its core to another program.
constexpr int kSpinningLooks = 4000;
constexpr int kLooksPerProgress = 64;
// A sleep ends when the bell rings; these are for what rings no bell.
constexpr std::chrono::microseconds kSleep{5000}, kSleepBetweenMessages{50};

std::size_t stride_for(int ranks) {
  const std::size_t pairs = static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks);
  constexpr std::size_t kAll = std::size_t{8} << 20; // for all mailboxes together
  return std::clamp<std::size_t>(kAll / (2 * pairs) / 64 * 64, 128, 4096 + 64);
}

const char *name_of(SharedKind kind) {
  switch (kind) {
  case SharedKind::barrier:
    return "barrier";
  case SharedKind::all_reduce:
    return "all_reduce";
  case SharedKind::reduce_scatter:
    return "reduce_scatter";
  case SharedKind::all_gather:
    return "all_gather";
  case SharedKind::all_to_all:
    return "all_to_all";
  case SharedKind::broadcast:
    return "broadcast";
  case SharedKind::end:
    return "end";
  }
  return "?";
}

std::string text_of(Signature signature) {
  std::string text = name_of(signature.kind());
  if (signature.bytes() > 0)
    text += " of " + std::to_string(signature.bytes()) + " bytes";
  return text;
}

} // namespace

std::size_t SharedMailboxes::capacity(int ranks) { return stride_for(ranks) - kHeader; }

std::size_t SharedMailboxes::bytes_needed(int ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  return sizeof(Shared) + n * sizeof(Bell) + 2 * stride_for(ranks) * n * n;
}

SharedMailboxes::SharedMailboxes(std::byte *memory, int rank, int ranks)
    : memory_(memory),
      mailboxes_(memory + sizeof(Shared) + static_cast<std::size_t>(ranks) * sizeof(Bell)),
      shared_(*reinterpret_cast<Shared *>(memory)), rank_(rank), ranks_(ranks),
      capacity_(capacity(ranks)), stride_(stride_for(ranks)),
      posted_(static_cast<std::size_t>(ranks)), seen_(static_cast<std::size_t>(ranks)) {}

Bell &SharedMailboxes::bell(int rank) const {
  return reinterpret_cast<Bell *>(memory_ + sizeof(Shared))[rank];
}

Message &SharedMailboxes::mailbox(int to, int from, std::uint64_t number) const {
  const auto pair = static_cast<std::size_t>(to) * static_cast<std::size_t>(ranks_) +
                    static_cast<std::size_t>(from);
  return *reinterpret_cast<Message *>(mailboxes_ + (2 * pair + (number & 1)) * stride_);
}

void SharedMailboxes::post(int peer, Signature signature, SharedPlace place, const void *payload,
                           std::size_t bytes) {
  const std::uint64_t number = posted(peer) + 1;
  await(peer, number - 1);
  // Whoever only posts, as the root of a short broadcast, would else never hear of the peer's end.
  if (const Signature last(mailbox(rank_, peer, number - 1).signature);
      last.kind() == SharedKind::end && signature.kind() != SharedKind::end)
    report(peer, signature, last);
  Message &message = mailbox(peer, rank_, number);
  message.signature = signature.bits();
  message.place = place;
  if (bytes > 0)
    std::memcpy(reinterpret_cast<std::byte *>(&message) + kHeader, payload, bytes);
  // In one order with the look at the sleepers: a rank counts itself before it looks for the last
  // time, so it finds this message or is found here.
  message.sequence.store(number, std::memory_order_seq_cst);
  posted_[static_cast<std::size_t>(peer)] = number;
  if (shared_.sleepers.load(std::memory_order_seq_cst) != 0)
    bell(peer).ring();
}

const Message &SharedMailboxes::receive(int peer, Signature signature) {
  const std::uint64_t number = posted(peer);
  await(peer, number);
  const Message &message = mailbox(rank_, peer, number);
  if (message.signature != signature.bits())
    report(peer, signature, Signature(message.signature));
  return message;
}

bool SharedMailboxes::has_arrived(int peer, std::uint64_t number) {
  std::uint64_t &seen = seen_[static_cast<std::size_t>(peer)];
  // The sequence may already be two ahead: the peer posts number + 2 once it has seen our number
  // + 1.
  if (seen < number &&
      mailbox(rank_, peer, number).sequence.load(std::memory_order_seq_cst) >= number)
    seen = number;
  return seen >= number;
}

void SharedMailboxes::await(int peer, std::uint64_t number) {
  wait_while([&] { return has_arrived(peer, number) ? 0U : 1U; });
}

void SharedMailboxes::await_all(std::span<const int> peers) {
  wait_while([&] {
    std::uint32_t missing = 0;
    for (int peer : peers)
      missing += has_arrived(peer, posted(peer)) ? 0U : 1U;
    return missing;
  });
}

// `missing` tells how many messages this rank still needs.
template <class Missing> void SharedMailboxes::wait_while(Missing missing) {
  for (int look = 0; look < kBareLooks; ++look)
    if (missing() == 0)
      return;
  Backoff backoff;
  if (wait_policy() == WaitPolicy::spin)
    for (int look = 1; look < kSpinningLooks; ++look) {
      if (missing() == 0)
        return;
      if (progress_ && look % kLooksPerProgress == 0)
        progress_();
      backoff.pause();
    }
  for (std::uint32_t still = missing(); still != 0;) {
    const bool messages = progress_ && progress_();
    shared_.sleepers.fetch_add(1, std::memory_order_seq_cst);
    const std::uint32_t events = bell(rank_).events();
    still = missing();
    if (still != 0 && !bell(rank_).sleep(events, still, messages ? kSleepBetweenMessages : kSleep))
      backoff.pause();
    shared_.sleepers.fetch_sub(1, std::memory_order_seq_cst);
    still = missing();
  }
}

void SharedMailboxes::report(int peer, Signature mine, Signature theirs) const {
  throw Error(
      "rank " + std::to_string(rank_) + " of this node is in " + text_of(mine) + " while rank " +
      std::to_string(peer) +
      (theirs.kind() == SharedKind::end ? " has come to its end" : " is in " + text_of(theirs)) +
      (mine.kind() == theirs.kind() && mine.bytes() == theirs.bytes()
           ? " with other blocks, another type or another reduction"
           : "") +
      "; all members of a group must call the same collectives in the same order");
}

} // namespace brigade

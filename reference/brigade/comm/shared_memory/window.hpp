#pragma once

#include "brigade/comm/shared_memory/mailboxes.hpp"
#include "brigade/comm/shared_memory/segment.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace brigade {

/// The memory that the ranks of one node share, and the means to agree on its use: mailboxes for
/// small messages, a staging area of two halves for each rank, and the arena, whose bytes
/// collectives read and write in place. Ranks are counted on the node (0, 1, … in the order of
/// their ranks in the world). Used by one thread.
class SharedWindow {
public:
  /// Made by `node_ranks` together (ranks of `comm` on this machine, ascending). nullptr on all of
  /// them where there is not enough shared memory; `failure` then says why.
  static std::unique_ptr<SharedWindow> create(MPI_Comm comm, std::span<const int> node_ranks,
                                              int tag, std::string *failure = nullptr);

  int rank() const { return rank_; }
  int ranks() const { return static_cast<int>(node_ranks_.size()); }
  /// Places on this node of ranks of the world; nullopt where one of them is elsewhere.
  std::optional<std::vector<int>> places_of(std::span<const int> world_ranks) const;

  /// Zeroed memory in the arena, aligned to 64 bytes. All ranks of the node call it together, each
  /// with its own `bytes`. nullptr on all of them where there is not enough; `failure` then says
  /// why.
  void *allocate(std::size_t bytes, std::string *failure = nullptr);
  /// Nowhere, where the bytes do not all lie in the arena.
  SharedPlace place_in_arena(const void *data, std::size_t bytes) const;
  bool is_in_arena(SharedPlace place) const { return place.code >> kOffsetBits > 1; }
  std::byte *address_of(SharedPlace place) const;

  /// One half of this rank's staging area, free to be written.
  struct Staging {
    std::byte *data;
    SharedPlace place;
    std::size_t half;
  };
  std::size_t staging_bytes() const { return staging_bytes_; }
  /// Waits until the readers of what lay in this half have gone on.
  Staging acquire_staging();
  /// Says that `peer` reads the half until its next message to this rank.
  void lend(const Staging &staging, int peer) {
    lent_[staging.half][static_cast<std::size_t>(peer)] = mailboxes_.posted(peer) + 1;
  }

  SharedMailboxes &mailboxes() { return mailboxes_; }
  /// Called now and then while a rank waits, so that started messages advance; returns whether
  /// there are any.
  void set_progress(std::function<bool()> progress) {
    mailboxes_.set_progress(std::move(progress));
  }

private:
  SharedWindow(MPI_Comm comm, std::span<const int> node_ranks, int tag, int rank,
               SharedSegment memory);
  static constexpr int kOffsetBits =
      48; // above them: 1 the window itself, from 2 on the arena's pieces

  MPI_Comm comm_;
  std::vector<int> node_ranks_;
  int tag_, rank_;
  std::vector<SharedSegment> memories_; // the window, then the arena's pieces
  SharedMailboxes mailboxes_;
  std::size_t staging_begin_, staging_bytes_, next_half_ = 0;
  std::array<std::vector<std::uint64_t>, 2> lent_; // message of each peer that gives the half back
};

/// The members of a group whose ranks are all on this node.
class SharedGroup {
public:
  /// `members`: places on the node, in the group's order; this rank among them.
  SharedGroup(SharedWindow &window, std::vector<int> members);

  SharedWindow &window() const { return *window_; }
  SharedMailboxes &mailboxes() const { return window_->mailboxes(); }
  int rank() const { return rank_; }
  int size() const { return static_cast<int>(members_.size()); }
  std::span<const int> members() const { return members_; }
  /// Indices of the other members, from the one after this rank on around, so that not all of them
  /// read from the same one first.
  std::span<const int> others() const { return others_; }
  /// The other members' places on the node, in the same order.
  std::span<const int> peers() const { return peers_; }
  int place(int member) const { return members_[static_cast<std::size_t>(member)]; }

  /// Sends every other member a message that says `place`.
  void post(Signature signature, SharedPlace place = {}) const;
  /// Waits for the message of each other member.
  void receive(Signature signature) const;
  /// Waits for them, and sets places() to what each has sent and to this rank's own.
  void receive(Signature signature, SharedPlace own) const;

  /// Room for something about each member, so that a collective allocates nothing.
  std::span<const std::byte *> sources() const { return sources_; }
  std::span<SharedPlace> places() const { return places_; }

private:
  SharedWindow *window_;
  std::vector<int> members_, others_, peers_;
  int rank_ = 0;
  mutable std::vector<const std::byte *> sources_;
  mutable std::vector<SharedPlace> places_;
};

} // namespace brigade

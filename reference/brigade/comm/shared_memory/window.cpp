#include "brigade/comm/shared_memory/window.hpp"

#include <algorithm>
#include <utility>

namespace brigade {
namespace {

// Half a staging area: long enough that an agreement costs little beside it, less where many ranks
// would need more than 16 MiB together (a container often has 64), at least a cache line for each
// rank.
std::size_t staging_bytes_for(int ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  return std::max((std::size_t{8} << 20) / std::max<std::size_t>(n, 16) / 64 * 64, 64 * n);
}

std::size_t mailbox_bytes(int ranks) {
  return (SharedMailboxes::bytes_needed(ranks) + 4095) / 4096 * 4096;
}

} // namespace

std::unique_ptr<SharedWindow> SharedWindow::create(MPI_Comm comm, std::span<const int> node_ranks,
                                                   int tag, std::string *failure) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  const auto place = std::ranges::find(node_ranks, rank) - node_ranks.begin();
  const int ranks = static_cast<int>(node_ranks.size());
  // The first rank's part holds what is not a single rank's.
  const std::size_t bytes = 2 * staging_bytes_for(ranks) + (place == 0 ? mailbox_bytes(ranks) : 0);
  SharedParts parts = share_memory(comm, node_ranks, tag, bytes);
  if (!parts.failure.empty()) {
    if (failure)
      *failure = parts.failure;
    return nullptr;
  }
  return std::unique_ptr<SharedWindow>(
      new SharedWindow(comm, node_ranks, tag, static_cast<int>(place), std::move(parts.memory)));
}

SharedWindow::SharedWindow(MPI_Comm comm, std::span<const int> node_ranks, int tag, int rank,
                           SharedSegment memory)
    : comm_(comm), node_ranks_(node_ranks.begin(), node_ranks.end()), tag_(tag), rank_(rank),
      mailboxes_(memory.data(), rank, ranks()), staging_begin_(mailbox_bytes(ranks())),
      staging_bytes_(staging_bytes_for(ranks())) {
  memories_.push_back(std::move(memory));
  for (auto &lent : lent_)
    lent.resize(node_ranks_.size());
}

std::optional<std::vector<int>> SharedWindow::places_of(std::span<const int> world_ranks) const {
  std::vector<int> places;
  for (int world_rank : world_ranks) {
    const auto found = std::ranges::lower_bound(node_ranks_, world_rank);
    if (found == node_ranks_.end() || *found != world_rank)
      return std::nullopt;
    places.push_back(static_cast<int>(found - node_ranks_.begin()));
  }
  return places;
}

void *SharedWindow::allocate(std::size_t bytes, std::string *failure) {
  SharedParts parts = share_memory(comm_, node_ranks_, tag_, bytes);
  if (!parts.failure.empty()) {
    if (failure)
      *failure = parts.failure;
    return nullptr;
  }
  std::byte *data = parts.memory.data() + parts.offsets[static_cast<std::size_t>(rank_)];
  memories_.push_back(std::move(parts.memory));
  return data;
}

SharedPlace SharedWindow::place_in_arena(const void *data, std::size_t bytes) const {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  for (std::size_t i = 1; i < memories_.size(); ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memories_[i].data());
    if (address >= begin && address + bytes <= begin + memories_[i].size())
      return {std::uint64_t{i + 1} << kOffsetBits | (address - begin)};
  }
  return {};
}

std::byte *SharedWindow::address_of(SharedPlace place) const {
  const std::uint64_t offset = place.code & ((std::uint64_t{1} << kOffsetBits) - 1);
  return memories_[(place.code >> kOffsetBits) - 1].data() + offset;
}

SharedWindow::Staging SharedWindow::acquire_staging() {
  const std::size_t half = std::exchange(next_half_, 1 - next_half_);
  for (int peer = 0; peer < ranks(); ++peer)
    if (const std::uint64_t number = std::exchange(lent_[half][static_cast<std::size_t>(peer)], 0))
      mailboxes_.await(peer, number);
  const std::size_t offset =
      staging_begin_ + (2 * static_cast<std::size_t>(rank_) + half) * staging_bytes_;
  return {memories_[0].data() + offset, {std::uint64_t{1} << kOffsetBits | offset}, half};
}

SharedGroup::SharedGroup(SharedWindow &window, std::vector<int> members)
    : window_(&window), members_(std::move(members)), sources_(members_.size()),
      places_(members_.size()) {
  rank_ = static_cast<int>(std::ranges::find(members_, window.rank()) - members_.begin());
  for (int step = 1; step < size(); ++step)
    others_.push_back((rank_ + step) % size());
  for (int other : others_)
    peers_.push_back(place(other));
}

void SharedGroup::post(Signature signature, SharedPlace own) const {
  for (int peer : peers_)
    mailboxes().post(peer, signature, own);
}

void SharedGroup::receive(Signature signature) const {
  mailboxes().await_all(peers_);
  for (int peer : peers_)
    mailboxes().receive(peer, signature);
}

void SharedGroup::receive(Signature signature, SharedPlace own) const {
  mailboxes().await_all(peers_);
  places_[static_cast<std::size_t>(rank_)] = own;
  for (int other : others_)
    places_[static_cast<std::size_t>(other)] = mailboxes().receive(place(other), signature).place;
}

} // namespace brigade

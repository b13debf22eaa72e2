#include "brigade/comm/shared_memory/all_to_all.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace brigade {
namespace {

// What goes between this rank and one other member. Only the two of them know the sizes, so each
// pair counts its own rounds: in each the two show each other their next slices.
struct Exchange {
  int member, peer;      // place in the group, on the node
  const std::byte *give; // to the member
  std::byte *take;       // from the member goes here
  std::size_t give_bytes, take_bytes;
  std::size_t given = 0, taken = 0;

  bool is_done() const { return given == give_bytes && taken == take_bytes; }
};

class AllToAll {
public:
  AllToAll(const SharedGroup &group, const std::byte *in, std::byte *out,
           std::span<const std::size_t> send_counts, std::span<const std::size_t> receive_counts,
           DType type)
      : group_(group), window_(group.window()), mailboxes_(group.mailboxes()), type_(type),
        in_arena_(window_.place_in_arena(in, std::reduce(send_counts.begin(), send_counts.end()) *
                                                 size_of(type))),
        stride_(window_.staging_bytes() / static_cast<std::size_t>(group.size()) / 64 * 64) {
    const auto bytes_before = [&](std::span<const std::size_t> counts, int member) {
      return size_of(type) * std::reduce(counts.begin(), counts.begin() + member);
    };
    const auto exchange_with = [&](int member) -> Exchange {
      const auto i = static_cast<std::size_t>(member);
      return {member,
              group.place(member),
              in + bytes_before(send_counts, member),
              out + bytes_before(receive_counts, member),
              size_of(type) * send_counts[i],
              size_of(type) * receive_counts[i]};
    };
    for (int other : group.others())
      exchanges_.push_back(exchange_with(other));
    const Exchange own = exchange_with(group.rank());
    if (own.give_bytes > 0)
      std::memcpy(own.take, own.give, own.give_bytes);
  }

  void run() {
    std::vector<Exchange> open = exchanges_;
    std::vector<int> peers(group_.peers().begin(), group_.peers().end());
    while (!open.empty()) {
      show(open);
      mailboxes_.await_all(peers);
      for (Exchange &exchange : open)
        take(exchange);
      std::erase_if(open, [](const Exchange &exchange) { return exchange.is_done(); });
      peers.clear();
      for (const Exchange &exchange : open)
        peers.push_back(exchange.peer);
    }
    if (in_arena_) // the caller may write `in` again once all have read it
      for (const Exchange &exchange : exchanges_)
        if (is_long(exchange))
          mailboxes_.receive(exchange.peer, taking(exchange));
  }

private:
  // A short exchange is one message each way; in a long one both directions go through places.
  bool is_long(const Exchange &exchange) const {
    return std::max(exchange.give_bytes, exchange.take_bytes) > mailboxes_.capacity();
  }
  Signature giving(const Exchange &exchange) const {
    return {SharedKind::all_to_all, static_cast<std::uint8_t>(type_), exchange.give_bytes};
  }
  Signature taking(const Exchange &exchange) const {
    return {SharedKind::all_to_all, static_cast<std::uint8_t>(type_), exchange.take_bytes};
  }

  // Sends each partner its short block, or the place of its next slice.
  void show(std::span<Exchange> open) {
    const bool any_long =
        std::ranges::any_of(open, [&](const Exchange &exchange) { return is_long(exchange); });
    SharedWindow::Staging staging{};
    if (any_long && !in_arena_)
      staging = window_.acquire_staging();
    for (Exchange &exchange : open) {
      if (!is_long(exchange)) {
        mailboxes_.post(exchange.peer, giving(exchange), {}, exchange.give, exchange.give_bytes);
        exchange.given = exchange.give_bytes;
      } else if (in_arena_) {
        mailboxes_.post(exchange.peer, giving(exchange),
                        window_.place_in_arena(exchange.give, exchange.give_bytes));
        exchange.given = exchange.give_bytes;
      } else {
        const std::size_t offset = stride_ * static_cast<std::size_t>(exchange.member);
        const std::size_t bytes = std::min(stride_, exchange.give_bytes - exchange.given);
        if (bytes > 0)
          std::memcpy(staging.data + offset, exchange.give + exchange.given, bytes);
        exchange.given += bytes;
        mailboxes_.post(exchange.peer, giving(exchange), {staging.place.code + offset});
        window_.lend(staging, exchange.peer);
      }
    }
  }

  void take(Exchange &exchange) {
    const Message &message = mailboxes_.receive(exchange.peer, taking(exchange));
    const std::byte *shown = message.payload;
    std::size_t bytes = exchange.take_bytes - exchange.taken;
    if (is_long(exchange)) {
      shown = window_.address_of(message.place);
      if (!window_.is_in_arena(message.place))
        bytes = std::min(stride_, bytes);
    }
    if (bytes > 0)
      std::memcpy(exchange.take + exchange.taken, shown, bytes);
    exchange.taken += bytes;
    if (is_long(exchange) && exchange.is_done())
      mailboxes_.post(exchange.peer, giving(exchange)); // this rank has read everything
  }

  const SharedGroup &group_;
  SharedWindow &window_;
  SharedMailboxes &mailboxes_;
  DType type_;
  SharedPlace in_arena_;
  std::size_t stride_; // of the slices for each member in a staging area
  std::vector<Exchange> exchanges_;
};

} // namespace

void shared_all_to_all(const SharedGroup &group, const void *in, void *out,
                       std::span<const std::size_t> send_counts,
                       std::span<const std::size_t> receive_counts, DType type) {
  AllToAll(group, static_cast<const std::byte *>(in), static_cast<std::byte *>(out), send_counts,
           receive_counts, type)
      .run();
}

} // namespace brigade

#include "brigade/comm/shared_memory/all_gather.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace brigade {
namespace {

class AllGather {
public:
  AllGather(const SharedGroup &group, const std::byte *in, std::byte *out,
            std::span<const std::size_t> counts, DType type)
      : group_(group), window_(group.window()), in_(in), out_(out), counts_(counts),
        element_bytes_(size_of(type)), longest_(std::ranges::max(counts) * element_bytes_),
        signature_(SharedKind::all_gather, static_cast<std::uint8_t>(type),
                   std::reduce(counts.begin(), counts.end()) * element_bytes_, counts) {}

  void run() {
    const std::size_t own = bytes_of(group_.rank());
    if (longest_ <= group_.mailboxes().capacity())
      through_mailboxes();
    else
      through_places(window_.place_in_arena(in_, own));
    if (own > 0 && block(group_.rank()) != in_)
      std::memmove(block(group_.rank()), in_, own);
  }

private:
  std::size_t bytes_of(int member) const {
    return counts_[static_cast<std::size_t>(member)] * element_bytes_;
  }
  std::byte *block(int member) const {
    return out_ + element_bytes_ * std::reduce(counts_.begin(), counts_.begin() + member);
  }
  SharedPlace place_of(int member) const {
    return group_.places()[static_cast<std::size_t>(member)];
  }

  void through_mailboxes() {
    for (int peer : group_.peers())
      group_.mailboxes().post(peer, signature_, {}, in_, bytes_of(group_.rank()));
    group_.mailboxes().await_all(group_.peers());
    for (int other : group_.others())
      if (const std::size_t bytes = bytes_of(other))
        std::memcpy(block(other),
                    group_.mailboxes().receive(group_.place(other), signature_).payload, bytes);
      else
        group_.mailboxes().receive(group_.place(other), signature_);
  }

  // Piece by piece; a member in the arena shows the same place each time, another its next piece in
  // its staging area.
  void through_places(SharedPlace in_arena) {
    std::size_t piece = window_.staging_bytes();
    for (std::size_t begin = 0; begin < longest_; begin += piece) {
      SharedWindow::Staging staging{};
      if (!in_arena) {
        staging = window_.acquire_staging();
        if (const std::size_t bytes = piece_of(group_.rank(), begin, piece))
          std::memcpy(staging.data, in_ + begin, bytes);
      }
      const SharedPlace shown = in_arena ? in_arena : staging.place;
      group_.post(signature_, shown);
      group_.receive(signature_, shown);
      if (std::ranges::all_of(group_.places(),
                              [&](SharedPlace place) { return window_.is_in_arena(place); }))
        piece = longest_; // no staging area limits it
      for (int other : group_.others()) {
        if (const std::size_t bytes = piece_of(other, begin, piece)) {
          const std::byte *shown_there = window_.address_of(place_of(other));
          std::memcpy(block(other) + begin,
                      shown_there + (window_.is_in_arena(place_of(other)) ? begin : 0), bytes);
        }
        if (!in_arena)
          window_.lend(staging, group_.place(other));
      }
    }
    group_.post(signature_); // this rank has read everything
    if (in_arena)
      group_.receive(signature_); // the caller may write `in` again once all have
  }

  std::size_t piece_of(int member, std::size_t begin, std::size_t piece) const {
    return begin < bytes_of(member) ? std::min(piece, bytes_of(member) - begin) : 0;
  }

  const SharedGroup &group_;
  SharedWindow &window_;
  const std::byte *in_;
  std::byte *out_;
  std::span<const std::size_t> counts_;
  std::size_t element_bytes_, longest_;
  Signature signature_;
};

} // namespace

void shared_all_gather(const SharedGroup &group, const void *in, void *out,
                       std::span<const std::size_t> counts, DType type) {
  AllGather(group, static_cast<const std::byte *>(in), static_cast<std::byte *>(out), counts, type)
      .run();
}

} // namespace brigade

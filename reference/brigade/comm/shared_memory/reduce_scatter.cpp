#include "brigade/comm/shared_memory/reduce_scatter.hpp"

#include "brigade/comm/reduction/reduce_sources.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace brigade {
namespace {

class ReduceScatter {
public:
  ReduceScatter(const SharedGroup &group, const std::byte *in, std::byte *out,
                std::span<const std::size_t> counts, DType type, ReduceOp op)
      : group_(group), window_(group.window()), in_(in), out_(out), counts_(counts), type_(type),
        op_(op), bytes_(std::reduce(counts.begin(), counts.end()) * size_of(type)),
        longest_(std::ranges::max(counts) * size_of(type)),
        signature_(SharedKind::reduce_scatter,
                   static_cast<std::uint8_t>(static_cast<int>(type) << 4 | static_cast<int>(op)),
                   bytes_, counts) {}

  void run() {
    if (longest_ <= group_.mailboxes().capacity())
      through_mailboxes();
    else
      through_places(window_.place_in_arena(in_, bytes_));
  }

private:
  std::size_t bytes_of(int member) const {
    return counts_[static_cast<std::size_t>(member)] * size_of(type_);
  }
  std::size_t offset_of(int member) const {
    return std::reduce(counts_.begin(), counts_.begin() + member) * size_of(type_);
  }
  const std::byte *&source(int member) const {
    return group_.sources()[static_cast<std::size_t>(member)];
  }
  void reduce_sources_to(std::byte *out, std::size_t bytes) const {
    reduce_sources(out, group_.sources(), bytes / size_of(type_), type_, op_);
  }

  void through_mailboxes() {
    for (int other : group_.others())
      group_.mailboxes().post(group_.place(other), signature_, {}, in_ + offset_of(other),
                              bytes_of(other));
    group_.mailboxes().await_all(group_.peers());
    for (int other : group_.others())
      source(other) = group_.mailboxes().receive(group_.place(other), signature_).payload;
    source(group_.rank()) = in_ + offset_of(group_.rank());
    reduce_sources_to(out_, bytes_of(group_.rank()));
  }

  // A piece is a slice of every block, so that all members have something to reduce. A staging area
  // has room for a slice of each block, in the members' order.
  void through_places(SharedPlace in_arena) {
    const int rank = group_.rank();
    const std::size_t stride =
        window_.staging_bytes() / static_cast<std::size_t>(group_.size()) / 64 * 64;
    const std::size_t own_offset = offset_of(rank);
    std::size_t slice = stride;
    for (std::size_t begin = 0; begin < longest_; begin += slice) {
      SharedWindow::Staging staging{};
      if (!in_arena) {
        staging = window_.acquire_staging();
        for (int other : group_.others())
          if (const std::size_t bytes = slice_of(other, begin, slice))
            std::memcpy(staging.data + stride * static_cast<std::size_t>(other),
                        in_ + offset_of(other) + begin, bytes);
      }
      const SharedPlace shown = in_arena ? in_arena : staging.place;
      group_.post(signature_, shown);
      group_.receive(signature_, shown);
      if (std::ranges::all_of(group_.places(),
                              [&](SharedPlace place) { return window_.is_in_arena(place); }))
        slice = longest_; // no staging area limits it
      for (int other : group_.others()) {
        const SharedPlace place = group_.places()[static_cast<std::size_t>(other)];
        source(other) = window_.address_of(place) + (window_.is_in_arena(place)
                                                         ? own_offset + begin
                                                         : stride * static_cast<std::size_t>(rank));
        if (!in_arena)
          window_.lend(staging, group_.place(other));
      }
      source(rank) = in_ + own_offset + begin;
      if (const std::size_t bytes = slice_of(rank, begin, slice))
        reduce_sources_to(out_ + begin, bytes);
    }
    group_.post(signature_); // this rank has read everything
    if (in_arena)
      group_.receive(signature_); // the caller may write `in` again once all have
  }

  std::size_t slice_of(int member, std::size_t begin, std::size_t slice) const {
    return begin < bytes_of(member) ? std::min(slice, bytes_of(member) - begin) : 0;
  }

  const SharedGroup &group_;
  SharedWindow &window_;
  const std::byte *in_;
  std::byte *out_;
  std::span<const std::size_t> counts_;
  DType type_;
  ReduceOp op_;
  std::size_t bytes_, longest_;
  Signature signature_;
};

} // namespace

void shared_reduce_scatter(const SharedGroup &group, const void *in, void *out,
                           std::span<const std::size_t> counts, DType type, ReduceOp op) {
  ReduceScatter(group, static_cast<const std::byte *>(in), static_cast<std::byte *>(out), counts,
                type, op)
      .run();
}

} // namespace brigade

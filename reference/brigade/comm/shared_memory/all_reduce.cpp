#include "brigade/comm/shared_memory/all_reduce.hpp"

#include "brigade/comm/reduction/reduce_sources.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace brigade {
namespace {

// Up to here every member reduces a whole piece for itself: one agreement, n * bytes to read. Above
// it each reduces its part for all: two agreements, but only 2 * bytes to read. Two members always
// do the former, since halves save them nothing.
constexpr std::size_t kEachForItselfBytes = std::size_t{16} << 10;
// A part that has just been reduced is copied to the others while it is in the first cache.
constexpr std::size_t kCopyBytes = std::size_t{8} << 10;
constexpr std::size_t kLineBytes = 64;

struct Range {
  std::size_t begin, end; // bytes
  std::size_t size() const { return end - begin; }
};

class AllReduce {
public:
  AllReduce(const SharedGroup &group, std::byte *data, std::size_t count, DType type, ReduceOp op)
      : group_(group), window_(group.window()), data_(data), bytes_(count * size_of(type)),
        type_(type), op_(op),
        signature_(SharedKind::all_reduce,
                   static_cast<std::uint8_t>(static_cast<int>(type) << 4 | static_cast<int>(op)),
                   bytes_),
        sources_(group.sources()), places_(group.places()) {}

  void run() {
    if (bytes_ <= group_.mailboxes().capacity())
      return through_mailboxes();
    // Little data in the arena is not worth the second agreement that reducing in place takes,
    // except between two members, who have to read and write half as much that way.
    const SharedPlace in_arena = group_.size() > 2 && bytes_ <= kEachForItselfBytes
                                     ? SharedPlace{}
                                     : window_.place_in_arena(data_, bytes_);
    Range piece = piece_from(0);
    // Whether all members' data lies in the arena shows in the first messages. Data that does not
    // is staged before that, so that one agreement is enough where none does.
    SharedWindow::Staging staging{};
    if (!in_arena)
      staging = stage(piece);
    agree(in_arena ? in_arena : staging.place);
    const auto in_place = std::ranges::count_if(
        places_, [&](SharedPlace place) { return window_.is_in_arena(place); });
    if (in_place == group_.size())
      return reduce_in_place();
    if (in_place > 0) {
      if (in_arena)
        staging = stage(piece);
      agree(staging.place);
    }
    for (;;) {
      reduce_staged(piece, staging);
      if (piece.end == bytes_)
        break;
      piece = piece_from(piece.end);
      staging = stage(piece);
      agree(staging.place);
    }
    group_.post(signature_); // gives the others their staging areas back
  }

private:
  std::size_t rank() const { return static_cast<std::size_t>(group_.rank()); }
  Range piece_from(std::size_t begin) const {
    return {begin, std::min(begin + window_.staging_bytes(), bytes_)};
  }
  // The member's share of a range, in whole cache lines.
  Range part_of(Range range, int member) const {
    const std::size_t lines = (range.size() + kLineBytes - 1) / kLineBytes;
    const auto n = static_cast<std::size_t>(group_.size()), i = static_cast<std::size_t>(member);
    return {range.begin + std::min(lines * i / n * kLineBytes, range.size()),
            range.begin + std::min(lines * (i + 1) / n * kLineBytes, range.size())};
  }

  void through_mailboxes() {
    for (int other : group_.others())
      group_.mailboxes().post(group_.place(other), signature_, {}, data_, bytes_);
    group_.mailboxes().await_all(group_.peers());
    for (int other : group_.others())
      sources_[static_cast<std::size_t>(other)] =
          group_.mailboxes().receive(group_.place(other), signature_).payload;
    sources_[rank()] = data_;
    reduce_sources(data_, sources_, bytes_ / size_of(type_), type_, op_);
  }

  void agree(SharedPlace own) {
    group_.post(signature_, own);
    group_.receive(signature_, own);
  }

  SharedWindow::Staging stage(Range piece) {
    const SharedWindow::Staging staging = window_.acquire_staging();
    std::memcpy(staging.data, data_ + piece.begin, piece.size());
    return staging;
  }

  // Reduces the part of all members' memory at `places_` + offset that is this rank's to reduce.
  void reduce_in_place() {
    const Range part = part_of({0, bytes_}, group_.rank());
    for (std::size_t begin = part.begin; begin < part.end; begin += kCopyBytes) {
      const Range piece{begin, std::min(begin + kCopyBytes, part.end)};
      for (std::size_t i = 0; i < sources_.size(); ++i)
        sources_[i] = window_.address_of(places_[i]) + begin;
      reduce_sources(data_ + begin, sources_, piece.size() / size_of(type_), type_, op_);
      for (int other : group_.others())
        std::memcpy(window_.address_of(places_[static_cast<std::size_t>(other)]) + begin,
                    data_ + begin, piece.size());
    }
    group_.post(signature_);
    group_.receive(signature_);
  }

  void reduce_staged(Range piece, const SharedWindow::Staging &staging) {
    if (group_.size() <= 2 || bytes_ <= kEachForItselfBytes)
      reduce_for_itself(piece);
    else
      reduce_for_all(piece, staging);
    for (int other : group_.others())
      window_.lend(staging, group_.place(other));
  }

  void reduce_for_itself(Range piece) {
    for (std::size_t i = 0; i < sources_.size(); ++i)
      sources_[i] = window_.address_of(places_[i]);
    sources_[rank()] = data_ + piece.begin;
    reduce_sources(data_ + piece.begin, sources_, piece.size() / size_of(type_), type_, op_);
  }

  void reduce_for_all(Range piece, const SharedWindow::Staging &staging) {
    // Only this rank reads its part of its own staging area, so the result may lie there.
    const Range part = part_of(piece, group_.rank());
    for (std::size_t i = 0; i < sources_.size(); ++i)
      sources_[i] = window_.address_of(places_[i]) + (part.begin - piece.begin);
    std::byte *result = staging.data + (part.begin - piece.begin);
    reduce_sources(result, sources_, part.size() / size_of(type_), type_, op_);
    group_.post(signature_);
    std::memcpy(data_ + part.begin, result, part.size());
    for (int other : group_.others()) {
      group_.mailboxes().receive(group_.place(other), signature_);
      const Range theirs = part_of(piece, other);
      std::memcpy(data_ + theirs.begin,
                  window_.address_of(places_[static_cast<std::size_t>(other)]) +
                      (theirs.begin - piece.begin),
                  theirs.size());
    }
  }

  const SharedGroup &group_;
  SharedWindow &window_;
  std::byte *data_;
  std::size_t bytes_;
  DType type_;
  ReduceOp op_;
  Signature signature_;
  std::span<const std::byte *> sources_; // of each member
  std::span<SharedPlace> places_;        // where each member's data or staging lies
};

} // namespace

void shared_all_reduce(const SharedGroup &group, void *data, std::size_t count, DType type,
                       ReduceOp op) {
  AllReduce(group, static_cast<std::byte *>(data), count, type, op).run();
}

} // namespace brigade

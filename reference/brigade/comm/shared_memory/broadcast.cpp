#include "brigade/comm/shared_memory/broadcast.hpp"

#include <algorithm>
#include <cstring>

namespace brigade {
namespace {

// The root sends to each; each answers, so that the numbers between the two stay in step. An answer
// is sent when a member begins to wait for a piece, and so says that it has read the one before.
class Broadcast {
public:
  Broadcast(const SharedGroup &group, std::byte *data, std::size_t count, DType type, int root)
      : group_(group), window_(group.window()), mailboxes_(group.mailboxes()), data_(data),
        bytes_(count * size_of(type)), root_(group.place(root)),
        signature_(SharedKind::broadcast, static_cast<std::uint8_t>(type), bytes_) {}

  void run() {
    if (window_.rank() == root_)
      give();
    else
      take();
  }

private:
  bool is_small() const { return bytes_ <= mailboxes_.capacity(); }

  void give() {
    if (is_small()) {
      for (int peer : group_.peers())
        mailboxes_.post(peer, signature_, {}, data_, bytes_);
      return;
    }
    if (const SharedPlace place = window_.place_in_arena(data_, bytes_)) {
      group_.post(signature_, place);
      group_.receive(signature_);
      group_.post(signature_);
      return group_.receive(signature_); // all have read it
    }
    for (std::size_t begin = 0; begin < bytes_; begin += window_.staging_bytes()) {
      const SharedWindow::Staging staging = window_.acquire_staging();
      std::memcpy(staging.data, data_ + begin, piece_from(begin));
      group_.post(signature_, staging.place);
      for (int peer : group_.peers())
        window_.lend(staging, peer);
    }
    group_.post(signature_);
  }

  void take() {
    if (is_small()) {
      mailboxes_.post(root_, signature_);
      const Message &message = mailboxes_.receive(root_, signature_);
      if (bytes_ > 0)
        std::memcpy(data_, message.payload, bytes_);
      return;
    }
    std::size_t begin = 0;
    while (begin < bytes_) {
      mailboxes_.post(root_, signature_);
      const SharedPlace place = mailboxes_.receive(root_, signature_).place;
      const std::size_t bytes = window_.is_in_arena(place) ? bytes_ : piece_from(begin);
      std::memcpy(data_ + begin, window_.address_of(place), bytes);
      begin += bytes;
    }
    mailboxes_.post(root_, signature_); // has read the last one
  }

  std::size_t piece_from(std::size_t begin) const {
    return std::min(window_.staging_bytes(), bytes_ - begin);
  }

  const SharedGroup &group_;
  SharedWindow &window_;
  SharedMailboxes &mailboxes_;
  std::byte *data_;
  std::size_t bytes_;
  int root_;
  Signature signature_;
};

} // namespace

void shared_broadcast(const SharedGroup &group, void *data, std::size_t count, DType type,
                      int root) {
  Broadcast(group, static_cast<std::byte *>(data), count, type, root).run();
}

} // namespace brigade

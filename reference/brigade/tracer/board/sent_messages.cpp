#include "brigade/tracer/board/sent_messages.hpp"

#include <algorithm>
#include <array>

namespace brigade::board {
namespace {

constexpr std::size_t kSentMessages = 512;

std::array<PendingWork, kSentMessages> sent;
std::uint64_t sent_count = 0;

} // namespace

void note_sent(const PendingWork &send) { sent[sent_count++ % kSentMessages] = send; }

std::vector<PendingWork> last_sent(std::uint64_t communicator, std::int32_t peer, std::int32_t tag,
                                   std::size_t count) {
  std::vector<PendingWork> found;
  const std::uint64_t oldest = sent_count > kSentMessages ? sent_count - kSentMessages : 0;
  for (std::uint64_t at = sent_count; at > oldest && found.size() < count; --at)
    if (const PendingWork &send = sent[(at - 1) % kSentMessages];
        send.communicator == communicator && send.peer == peer && send.tag == tag)
      found.push_back(send);
  std::ranges::reverse(found);
  return found;
}

} // namespace brigade::board

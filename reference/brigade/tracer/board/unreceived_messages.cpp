#include "brigade/tracer/board/unreceived_messages.hpp"

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/communicators.hpp"
#include "brigade/tracer/board/sent_messages.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace brigade::board {
namespace {

/// Each lets MPI take in what has arrived.
constexpr int kLooks = 10;

std::span<const UnexpectedMessage> shown_by(const Slot &slot) {
  const std::int32_t count = std::clamp<std::int32_t>(slot.unreceived_count, 0, kMaxUnreceived);
  return {slot.unreceived.data(), static_cast<std::size_t>(count)};
}

std::string text_of(const UnexpectedMessage &message, std::int32_t receiver,
                    const PendingWork *send) {
  std::string text = (send ? send->call.text() : std::string("a message")) + " to " +
                     rank_text(receiver) + ", tag " + std::to_string(message.tag) + ", " +
                     std::to_string(message.bytes) + " bytes";
  return send && send->caller != 0 ? text + ", at " + place_text(send->caller) : text;
}

} // namespace

std::vector<TakenMessage> take_messages(MPI_Comm communicator) {
  std::vector<TakenMessage> messages;
  for (int looks = 0; looks < kLooks; ++looks) {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    PMPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, communicator, &found, &message, &status);
    if (!found)
      continue;
    looks = 0;
    MPI_Count bytes = 0;
    PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    std::vector<std::byte> data(static_cast<std::size_t>(std::max<MPI_Count>(bytes, 0)));
    PMPI_Mrecv(data.data(), static_cast<int>(data.size()), MPI_BYTE, &message, MPI_STATUS_IGNORE);
    messages.push_back({status.MPI_SOURCE, status.MPI_TAG, bytes});
  }
  return messages;
}

void show_unreceived() {
  std::int32_t count = 0;
  for (const MPI_Comm handle : open_handles()) {
    const Communicator &communicator = known(handle);
    for (const TakenMessage &message : take_messages(handle)) {
      if (count < static_cast<std::int32_t>(kMaxUnreceived))
        mine->unreceived[static_cast<std::size_t>(count)] = {
            communicator.id, communicator.in_world(message.source), message.tag, message.bytes};
      ++count;
    }
  }
  mine->unreceived_count = count;
}

std::vector<std::string> unreceived_of_mine() {
  const auto self = static_cast<std::int32_t>(mine - shared().slots.data());
  std::vector<std::string> lines;
  for (std::int32_t receiver = 0; receiver < shared().ranks; ++receiver) {
    const auto shown = shown_by(shared().slots[static_cast<std::size_t>(receiver)]);
    for (std::size_t at = 0; at < shown.size(); ++at) {
      const UnexpectedMessage &message = shown[at];
      if (message.source != self)
        continue;
      // Which of the last sends of its kind it is: as many are behind it as are left over after it.
      const auto is_alike = [&](const UnexpectedMessage &other) {
        return other.source == self && other.tag == message.tag &&
               other.communicator == message.communicator;
      };
      const auto behind =
          static_cast<std::size_t>(std::ranges::count_if(shown.subspan(at + 1), is_alike));
      const std::vector<PendingWork> sends =
          last_sent(message.communicator, receiver, message.tag, behind + 1);
      lines.push_back(
          text_of(message, receiver, sends.size() == behind + 1 ? &sends.front() : nullptr));
    }
  }
  return lines;
}

} // namespace brigade::board

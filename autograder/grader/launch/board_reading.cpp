#include "grader/launch/board_reading.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace brigade::grader {
namespace {

bool is_rank(std::int32_t rank, int ranks) { return rank >= 0 && rank < ranks; }

/// A bool that holds neither 0 nor 1 must not be read as one.
void make_bool(bool &flag) {
  unsigned char byte = 0;
  std::memcpy(&byte, &flag, 1);
  flag = byte != 0;
}

/// Read once: between two looks it may be another.
std::int32_t once(const std::int32_t &number) {
  return *static_cast<const volatile std::int32_t *>(&number);
}

} // namespace

std::vector<std::uint64_t> stack_on_board(const board::Stack &stack) {
  const std::int32_t count = std::clamp<std::int32_t>(once(stack.count), 0, board::kMaxFrames);
  return {stack.addresses.begin(), stack.addresses.begin() + count};
}

board::CallState call_on_board(const board::Slot &slot, int ranks) {
  board::CallState call;
  std::memcpy(&call, &slot.call, sizeof call);
  make_bool(call.waits);
  call.pending_count = std::max(call.pending_count, 0);
  for (board::PendingWork &work : call.pending)
    if (work.peer != board::kAny && !is_rank(work.peer, ranks))
      work.peer = board::kNone;
  return call;
}

std::vector<board::UnexpectedMessage> messages_on_board(const board::Slot &slot, int ranks) {
  std::vector<board::UnexpectedMessage> messages(slot.messages.size());
  std::memcpy(messages.data(), slot.messages.data(), sizeof slot.messages);
  const std::int32_t count = std::clamp<std::int32_t>(once(slot.message_count), 0, 4);
  messages.resize(static_cast<std::size_t>(count));
  std::erase_if(messages, [&](const board::UnexpectedMessage &message) {
    return !is_rank(message.source, ranks);
  });
  return messages;
}

std::vector<int> members_on_board(const board::CommunicatorState &state, int ranks) {
  const std::int32_t size = once(state.size);
  if (size < 1 || size > ranks)
    return {};
  std::vector<int> members(state.members.begin(), state.members.begin() + size);
  if (!std::ranges::all_of(members, [&](int member) { return is_rank(member, ranks); }))
    return {};
  return members;
}

std::optional<CommunicatorView> communicator_on_board(const board::CommunicatorState &state,
                                                      int ranks) {
  CommunicatorView seen;
  seen.id = state.id.load();
  seen.members = members_on_board(state, ranks);
  if (seen.id == 0 || seen.members.empty())
    return std::nullopt;
  seen.parent = state.parent;
  seen.name = state.name.text();
  seen.made_by = state.made_by.text();
  for (std::size_t rank = 0; rank < seen.members.size(); ++rank) {
    seen.made_at.push_back(state.made_at[rank].load());
    seen.calls.push_back(state.calls[rank].load());
    seen.last_caller.push_back(state.last_caller[rank].load());
    seen.repeats.push_back(state.repeats[rank].load());
    seen.color.push_back(state.color[rank].load());
  }
  return seen;
}

} // namespace brigade::grader

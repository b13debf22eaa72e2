#pragma once

#include "grader/launch/board_view.hpp"

#include "brigade/tracer/board/layout.hpp"

#include <cstdint>
#include <optional>
#include <vector>

/// Parts of the board, copied. The student's program can write every byte of it at any moment: here
/// each count is cut to what there is room for, and each rank is one of the `ranks` that were
/// started. Whoever spoils the board spoils what is said of his own run, no more.
namespace brigade::grader {

std::vector<std::uint64_t> stack_on_board(const board::Stack &stack);

/// Peers that are no ranks become kNone.
board::CallState call_on_board(const board::Slot &slot, int ranks);

std::vector<board::UnexpectedMessage> messages_on_board(const board::Slot &slot, int ranks);

/// In the world; empty where one of them is no rank, or there are more members than ranks.
std::vector<int> members_on_board(const board::CommunicatorState &state, int ranks);

/// Nothing where the place is free, or its members make no sense.
std::optional<CommunicatorView> communicator_on_board(const board::CommunicatorState &state,
                                                      int ranks);

} // namespace brigade::grader

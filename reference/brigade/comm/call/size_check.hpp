#pragma once

#include "brigade/comm/job/group_state.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace brigade {

/// Throws InputError where `given` elements are not the `expected` ones: "all_gather over `data`:
/// `out` has 7 elements; expected 8 (why)".
void check_size(std::string_view kind, const GroupState &group, std::string_view what,
                std::size_t given, std::size_t expected, std::string_view why);

/// Throws InputError where there is not one count for each member.
void check_counts(std::string_view kind, const GroupState &group, std::string_view what,
                  std::span<const std::size_t> counts);

/// Throws InputError where `place` is not a place in the group.
void check_place(std::string_view kind, const GroupState &group, std::string_view what, int place);

} // namespace brigade

#include "brigade/comm/call/size_check.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

namespace brigade {

void check_size(std::string_view kind, const GroupState &group, std::string_view what,
                std::size_t given, std::size_t expected, std::string_view why) {
  if (given != expected)
    throw InputError(fmt::format("{} over `{}`: `{}` has {} elements at place {}; expected {} ({})",
                                 kind, group.name, what, given, group.rank, expected, why));
}

void check_counts(std::string_view kind, const GroupState &group, std::string_view what,
                  std::span<const std::size_t> counts) {
  if (counts.size() != group.members.size())
    throw InputError(
        fmt::format("{} over `{}`: `{}` has {} entries; expected one for each of the {} "
                    "members",
                    kind, group.name, what, counts.size(), group.members.size()));
}

void check_place(std::string_view kind, const GroupState &group, std::string_view what, int place) {
  if (place < 0 || place >= static_cast<int>(group.members.size()))
    throw InputError(fmt::format("{} over `{}`: {} is {}; the group has the places 0 to {}", kind,
                                 group.name, what, place, group.members.size() - 1));
}

} // namespace brigade

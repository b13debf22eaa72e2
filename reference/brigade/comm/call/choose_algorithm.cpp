#include "brigade/comm/call/choose_algorithm.hpp"

#include "brigade/comm/job/runtime_state.hpp"
#include "brigade/core/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace brigade {
namespace {

using enum Algorithm;

bool has(Collective collective, Algorithm algorithm) {
  const auto known = algorithms_of(collective);
  return std::ranges::find(known, algorithm) != known.end();
}

void check_possible(Collective collective, const GroupState &group, Algorithm asked, bool started) {
  if (!has(collective, asked)) {
    std::vector<std::string_view> names;
    for (const Algorithm algorithm : algorithms_of(collective))
      names.push_back(to_string(algorithm));
    throw InputError(fmt::format("{} has no algorithm {}; it has {}", to_string(collective),
                                 to_string(asked), fmt::join(names, ", ")));
  }
  if (asked == library && group.library == MPI_COMM_NULL)
    throw InputError(fmt::format("{} over `{}` by the MPI library needs a communicator: make one "
                                 "with Runtime::communicator first",
                                 to_string(collective), group.name));
  if (asked == window && !group.shared)
    throw InputError(
        fmt::format("{} over `{}` through the window needs all members on one node and "
                    "enough shared memory",
                    to_string(collective), group.name));
  if (asked == window && started)
    throw InputError(fmt::format("{} through the window has no started form; leave the algorithm "
                                 "automatic, or call the blocking form",
                                 to_string(collective)));
}

} // namespace

Algorithm choose_algorithm(Collective collective, const GroupState &group, std::size_t bytes,
                           Algorithm asked, bool started) {
  if (asked == automatic)
    return group.runtime->selection.choose({.collective = collective,
                                            .ranks = group.members.size(),
                                            .bytes = bytes,
                                            .window_possible = group.shared && !started,
                                            .library_possible = group.library != MPI_COMM_NULL});
  check_possible(collective, group, asked, started);
  return asked;
}

} // namespace brigade

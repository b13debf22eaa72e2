#include "brigade/gspmd/reshard_cuts.hpp"

#include <algorithm>

namespace brigade {

namespace {

using Found = std::function<void(const ReshardState &)>;

AxisSet cut_of(const ReshardState &state, std::size_t rank) {
  AxisSet cut;
  for (std::size_t d = 0; d < rank; ++d)
    cut |= state.dimensions[d].set();
  return cut;
}

AxisList up_to_any(const AxisList &axes, AxisSet of) {
  const auto *const first =
      std::ranges::find_if(axes, [&](Axis axis) { return of.contains(axis); });
  return axes.first(static_cast<std::size_t>(first - axes.begin()));
}

// `next` with those axes that nobody wants.
void complete(const CutChoices &choices, ReshardState next, const Found &found) {
  const std::size_t rank = choices.arrived.size();
  const AxisSet cut = cut_of(choices.here, rank), left = cut - cut_of(next, rank);
  if (!cut.includes(choices.wanted) || left.intersects(choices.wanted))
    return;
  next.unreduced = choices.here.unreduced;
  for (std::size_t d = 0; d < (left.empty() ? 1 : rank); ++d) {
    const AxisList wanted = next.dimensions[d];
    next.dimensions[d] = wanted.followed_by(axis_list(left));
    found(next);
    next.dimensions[d] = wanted;
  }
}

} // namespace

void for_each_new_cut(const CutChoices &choices, const Found &found) {
  complete(choices, choices.end, found);
  for (std::size_t d = 0; d < choices.arrived.size(); ++d) {
    const AxisList &axes = choices.here.dimensions[d];
    for (std::size_t stay = choices.arrived[d] + 1; stay <= axes.size(); ++stay) {
      ReshardState next = choices.end;
      next.dimensions[d] = axes.first(stay);
      for (std::size_t other = 0; other < choices.arrived.size(); ++other)
        if (other != d)
          next.dimensions[other] = up_to_any(next.dimensions[other], axes.first(stay).set());
      complete(choices, next, found);
    }
  }
}

} // namespace brigade

#include "brigade/gspmd/reshard_permutes.hpp"

#include <algorithm>
#include <vector>

namespace brigade {

namespace {

class Permutes {
public:
  Permutes(const PermuteChoices &choices, int most, bool most_in_place_first,
           const std::function<void(const ReshardState &)> &found)
      : choices_(choices), most_(most), most_in_place_first_(most_in_place_first), found_(found),
        next_(choices.here) {}

  int run() {
    from_dimension(0, choices_.usable);
    return count_;
  }

private:
  struct Filling {
    AxisList axes;
    AxisSet usable;
    std::size_t from = 0;    // in the order
    std::int64_t blocks = 1; // to be made yet
    AxisSet not_first;
  };

  void from_dimension(std::size_t d, AxisSet usable) {
    if (count_ == most_)
      return;
    if (d == choices_.arrived.size()) {
      ++count_;
      found_(next_);
      return;
    }
    const std::size_t arrived = choices_.arrived[d];
    const AxisList &here = choices_.here.dimensions[d], &to = choices_.end.dimensions[d];
    std::int64_t blocks = 1;
    for (std::size_t i = arrived; i < here.size(); ++i)
      blocks *= choices_.sizes[here[i]];
    if (blocks == 1) {
      from_dimension(d + 1, usable);
      return;
    }
    std::vector<Filling> fillings;
    AxisList axes = here.first(arrived);
    for (std::size_t i = arrived;; ++i) {
      const bool is_wanted = i < to.size() && usable.contains(to[i]);
      fillings.push_back({axes, usable, 0, blocks, is_wanted ? AxisSet(to[i]) : AxisSet()});
      if (!is_wanted || blocks % choices_.sizes[to[i]] != 0)
        break;
      axes.push_back(to[i]);
      blocks /= choices_.sizes[to[i]];
      usable = usable - AxisSet(to[i]);
    }
    if (most_in_place_first_)
      std::ranges::reverse(fillings);
    for (const Filling &filling : fillings)
      fill(d, filling);
  }

  void fill(std::size_t d, const Filling &filling) {
    if (filling.blocks == 1) {
      next_.dimensions[d] = filling.axes;
      from_dimension(d + 1, filling.usable);
      next_.dimensions[d] = choices_.here.dimensions[d];
      return;
    }
    for (std::size_t i = filling.from; i < choices_.order.size() && count_ < most_; ++i) {
      const Axis axis = choices_.order[i];
      if (filling.usable.contains(axis) && filling.blocks % choices_.sizes[axis] == 0 &&
          !filling.not_first.contains(axis))
        fill(d, {filling.axes.followed_by({axis}),
                 filling.usable - AxisSet(axis),
                 choices_.in_any_order ? 0 : i + 1,
                 filling.blocks / choices_.sizes[axis],
                 {}});
    }
  }

  const PermuteChoices &choices_;
  const int most_;
  const bool most_in_place_first_;
  const std::function<void(const ReshardState &)> &found_;
  ReshardState next_;
  int count_ = 0;
};

} // namespace

int for_each_permute(const PermuteChoices &choices, int most, bool most_in_place_first,
                     const std::function<void(const ReshardState &)> &found) {
  return Permutes(choices, most, most_in_place_first, found).run();
}

} // namespace brigade

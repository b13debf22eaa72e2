#include "brigade/gspmd/reshard_search.hpp"

#include "brigade/gspmd/collective_cost.hpp"
#include "brigade/gspmd/reshard_cuts.hpp"
#include "brigade/gspmd/reshard_permutes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <queue>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace brigade {

namespace {

// Costs are counted in whole parts of what an obvious plan costs, so that equal ones are equal in
// whatever order they are added up. Each step adds a few parts: of equally cheap plans the
// shortest wins.
constexpr double kParts = 0x1p40;
constexpr std::int64_t kPartsOfAStep = 16;

// After so many states the search stops looking for the very best plan: it then goes where most
// axes are in their places. Few meshes of up to four axes get there; with eight axes there are
// millions of states, and one permute leads to any of up to 8! of them: of these only so many are
// looked at, and the one that puts most axes in their places; where more than five axes have made
// many states already, only that one.
constexpr int kPatience = 500;
constexpr int kMostPermutes = 1000;
constexpr std::size_t kManyStates = 2000;
// Of more axes there are too many orders to look for those that take each other's place.
constexpr std::size_t kMostReplacedAxes = 5;

struct Node {
  ReshardMove move; // that led here
  std::int64_t cost = 0;
  std::int32_t parent = -1;
  bool done = false;
};

struct Waiting {
  std::int64_t bound;
  std::int32_t node;
  // The queue gives the greatest first.
  bool operator<(const Waiting &other) const {
    return std::tie(bound, node) > std::tie(other.bound, other.node);
  }
};

struct Found {
  std::vector<ReshardMove> moves;
  std::int64_t cost = 0;
  bool in_a_hurry = false; // so that there may be cheaper ones
};

AxisSet axes_of(const ReshardProblem &problem) {
  AxisSet axes = problem.unreduced;
  for (const ReshardDimension &dimension : problem.dimensions)
    axes |= dimension.from.set() | dimension.to.set();
  return axes;
}

// Whether a permute may bring several axes in place of one.
bool axes_replace_others(AxisSet axes, const Mesh &mesh) {
  const AxisList all = axis_list(axes);
  return std::ranges::any_of(all, [&](Axis a) {
    return std::ranges::any_of(all, [&](Axis b) {
      return mesh.shape()[a] > mesh.shape()[b] && mesh.shape()[a] % mesh.shape()[b] == 0;
    });
  });
}

// What is tried besides the moves that nearly all cheapest plans are made of.
struct Tries {
  bool new_cuts = false;     // an all_to_all that cuts blocks anew
  bool replacements = false; // what has arrived leaves again for a larger axis; axes in any order
};

class Search {
public:
  Search(const ReshardProblem &problem, const Mesh &mesh, const MachineProfile &profile,
         Tries tries)
      : problem_(problem), mesh_(mesh), profile_(profile), tries_(tries),
        axes_replace_others_(axes_replace_others(axes_of(problem), mesh)) {
    for (std::size_t axis = 0; axis < mesh.shape().size(); ++axis)
      sizes_[axis] = mesh.shape()[axis];
    least_latency_ = std::min(profile.inside.latency, profile.between.latency);
    least_per_byte_ = std::min(profile.inside.seconds_per_byte, profile.between.seconds_per_byte);
    for (std::size_t d = 0; d < problem.dimensions.size(); ++d) {
      start_.dimensions[d] = problem.dimensions[d].from;
      end_.dimensions[d] = problem.dimensions[d].to;
      wanted_ |= problem.dimensions[d].to.set();
      movable_ |= problem.dimensions[d].from.set() | problem.dimensions[d].to.set();
      smallest_bytes_ *= static_cast<double>(problem.dimensions[d].size) /
                         static_cast<double>(problem.dimensions[d].blocks);
    }
    movable_ = movable_ - problem.unreduced;
    const std::int64_t devices = device_count(movable_ | problem.unreduced, mesh);
    smallest_bytes_ *= static_cast<double>(problem.other_bytes) / static_cast<double>(devices);
    divides_ = std::ranges::all_of(problem.dimensions, [&](const ReshardDimension &dimension) {
      return dimension.size % (dimension.blocks * devices) == 0;
    });
    counts_messages_ = profile.inside.steps != CollectiveSteps::one &&
                       profile.between.steps != CollectiveSteps::one;
    start_.unreduced = problem.unreduced;
    end_bytes_ = block_bytes(end_);
    end_cut_ = cut_count(end_);
    const double obvious = obvious_seconds();
    part_ = obvious > 0 ? obvious / kParts : 1;
  }

  Found run() {
    add({.after = start_}, 0, -1);
    while (!waiting_.empty()) {
      current_ = waiting_.top().node;
      waiting_.pop();
      if (node().done)
        continue;
      node().done = true;
      if (node().move.after == end_)
        break;
      if (++taken_up_ == kPatience || (price_of_a_place_ == 0 && has_many_states()))
        hurry();
      expand();
    }
    Found found{.moves = {}, .cost = node().cost, .in_a_hurry = price_of_a_place_ != 0};
    for (std::int32_t i = current_; nodes_[static_cast<std::size_t>(i)].parent >= 0;
         i = nodes_[static_cast<std::size_t>(i)].parent)
      found.moves.push_back(nodes_[static_cast<std::size_t>(i)].move);
    std::ranges::reverse(found.moves);
    return found;
  }

private:
  Node &node() { return nodes_[static_cast<std::size_t>(current_)]; }
  std::size_t rank() const { return problem_.dimensions.size(); }

  // Blocks that the axes make, without the first ones.
  std::int64_t count(const AxisList &axes, std::size_t first = 0) const {
    std::int64_t count = 1;
    for (std::size_t i = first; i < axes.size(); ++i)
      count *= sizes_[axes[i]];
    return count;
  }

  double block_bytes(const ReshardState &state) const {
    std::int64_t bytes = problem_.other_bytes;
    for (std::size_t d = 0; d < rank(); ++d) {
      const std::int64_t size = problem_.dimensions[d].size;
      const std::int64_t blocks = problem_.dimensions[d].blocks * count(state.dimensions[d]);
      bytes *= (size + blocks - 1) / blocks;
    }
    return static_cast<double>(bytes);
  }

  double cut_count(const ReshardState &state) const {
    double cut = 1;
    for (std::size_t d = 0; d < rank(); ++d)
      cut *= static_cast<double>(count(state.dimensions[d]));
    return cut;
  }

  const LinkProfile &link(AxisSet axes) {
    const LinkProfile *&link = links_[axes.bits()];
    if (!link)
      link = &link_of(profile_, mesh_, axis_names(axes, mesh_));
    return *link;
  }

  double seconds(Operation operation, AxisSet axes, double bytes) {
    std::array<std::int64_t, kMostAxes> sizes;
    std::size_t count = 0;
    for (Axis axis = 0; axis < kMostAxes; ++axis)
      if (axes.contains(axis))
        sizes[count++] = sizes_[axis];
    return collective_cost(operation, std::span(sizes).first(count), bytes, link(axes)).seconds;
  }

  // Of reducing all at once, gathering all and slicing.
  double obvious_seconds() {
    double sum = 0;
    if (!start_.unreduced.empty())
      sum += seconds(Operation::all_reduce, start_.unreduced, block_bytes(start_));
    ReshardState state = start_;
    for (std::size_t d = 0; d < rank(); ++d) {
      const AxisSet axes = std::exchange(state.dimensions[d], {}).set();
      if (axes.empty())
        continue;
      sum += seconds(Operation::all_gather, axes, block_bytes(state));
    }
    return sum;
  }

  // What must still be paid at least.
  // Bytes: what a device will hold in the end and does not hold now, it must receive. Where a
  // dimension is cut by axes that are misplaced, and axes are to come, some device holds nothing of
  // its last block; else, of a dimension that is cut too much, a part. Where sizes do not divide,
  // what is counted can be down to half of what one device receives.
  // Messages: only gathering makes fewer blocks, p times fewer by at least log2 p, and whatever
  // stands in a wrong place takes one.
  // What is unreduced is sent once by all but one device, cut as finely as can be.
  double least_seconds(const ReshardState &state) const {
    bool misplaced = false, disjoint = false;
    double last = 1, kept = 1;
    for (std::size_t d = 0; d < rank(); ++d) {
      const ReshardDimension &dimension = problem_.dimensions[d];
      const AxisList &axes = state.dimensions[d], &to = end_.dimensions[d];
      const std::int64_t size_in_the_end = dimension.size / (dimension.blocks * count(to));
      std::int64_t size_kept = size_in_the_end;
      if (!axes.is_prefix_of(to)) {
        misplaced = true;
        disjoint = disjoint || !to.is_prefix_of(axes);
        const std::int64_t blocks = dimension.blocks * count(axes);
        size_kept = std::min(size_kept, (dimension.size + blocks - 1) / blocks);
      }
      last *= static_cast<double>(size_in_the_end);
      kept *= static_cast<double>(size_kept);
    }
    const double received = (disjoint ? last : last - kept) *
                            static_cast<double>(problem_.other_bytes) * (divides_ ? 1 : 0.5);
    double bytes = std::max({received, end_bytes_ - block_bytes(state), 0.0});
    double messages = 0;
    if (misplaced)
      messages = counts_messages_ ? std::max(1.0, std::log2(cut_count(state) / end_cut_)) : 1.0;
    if (!state.unreduced.empty()) {
      const auto devices = static_cast<double>(device_count(state.unreduced, mesh_));
      bytes += (devices - 1) * smallest_bytes_;
      messages += counts_messages_ ? std::log2(devices) : 1.0;
    }
    return messages * least_latency_ + bytes * least_per_byte_;
  }

  static std::uint64_t key(const ReshardState &state, std::size_t rank) {
    std::uint64_t key = 0;
    for (std::size_t d = 0; d < rank; ++d)
      for (std::size_t i = 0; i < state.dimensions[d].size(); ++i)
        key |= static_cast<std::uint64_t>((d + 1) << 3 | i) << 8 * state.dimensions[d][i];
    for (Axis axis = 0; axis < kMostAxes; ++axis)
      if (state.unreduced.contains(axis))
        key |= std::uint64_t{0xff} << 8 * axis;
    return key;
  }

  void add(ReshardMove move, std::int64_t cost, std::int32_t parent) {
    const auto next = static_cast<std::int32_t>(nodes_.size());
    const auto [known, is_new] = by_key_.try_emplace(key(move.after, rank()), next);
    if (!is_new && nodes_[static_cast<std::size_t>(known->second)].cost <= cost)
      return;
    known->second = next;
    nodes_.push_back({std::move(move), cost, parent});
    wait(next);
  }

  void wait(std::int32_t node) {
    const auto &[move, cost, parent, done] = nodes_[static_cast<std::size_t>(node)];
    const auto left = static_cast<std::int64_t>(least_seconds(move.after) / part_ * (1 - 1e-9));
    waiting_.push({cost + left + price_of_a_place_ * places_to_fill(move.after), node});
  }

  bool has_many_states() const {
    return nodes_.size() > kManyStates && axis_list(movable_ | problem_.unreduced).size() > 5;
  }

  void hurry() {
    price_of_a_place_ = static_cast<std::int64_t>(kParts);
    waiting_ = {};
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (!nodes_[i].done)
        wait(static_cast<std::int32_t>(i));
  }

  // Axes that are to leave or to come.
  std::int64_t places_to_fill(const ReshardState &state) const {
    std::size_t places = state.unreduced.empty() ? 0 : 1;
    for (std::size_t d = 0; d < rank(); ++d) {
      const AxisList &axes = state.dimensions[d], &to = end_.dimensions[d];
      places += axes.size() + to.size() - 2 * axes.common_prefix(to);
    }
    return static_cast<std::int64_t>(places);
  }

  void try_move(ReshardMove move) {
    const double time =
        move.operation == Operation::shard_slice
            ? 0
            : seconds(move.operation, move.axes.set(),
                      counted_bytes(move.operation, here_bytes_, block_bytes(move.after)));
    add_move(std::move(move), time);
  }

  void add_move(ReshardMove move, double time) {
    add(std::move(move), node().cost + std::llround(time / part_) + kPartsOfAStep, current_);
  }

  void expand() {
    const ReshardState here = node().move.after;
    here_bytes_ = block_bytes(here);
    free_ = (movable_ | problem_.unreduced) - here.unreduced;
    for (std::size_t d = 0; d < rank(); ++d) {
      free_ = free_ - here.dimensions[d].set();
      arrived_[d] = here.dimensions[d].common_prefix(end_.dimensions[d]);
    }
    if (slice_in_place(here) && !axes_replace_others_)
      return;
    for (std::size_t d = 0; d < rank(); ++d) {
      slice_early(here, d);
      reduce_onto(here, d);
      move_minor_axes(here, d);
    }
    reduce(here);
    permute(here);
    if (tries_.new_cuts)
      for_each_new_cut({here, end_, std::span(arrived_).first(rank()), wanted_},
                       [&](const ReshardState &next) { try_new_cut(here, next); });
  }

  // The data become smaller for nothing, and the axes are where they will stay. So nothing else
  // need be tried, unless the axes could also come in place of one larger axis.
  bool slice_in_place(const ReshardState &here) {
    for (std::size_t d = 0; d < rank(); ++d) {
      const AxisList &to = end_.dimensions[d];
      if (arrived_[d] != here.dimensions[d].size())
        continue;
      ReshardMove move{.operation = Operation::shard_slice, .dim = d, .after = here};
      for (std::size_t i = arrived_[d]; i < to.size() && free_.contains(to[i]); ++i) {
        move.axes.push_back(to[i]);
        move.after.dimensions[d].push_back(to[i]);
      }
      if (move.axes.empty())
        continue;
      try_move(std::move(move));
      return true;
    }
    return false;
  }

  // By a wanted axis to where it will not stay.
  void slice_early(const ReshardState &here, std::size_t d) {
    for (const Axis axis : axis_list(free_ & wanted_)) {
      ReshardMove move{
          .operation = Operation::shard_slice, .axes = {axis}, .dim = d, .after = here};
      move.after.dimensions[d].push_back(axis);
      try_move(std::move(move));
    }
  }

  void reduce_scatter(const ReshardState &here, std::size_t d, const AxisList &axes) {
    ReshardMove move{.operation = Operation::reduce_scatter, .axes = axes, .dim = d, .after = here};
    move.after.dimensions[d] = here.dimensions[d].followed_by(axes);
    move.after.unreduced = here.unreduced - axes.set();
    try_move(std::move(move));
  }

  void reduce_onto(const ReshardState &here, std::size_t d) {
    const AxisList &to = end_.dimensions[d];
    AxisList run;
    if (arrived_[d] == here.dimensions[d].size())
      for (std::size_t i = arrived_[d]; i < to.size() && here.unreduced.contains(to[i]); ++i) {
        run.push_back(to[i]);
        reduce_scatter(here, d, run);
      }
    const AxisList all = axis_list(here.unreduced);
    for (const Axis axis : all)
      if (run.empty() || axis != run[0])
        reduce_scatter(here, d, {axis});
    if (all.size() > 1)
      reduce_scatter(here, d, all);
  }

  void all_reduce(const ReshardState &here, AxisSet axes) {
    ReshardMove move{.operation = Operation::all_reduce, .axes = axis_list(axes), .after = here};
    move.after.unreduced = here.unreduced - axes;
    try_move(std::move(move));
  }

  void reduce(const ReshardState &here) {
    if (here.unreduced.empty())
      return;
    all_reduce(here, here.unreduced);
    const AxisSet unwanted = here.unreduced - wanted_;
    if (!unwanted.empty() && unwanted != here.unreduced)
      all_reduce(here, unwanted);
    for (const Axis axis : axis_list(here.unreduced))
      if (AxisSet(axis) != here.unreduced && AxisSet(axis) != unwanted)
        all_reduce(here, AxisSet(axis));
  }

  std::size_t first_to_leave(std::size_t d) const { return tries_.replacements ? 0 : arrived_[d]; }

  // To nowhere, and to the minor end of another dimension.
  void move_minor_axes(const ReshardState &here, std::size_t d) {
    const AxisList &axes = here.dimensions[d];
    for (std::size_t stay = first_to_leave(d); stay < axes.size(); ++stay) {
      ReshardMove move{.operation = Operation::all_gather,
                       .axes = axes.without_first(stay),
                       .dim = d,
                       .after = here};
      move.after.dimensions[d] = axes.first(stay);
      try_move(move);
      move.operation = Operation::all_to_all;
      for (move.to = 0; move.to < rank(); ++move.to) {
        if (move.to == d)
          continue;
        AxisList &there = move.after.dimensions[move.to];
        const AxisList before = there;
        there = there.followed_by(move.axes);
        try_move(move);
        there = before;
      }
    }
  }

  // Few permutes where many axes have made many states already.
  void permute(const ReshardState &here) {
    std::vector<Axis> order; // those that nobody wants are gathered last: major
    for (Axis axis = 0; axis < kMostAxes; ++axis)
      if (((movable_ | problem_.unreduced) - wanted_).contains(axis))
        order.push_back(axis);
    AxisSet usable = free_;
    for (std::size_t d = 0; d < rank(); ++d) {
      usable |= here.dimensions[d].without_first(arrived_[d]).set();
      for (const Axis axis : end_.dimensions[d])
        order.push_back(axis);
    }
    std::erase_if(order, [&](Axis axis) { return !usable.contains(axis); });
    const PermuteChoices choices{
        here, end_, std::span(arrived_).first(rank()), sizes_, order, tries_.replacements, usable};
    const auto found = [&](const ReshardState &next) { try_permute(here, next); };
    const int most = has_many_states() ? 0 : kMostPermutes;
    if (for_each_permute(choices, most, false, found) == most)
      for_each_permute(choices, 1, true, found);
  }

  AxisSet changing_axes(const ReshardState &here, const ReshardState &next) const {
    AxisSet axes;
    for (std::size_t d = 0; d < rank(); ++d) {
      const AxisList &before = here.dimensions[d], &after = next.dimensions[d];
      const std::size_t same = before.common_prefix(after);
      axes |= before.without_first(same).set() | after.without_first(same).set();
    }
    return axes;
  }

  void try_permute(const ReshardState &here, const ReshardState &next) {
    if (const AxisSet axes = changing_axes(here, next); !axes.empty())
      try_move({.operation = Operation::permute, .axes = axis_list(axes), .after = next});
  }

  // One dimension is cut into fewer blocks, another into more. Where there is none, a permute does.
  void try_new_cut(const ReshardState &here, const ReshardState &next) {
    const auto changes = [&](auto compare) {
      for (std::size_t d = 0; d < rank(); ++d)
        if (compare(count(next.dimensions[d]), count(here.dimensions[d])))
          return d;
      return rank();
    };
    const std::size_t fewer = changes(std::less<>()), more = changes(std::greater<>());
    if (fewer == rank())
      return;
    const AxisSet axes = changing_axes(here, next);
    const double bytes =
        counted_bytes_cut_anew(here_bytes_, block_bytes(next), device_count(axes, mesh_));
    add_move({.operation = Operation::all_to_all,
              .axes = axis_list(axes),
              .dim = fewer,
              .to = more,
              .after = next},
             seconds(Operation::all_to_all, axes, bytes));
  }

  const ReshardProblem &problem_;
  const Mesh &mesh_;
  const MachineProfile &profile_;
  const Tries tries_;
  const bool axes_replace_others_;
  std::array<std::int64_t, kMostAxes> sizes_{};
  std::array<const LinkProfile *, 256> links_{};
  double least_latency_ = 0, least_per_byte_ = 0;
  ReshardState start_, end_;
  AxisSet wanted_;            // somewhere at the end
  AxisSet movable_;           // all that are not unreduced
  double smallest_bytes_ = 1; // of a block that all axes cut
  double end_bytes_ = 0, end_cut_ = 1;
  bool divides_ = false;             // every size, however it is cut
  bool counts_messages_ = true;
  double part_ = 1;

  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::int32_t> by_key_;
  std::priority_queue<Waiting> waiting_;
  int taken_up_ = 0;
  std::int64_t price_of_a_place_ = 0;

  // Of the node that is looked at.
  std::int32_t current_ = 0;
  double here_bytes_ = 0;
  AxisSet free_;
  std::array<std::size_t, kMostReshardDimensions> arrived_{}; // axes that stay
};

} // namespace

std::vector<ReshardMove> cheapest_moves(const ReshardProblem &problem, const Mesh &mesh,
                                        const MachineProfile &profile) {
  const auto search = [&](Tries tries) { return Search(problem, mesh, profile, tries).run(); };
  Found found = search({.new_cuts = true});
  // A hurry takes what puts most axes in their places; to cut blocks anew puts all there, at any
  // price.
  if (found.in_a_hurry)
    if (Found in_smaller_steps = search({}); in_smaller_steps.cost <= found.cost)
      found = std::move(in_smaller_steps);
  const AxisSet axes = axes_of(problem);
  if (axes_replace_others(axes, mesh) && axis_list(axes).size() <= kMostReplacedAxes)
    if (Found replacing = search({.new_cuts = true, .replacements = true});
        replacing.cost < found.cost)
      found = std::move(replacing);
  return std::move(found.moves);
}

} // namespace brigade

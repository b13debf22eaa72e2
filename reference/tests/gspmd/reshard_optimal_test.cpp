#include "brigade/gspmd/reshard.hpp"

#include "brigade/gspmd/collective_cost.hpp"
#include "gspmd/all_layouts.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace brigade {
namespace {

/// Costs from one layout to every other, by Dijkstra's algorithm over all moves that there are with
/// the axes that cut the first layout, are unreduced in it, or are wanted in the end. (Slicing by
/// yet others, which idle, to gather again would make some reductions cheaper.)
class Exhaustive {
public:
  Exhaustive(const TensorType &type, const Mesh &mesh, const MachineProfile &profile)
      : type_(type), mesh_(mesh), profile_(profile), layouts_(all_layouts(type.rank(), mesh)) {}

  std::map<Layout, double> costs_from(const Layout &from, AxisSet wanted) {
    costs_.clear();
    wanted_ = wanted;
    usable_ = wanted | from.used();
    waiting_.clear();
    reach(from, 0);
    while (!waiting_.empty()) {
      const auto [cost, layout] = waiting_.extract(waiting_.begin()).value();
      if (cost == costs_.at(layout))
        expand(layout, cost);
    }
    return costs_;
  }

private:
  void reach(const Layout &layout, double cost) {
    const auto [known, is_new] = costs_.try_emplace(layout, cost);
    if (!is_new && known->second <= cost)
      return;
    known->second = cost;
    waiting_.emplace(cost, layout);
  }

  void move(Operation operation, AxisSet axes, const Layout &from, Layout to, double cost) {
    if (to.unreduced.empty())
      to.reduction = ReduceOp::sum;
    reach(to, cost + collective_cost(operation, axes, type_, from, to, mesh_, profile_).seconds);
  }

  /// Reduces onto `d` over all lists of axes that begin with these.
  void scatter(const Layout &here, std::size_t d, const AxisList &axes, double cost) {
    for (const Axis axis : axis_list(here.unreduced - axes.set())) {
      const AxisList longer = axes.followed_by({axis});
      Layout to = here;
      to.dimensions[d] = here.dimensions[d].followed_by(longer);
      to.unreduced = here.unreduced - longer.set();
      move(Operation::reduce_scatter, longer.set(), here, to, cost);
      scatter(here, d, longer, cost);
    }
  }

  void expand(const Layout &here, double cost) {
    const auto axis_count = static_cast<Axis>(mesh_.axis_names().size());
    for (std::size_t d = 0; d < type_.rank(); ++d) {
      for (Axis axis = 0; axis < axis_count; ++axis) {
        Layout to = here;
        to.dimensions[d].push_back(axis);
        if (!here.used().contains(axis) && wanted_.contains(axis))
          move(Operation::shard_slice, AxisSet(axis), here, to, cost);
      }
      scatter(here, d, {}, cost);
      for (std::size_t stay = 0; stay < here.dimensions[d].size(); ++stay) {
        const AxisList axes = here.dimensions[d].without_first(stay);
        Layout gathered = here;
        gathered.dimensions[d] = here.dimensions[d].first(stay);
        move(Operation::all_gather, axes.set(), here, gathered, cost);
        for (std::size_t e = 0; e < type_.rank(); ++e) {
          Layout to = gathered;
          to.dimensions[e] = to.dimensions[e].followed_by(axes);
          if (e != d)
            move(Operation::all_to_all, axes.set(), here, to, cost);
        }
      }
    }
    for (int bits = 1; bits < 1 << axis_count; ++bits) {
      AxisSet axes;
      for (Axis axis = 0; axis < axis_count; ++axis)
        if ((bits >> axis & 1) != 0)
          axes |= AxisSet(axis);
      Layout to = here;
      to.unreduced = here.unreduced - axes;
      if (here.unreduced.includes(axes))
        move(Operation::all_reduce, axes, here, to, cost);
    }
    for (Layout to : layouts_) {
      bool same_counts = true;
      AxisSet changing;
      for (std::size_t d = 0; d < type_.rank(); ++d) {
        const AxisList &before = here.dimensions[d], &after = to.dimensions[d];
        const std::size_t same = before.common_prefix(after);
        changing |= before.without_first(same).set() | after.without_first(same).set();
        same_counts = same_counts && device_count(before, mesh_) == device_count(after, mesh_);
      }
      to.unreduced = here.unreduced;
      to.reduction = here.reduction;
      if (same_counts && (usable_ - here.unreduced).includes(to.cut()) && to != here)
        move(Operation::permute, to.cut() | here.cut(), here, to, cost);
      if (!same_counts && to.cut() == here.cut())
        move(Operation::all_to_all, changing, here, to, cost);
    }
  }

  const TensorType &type_;
  const Mesh &mesh_;
  const MachineProfile &profile_;
  std::vector<Layout> layouts_;
  AxisSet wanted_, usable_;
  std::map<Layout, double> costs_;
  std::set<std::pair<double, Layout>> waiting_;
};

/// Holds each plan from every `every`th layout to the best sequence. `exceptions` of them (a share)
/// may cost more, and none twice as much.
void expect_optimal(const Mesh &mesh, const Shape &shape, std::size_t every, double exceptions,
                    const MachineProfile &profile = uniform_profile()) {
  const TensorType type{DType::f32, shape};
  Exhaustive exhaustive(type, mesh, profile);
  int compared = 0, dearer = 0;
  double worst = 1;
  std::string example;
  const std::vector<Layout> layouts = all_layouts(type.rank(), mesh, ReduceOp::sum);
  for (std::size_t i = 0; i < layouts.size(); i += every) {
    const Layout &from = layouts[i];
    std::map<AxisSet, std::map<Layout, double>> costs_by_wanted;
    for (const Layout &to : layouts) {
      if (!from.unreduced.includes(to.unreduced))
        continue;
      std::map<Layout, double> &costs = costs_by_wanted[to.cut()];
      if (costs.empty())
        costs = exhaustive.costs_from(from, to.cut());
      const double cost = costs.at(to);
      const Reshard plan = plan_reshard(type, from, to, mesh, profile);
      ++compared;
      EXPECT_GE(plan.seconds, cost * (1 - 1e-9)) << "the exhaustive search misses a move";
      if (plan.seconds <= cost * (1 + 1e-9))
        continue;
      ++dearer;
      if (plan.seconds / cost > worst) {
        worst = plan.seconds / cost;
        example = fmt::format("{} -> {}", to_string(sharding_of(from, mesh)),
                              to_string(sharding_of(to, mesh)));
      }
    }
  }
  EXPECT_LE(dearer, exceptions * compared)
      << "of " << compared << " plans for " << to_string(type) << " on " << to_string(mesh);
  EXPECT_LT(worst, 2) << example;
}

Mesh mesh_of(const Shape &shape) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shape.size(); ++i)
    names.push_back(std::string(1, static_cast<char>('x' + i)));
  return Mesh(create_device_mesh(shape), names);
}

class OptimalReshard : public testing::TestWithParam<Shape> {};

TEST_P(OptimalReshard, CostsWhatTheBestOfAllSequencesDoes) {
  const Mesh mesh = mesh_of(GetParam());
  const std::size_t every = mesh.size() < 8 ? 1 : 5;
  for (const Shape &shape : std::vector<Shape>{{48}, {48, 48}, {4800, 4800}, {48, 4800}})
    expect_optimal(mesh, shape, every, 0);
  expect_optimal(mesh, {48, 48, 480}, 4 * every, 0);
}

INSTANTIATE_TEST_SUITE_P(Meshes, OptimalReshard,
                         testing::Values(Shape{4}, Shape{2, 2}, Shape{4, 2}, Shape{2, 3},
                                         Shape{2, 2, 2}));

TEST(OptimalReshardOnOtherLinks, CostsWhatTheBestOfAllSequencesDoes) {
  for (const CollectiveSteps steps : {CollectiveSteps::one, CollectiveSteps::recursive_doubling}) {
    MachineProfile profile = uniform_profile();
    profile.inside.steps = profile.between.steps = steps;
    expect_optimal(mesh_of({2, 2}), {48, 480}, 1, 0, profile);
    expect_optimal(mesh_of({2, 3}), {50, 480}, 1, 0, profile);
  }
}

// Where one axis has as many devices as two others, it may take their place for a while. Axes that
// stay in their places from the beginning to the end are never moved for that.
TEST(OptimalReshardWithAxesInPlaceOfOthers, RarelyCostsMore) {
  const Mesh mesh = mesh_of({2, 4, 2});
  for (const Shape &shape : std::vector<Shape>{{48}, {48, 48}, {4800, 4800}, {48, 4800}})
    expect_optimal(mesh, shape, 5, 0.005);
  expect_optimal(mesh, {48, 48, 480}, 20, 0.005);
}

} // namespace
} // namespace brigade

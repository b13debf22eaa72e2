#include "all_layouts.hpp"

namespace brigade {

namespace {

// Puts the axes from `axis` on everywhere they can be.
void extend(const Layout &layout, Axis axis, const Mesh &mesh, bool may_be_unreduced,
            std::vector<Layout> &all) {
  if (axis == mesh.axis_names().size()) {
    all.push_back(layout);
    return;
  }
  const auto next = static_cast<Axis>(axis + 1);
  extend(layout, next, mesh, may_be_unreduced, all);
  for (std::size_t d = 0; d < layout.dimensions.size(); ++d)
    for (std::size_t at = 0; at <= layout.dimensions[d].size(); ++at) {
      Layout cut = layout;
      cut.dimensions[d] = layout.dimensions[d].first(at).followed_by({axis}).followed_by(
          layout.dimensions[d].without_first(at));
      extend(cut, next, mesh, may_be_unreduced, all);
    }
  if (may_be_unreduced) {
    Layout unreduced = layout;
    unreduced.unreduced |= AxisSet(axis);
    extend(unreduced, next, mesh, may_be_unreduced, all);
  }
}

} // namespace

std::vector<Layout> all_layouts(std::size_t rank, const Mesh &mesh) {
  std::vector<Layout> all;
  extend(replicated_layout(rank), 0, mesh, false, all);
  return all;
}

std::vector<Layout> all_layouts(std::size_t rank, const Mesh &mesh, ReduceOp reduction) {
  std::vector<Layout> all;
  extend(replicated_layout(rank), 0, mesh, true, all);
  for (Layout &layout : all)
    layout.reduction = layout.unreduced.empty() ? ReduceOp::sum : reduction;
  return all;
}

} // namespace brigade

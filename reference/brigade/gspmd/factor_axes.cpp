#include "brigade/gspmd/factor_axes.hpp"

#include <algorithm>

namespace brigade {

FactorAxes factor_axes_of(const Rule &rule, const ValueFactors &value, const Layout &layout,
                          const Mesh &mesh) {
  FactorAxes axes(rule.factors.size());
  for (std::size_t dim = 0; dim < value.size(); ++dim) {
    const DimensionFactors &factors = value[dim];
    if (factors.size() == 1) {
      if (rule.factors[factors[0]].kind != FactorKind::whole)
        axes[factors[0]] = layout.dimensions[dim];
      continue;
    }
    std::size_t at = 0;
    std::int64_t count = 1; // blocks of factors[at]
    for (const Axis axis : layout.dimensions[dim]) {
      while (at < factors.size() && count == rule.factors[factors[at]].size) {
        ++at;
        count = 1;
      }
      if (at == factors.size() || rule.factors[factors[at]].kind == FactorKind::whole)
        break;
      count *= mesh.shape()[axis];
      if (at + 1 < factors.size() && rule.factors[factors[at]].size % count != 0)
        break;
      axes[factors[at]].push_back(axis);
    }
  }
  return axes;
}

bool blocks_survive(const Rule &rule, const DimensionFactors &dimension, const FactorAxes &axes,
                    const Mesh &mesh) {
  for (std::size_t i = 0; i + 1 < dimension.size(); ++i) {
    const std::int64_t count = device_count(axes[dimension[i]], mesh);
    const std::int64_t size = rule.factors[dimension[i]].size;
    const bool further = std::any_of(dimension.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                     dimension.end(), [&](std::size_t f) { return !axes[f].empty(); });
    if (further ? count != size : size % count != 0)
      return false;
  }
  return true;
}

bool is_possible(const Rule &rule, const FactorAxes &axes, const Mesh &mesh) {
  AxisSet used;
  for (std::size_t f = 0; f < axes.size(); ++f) {
    if (rule.factors[f].kind == FactorKind::whole && !axes[f].empty())
      return false;
    if (used.intersects(axes[f].set()))
      return false;
    used |= axes[f].set();
  }
  const auto survive = [&](const std::vector<ValueFactors> &values) {
    return std::ranges::all_of(values, [&](const ValueFactors &value) {
      return std::ranges::all_of(value, [&](const DimensionFactors &dimension) {
        return blocks_survive(rule, dimension, axes, mesh);
      });
    });
  };
  return survive(rule.operands) && survive(rule.results);
}

Layout layout_under(const ValueFactors &value, const FactorAxes &axes) {
  Layout layout = replicated_layout(value.size());
  for (std::size_t dim = 0; dim < value.size(); ++dim)
    for (const std::size_t factor : value[dim])
      layout.dimensions[dim] = layout.dimensions[dim].followed_by(axes[factor]);
  return layout;
}

} // namespace brigade

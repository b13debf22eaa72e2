#pragma once

#include "brigade/gspmd/rule.hpp"

namespace brigade {

/// Axes for each factor of a rule, major first.
using FactorAxes = std::vector<AxisList>;

/// How far a value's layout says which axes the factors run over: along a dimension of one factor
/// all of its axes; along one that is made up of several, axes go to the major factor as long as
/// they divide it, to the next where they have used it up, and the rest is left out. Factors that
/// the value does not have are left empty.
FactorAxes factor_axes_of(const Rule &rule, const ValueFactors &value, const Layout &layout,
                          const Mesh &mesh);

/// True if a dimension made up of these factors, cut like this, has as its blocks what the factors
/// say: blocks survive a merge or split only where the axes before a further factor use it up, and
/// divide it where one follows.
bool blocks_survive(const Rule &rule, const DimensionFactors &dimension, const FactorAxes &axes,
                    const Mesh &mesh);

/// True if every axis is used once, whole factors have none, and blocks survive in every dimension.
bool is_possible(const Rule &rule, const FactorAxes &axes, const Mesh &mesh);

/// How an operand or result lies where the factors run over these axes; nothing is unreduced.
Layout layout_under(const ValueFactors &value, const FactorAxes &axes);

} // namespace brigade

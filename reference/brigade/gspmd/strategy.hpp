#pragma once

#include "brigade/gspmd/factor_axes.hpp"
#include "brigade/gspmd/machine_profile.hpp"
#include "brigade/gspmd/reshard.hpp"

#include <compare>
#include <map>
#include <vector>

namespace brigade {

/// One way to compute an instruction on all devices: how its operands have to lie, and how its
/// results come out. Results are unreduced over the axes of reduction factors, and over those of
/// operands that may stay unreduced.
struct Strategy {
  FactorAxes axes;
  std::vector<Layout> operands, results;
  /// All operands divide a sum over axes that this one uses for nothing: every device computes all.
  bool gathers_sum = false;
};

/// Plans of reshards that were asked for before.
class ReshardPlans {
public:
  ReshardPlans(const Mesh &mesh, const MachineProfile &profile) : mesh_(mesh), profile_(profile) {}
  const Reshard &between(const TensorType &type, const Layout &from, const Layout &to);
  const Mesh &mesh() const { return mesh_; }
  const MachineProfile &profile() const { return profile_; }

private:
  struct Key {
    TensorType type;
    Layout from, to;
    auto operator<=>(const Key &other) const;
    bool operator==(const Key &) const = default;
  };
  const Mesh &mesh_;
  const MachineProfile &profile_;
  std::map<Key, Reshard> plans_;
};

/// Every strategy whose factors run over axes that the operands' layouts or the wanted ones have
/// for them, or over prefixes of these, or over none. Where all operands divide a sum over the same
/// axes, a strategy has to use these for something: gathering a small batch would often move less
/// than reducing gradients does, but then every device computes everything; only a gather of more
/// rows than its table has may have the table whole. With
/// `may_gather_sums` there are those too that gather such operands.
std::vector<Strategy> strategies(const Block &block, const Instruction &instruction,
                                 const Rule &rule, const std::vector<Layout> &operands,
                                 const std::vector<Layout> &wanted, const Mesh &mesh,
                                 bool may_gather_sums = false);

/// Partial results can be left as they are, or joined; whole ones cannot be made partial.
bool can_become(const Layout &from, const Layout &to);

} // namespace brigade

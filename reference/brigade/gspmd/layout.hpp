#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/ir/program.hpp"
#include "brigade/mesh/mesh.hpp"
#include "brigade/sharding/tensor_sharding.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace brigade {

/// An axis of the program's mesh, by its index.
using Axis = std::uint8_t;

/// A set of axes, as bits.
class AxisSet {
public:
  constexpr AxisSet() = default;
  constexpr explicit AxisSet(Axis axis) : bits_(static_cast<std::uint8_t>(1U << axis)) {}
  constexpr bool contains(Axis axis) const { return (bits_ >> axis & 1U) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool intersects(AxisSet other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool includes(AxisSet other) const { return (bits_ & other.bits_) == other.bits_; }
  constexpr std::uint8_t bits() const { return bits_; }
  friend constexpr AxisSet operator|(AxisSet a, AxisSet b) { return of_bits(a.bits_ | b.bits_); }
  friend constexpr AxisSet operator&(AxisSet a, AxisSet b) { return of_bits(a.bits_ & b.bits_); }
  friend constexpr AxisSet operator-(AxisSet a, AxisSet b) { return of_bits(a.bits_ & ~b.bits_); }
  AxisSet &operator|=(AxisSet other) { return *this = *this | other; }
  auto operator<=>(const AxisSet &) const = default;

private:
  static constexpr AxisSet of_bits(int bits) {
    AxisSet set;
    set.bits_ = static_cast<std::uint8_t>(bits);
    return set;
  }
  std::uint8_t bits_ = 0;
};

/// Axes that cut one dimension, major first; none occurs twice.
class AxisList {
public:
  constexpr AxisList() = default;
  constexpr AxisList(std::initializer_list<Axis> axes) {
    for (const Axis axis : axes)
      push_back(axis);
  }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr Axis operator[](std::size_t i) const { return axes_[i]; }
  constexpr const Axis *begin() const { return axes_.data(); }
  constexpr const Axis *end() const { return axes_.data() + size_; }
  constexpr void push_back(Axis axis) { axes_[size_++] = axis; }
  /// The first `count` axes, and what comes behind them.
  AxisList first(std::size_t count) const;
  AxisList without_first(std::size_t count) const;
  AxisList followed_by(const AxisList &minor) const;
  bool is_prefix_of(const AxisList &other) const;
  std::size_t common_prefix(const AxisList &other) const;
  AxisSet set() const;
  auto operator<=>(const AxisList &) const = default;

private:
  std::array<Axis, kMostAxes> axes_{};
  std::uint8_t size_ = 0;
};

/// What the passes compute with: a TensorSharding whose axes are indices, without openness and
/// priorities.
struct Layout {
  std::vector<AxisList> dimensions;
  AxisSet unreduced;
  ReduceOp reduction = ReduceOp::sum;

  /// The axes that cut a dimension.
  AxisSet cut() const;
  /// Those, and the unreduced ones; over all others the devices hold copies.
  AxisSet used() const { return cut() | unreduced; }
  auto operator<=>(const Layout &) const = default;
};

Layout replicated_layout(std::size_t rank);
/// Forgets openness and priorities. The sharding fits the mesh.
Layout layout_of(const TensorSharding &sharding, const Mesh &mesh);
/// Every dimension closed.
TensorSharding sharding_of(const Layout &layout, const Mesh &mesh);

/// Throws InputError if the mesh has more than kMostAxes axes.
void require_few_axes(const Mesh &mesh);
/// Devices along the axes: the product of their sizes.
std::int64_t device_count(const AxisList &axes, const Mesh &mesh);
std::int64_t device_count(AxisSet axes, const Mesh &mesh);
/// "(x, y)", for messages.
std::vector<std::string> axis_names(const AxisList &axes, const Mesh &mesh);
/// In the mesh's order.
std::vector<std::string> axis_names(AxisSet axes, const Mesh &mesh);
AxisList axis_list(AxisSet axes);

} // namespace brigade

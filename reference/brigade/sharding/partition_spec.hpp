#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brigade {

/// Marks a dimension that is left to the planner: P("data", unconstrained).
struct Unconstrained {};
inline constexpr Unconstrained unconstrained;

/// What one dimension is cut over.
struct DimensionSpec {
  std::vector<std::string> axes; ///< major first; empty = not sharded
  bool unconstrained = false;    ///< the planner may add axes after these
  DimensionSpec() = default;
  DimensionSpec(std::nullptr_t) {}
  DimensionSpec(Unconstrained) : unconstrained(true) {}
  DimensionSpec(const char *axis) : axes{axis} {}
  DimensionSpec(std::string axis) : axes{std::move(axis)} {}
  explicit DimensionSpec(std::vector<std::string> axes_major_first)
      : axes(std::move(axes_major_first)) {}
  bool operator==(const DimensionSpec &) const = default;
};

/// A dimension over several axes, major first: P(axes("data", "model"), nullptr).
template <class... Names> DimensionSpec axes(Names... names) {
  return DimensionSpec(std::vector<std::string>{std::string(names)...});
}

/// An entry for each dimension; trailing dimensions that are not sharded may be left out.
class PartitionSpec {
public:
  PartitionSpec() = default;
  explicit PartitionSpec(std::vector<DimensionSpec> dimensions)
      : dimensions_(std::move(dimensions)) {}
  const std::vector<DimensionSpec> &dimensions() const { return dimensions_; }
  /// The entry of a dimension; not sharded beyond the last entry.
  const DimensionSpec &operator[](std::size_t dimension) const;
  /// The same entries. NamedSharding::is_equivalent_to compares what they mean.
  bool operator==(const PartitionSpec &) const = default;

private:
  std::vector<DimensionSpec> dimensions_;
};

/// P("data", nullptr): dimension 0 over axis data, dimension 1 not sharded, the rest not sharded.
template <class... Entries> PartitionSpec P(Entries... entries) {
  return PartitionSpec(std::vector<DimensionSpec>{DimensionSpec(entries)...});
}

/// "[data, -]", "[(data, model), ?]", "[(data, ?)]"
std::string to_string(const PartitionSpec &spec);

/// Reads what to_string prints: a list in brackets with an entry for each dimension, `-` not
/// sharded,
/// `?` left to the planner, `x` an axis, `(x, y)` several, major first, `(x, ?)` open with axes.
/// Blanks do not count. Throws InputError naming the text, the column and what may stand there.
PartitionSpec parse_partition_spec(std::string_view text);

} // namespace brigade

#include "brigade/ir/attributes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace brigade {

Attributes::Attributes() = default;
Attributes::Attributes(const Attributes &) = default;
Attributes::Attributes(Attributes &&) noexcept = default;
Attributes &Attributes::operator=(const Attributes &) = default;
Attributes &Attributes::operator=(Attributes &&) noexcept = default;
Attributes::~Attributes() = default;

namespace {

std::uint64_t bits(double number) { return std::bit_cast<std::uint64_t>(number); }

} // namespace

// By bits: a constant that is not a number is the same as itself.
bool ConstantAttributes::operator==(const ConstantAttributes &other) const {
  return type == other.type && std::ranges::equal(numbers, other.numbers, {}, bits, bits);
}

bool PadAttributes::operator==(const PadAttributes &other) const {
  return low == other.low && high == other.high && bits(value) == bits(other.value);
}

const std::string *named_block(const Attributes &attributes) {
  return std::visit(
      [](const auto &kind) -> const std::string * {
        if constexpr (requires { kind.block; })
          return &kind.block;
        else
          return nullptr;
      },
      attributes);
}

Attributes empty_attributes(Operation operation) {
  switch (operation) {
  case Operation::constant:
    return ConstantAttributes{};
  case Operation::iota:
    return IotaAttributes{};
  case Operation::random:
    return RandomAttributes{};
  case Operation::convert:
    return ConvertAttributes{};
  case Operation::broadcast:
    return BroadcastAttributes{};
  case Operation::reshape:
    return ReshapeAttributes{};
  case Operation::transpose:
    return TransposeAttributes{};
  case Operation::slice:
    return SliceAttributes{};
  case Operation::pad:
    return PadAttributes{};
  case Operation::concat:
    return ConcatAttributes{};
  case Operation::dot:
    return DotAttributes{};
  case Operation::reverse:
  case Operation::sum:
  case Operation::max_reduce:
  case Operation::min_reduce:
  case Operation::argmax:
    return DimensionsAttributes{};
  case Operation::scatter_add:
    return ScatterAddAttributes{};
  case Operation::constraint:
    return ConstraintAttributes{};
  case Operation::call:
    return CallAttributes{};
  case Operation::manual:
    return ManualAttributes{};
  case Operation::grad:
    return GradAttributes{};
  case Operation::all_reduce:
    return AllReduceAttributes{};
  case Operation::all_gather:
  case Operation::shard_slice:
    return AxesOfDimensionAttributes{};
  case Operation::reduce_scatter:
    return ReduceScatterAttributes{};
  case Operation::all_to_all:
    return AllToAllAttributes{};
  case Operation::permute:
    return PermuteAttributes{};
  default:
    return NoAttributes{};
  }
}

} // namespace brigade

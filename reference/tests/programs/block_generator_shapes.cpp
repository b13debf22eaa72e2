#include "programs/block_generator.hpp"

#include <algorithm>
#include <cmath>

namespace brigade::testing {

void BlockGenerator::add_broadcast() {
  const auto operand = any();
  if (!operand)
    return;
  BroadcastAttributes attributes;
  const Shape &shape = type(*operand).shape;
  for (std::size_t i = 0; i <= shape.size(); ++i) {
    while (choices_.chance(0.3))
      attributes.shape.push_back(random_size());
    if (i == shape.size())
      break;
    attributes.dims.push_back(static_cast<std::int64_t>(attributes.shape.size()));
    attributes.shape.push_back(shape[i] == 1 && choices_.chance(0.7) ? random_size() : shape[i]);
  }
  if (is_small(attributes.shape))
    append(Operation::broadcast, {*operand}, attributes, facts(*operand));
}

void BlockGenerator::add_reshape() {
  const auto operand = any();
  if (!operand)
    return;
  Shape shape;
  for (const std::int64_t size : type(*operand).shape) {
    const auto divides = [&](std::int64_t part) { return size % part == 0; };
    if (!shape.empty() && choices_.chance(0.5))
      shape.back() *= size; // joined with the one before
    else if (const std::int64_t part = choices_.between(2, 4);
             divides(part) && choices_.chance(0.5))
      shape.insert(shape.end(), {part, size / part});
    else
      shape.push_back(size);
    if (choices_.chance(0.15))
      shape.push_back(1);
  }
  if (is_small(shape))
    append(Operation::reshape, {*operand}, ReshapeAttributes{shape}, facts(*operand));
}

void BlockGenerator::add_transpose() {
  const auto operand = any();
  if (!operand)
    return;
  std::vector<std::int64_t> perm = all_dimensions(type(*operand).rank());
  choices_.shuffle(perm);
  append(Operation::transpose, {*operand}, TransposeAttributes{perm}, facts(*operand));
}

void BlockGenerator::add_slice() {
  const auto operand = any();
  if (!operand)
    return;
  SliceAttributes attributes;
  const bool steps = choices_.chance(0.5);
  for (const std::int64_t size : type(*operand).shape) {
    attributes.start.push_back(choices_.chance(0.5) ? 0 : choices_.between(0, size));
    attributes.limit.push_back(
        choices_.chance(0.5) ? size : choices_.between(attributes.start.back(), size));
    if (steps)
      attributes.step.push_back(choices_.between(1, 3));
  }
  append(Operation::slice, {*operand}, attributes, facts(*operand));
}

void BlockGenerator::add_pad() {
  const auto operand = any();
  if (!operand)
    return;
  PadAttributes attributes;
  Shape shape = type(*operand).shape;
  for (std::int64_t &size : shape) {
    attributes.low.push_back(choices_.below(3));
    attributes.high.push_back(choices_.below(3));
    size += attributes.low.back() + attributes.high.back();
  }
  const DType dtype = type(*operand).dtype;
  attributes.value = dtype == DType::boolean ? static_cast<double>(choices_.below(2))
                     : is_integer(dtype)     ? static_cast<double>(choices_.between(-3, 3))
                                             : choices_.one_of<double>({0, -0.0, 0.1, -1.5, 1e-30});
  Facts result = facts(*operand);
  result.bound = std::max(result.bound, std::abs(attributes.value));
  if (is_small(shape))
    append(Operation::pad, {*operand}, attributes, result);
}

void BlockGenerator::add_concat() {
  const auto first = any([&](ValueId id) { return type(id).rank() > 0; });
  if (!first)
    return;
  const std::int64_t dim = *dimension_of(*first);
  std::vector<ValueId> parts{*first};
  TensorType whole = type(*first);
  auto &size = whole.shape[static_cast<std::size_t>(dim)];
  for (auto more = choices_.below(3); more > 0; --more) {
    TensorType part = type(*first);
    part.shape[static_cast<std::size_t>(dim)] = random_size();
    size += part.shape[static_cast<std::size_t>(dim)];
    if (!is_small(whole.shape))
      return;
    parts.push_back(like(part));
  }
  append(Operation::concat, parts, ConcatAttributes{dim}, worst(parts));
}

void BlockGenerator::add_reverse() {
  const auto operand = any();
  if (!operand)
    return;
  const auto dims = choices_.some_of(all_dimensions(type(*operand).rank()), 0.5);
  append(Operation::reverse, {*operand}, DimensionsAttributes{dims}, facts(*operand));
}

} // namespace brigade::testing

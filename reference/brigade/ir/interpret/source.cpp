#include "brigade/ir/interpret/evaluate_by_kind.hpp"

#include "brigade/core/random.hpp"

#include <concepts>
#include <cstdint>

namespace brigade {

namespace {

Literal iota(const IotaAttributes &attributes, const TensorType &type) {
  Literal result(type);
  const Shape strides = row_major_strides(type.shape);
  const auto dim = static_cast<std::size_t>(attributes.dim);
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        for (std::size_t i = 0; i < elements.size(); ++i)
          elements[i] =
              static_cast<T>(static_cast<std::int64_t>(i) / strides[dim] % type.shape[dim]);
      },
      result.elements());
  return result;
}

std::uint64_t folded_number(const Literal &scalar) {
  return scalar.type().dtype == DType::i32
             ? static_cast<std::uint64_t>(scalar.as<std::int32_t>()[0])
             : static_cast<std::uint64_t>(scalar.as<std::int64_t>()[0]);
}

Literal random(const RandomAttributes &attributes, std::span<const Literal> operands,
               const TensorType &type) {
  RandomStream stream(static_cast<std::uint64_t>(attributes.seed),
                      static_cast<std::uint64_t>(attributes.stream));
  if (!operands.empty())
    stream = stream.fold_in(folded_number(operands[0]));
  Literal result(type);
  const Shape strides = row_major_strides(type.shape);
  const Shape whole_strides = row_major_strides(attributes.whole);
  const auto index_in_the_whole = [&](std::size_t i) {
    auto rest = static_cast<std::int64_t>(i), index = std::int64_t{0};
    for (std::size_t d = 0; d < strides.size(); ++d) {
      index += (attributes.start[d] + rest / strides[d]) * whole_strides[d];
      rest %= strides[d];
    }
    return static_cast<std::uint64_t>(index);
  };
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        if constexpr (std::floating_point<T>)
          for (std::size_t i = 0; i < elements.size(); ++i) {
            const std::uint64_t index = attributes.whole.empty() ? i : index_in_the_whole(i);
            elements[i] = attributes.normal ? stream.normal<T>(index) : stream.uniform<T>(index);
          }
      },
      result.elements());
  return result;
}

} // namespace

Literal evaluate_source(const Instruction &instruction, std::span<const Literal> operands,
                        const TensorType &type) {
  switch (instruction.operation) {
  case Operation::constant:
    return Literal::from_numbers(type,
                                 std::get<ConstantAttributes>(instruction.attributes).numbers);
  case Operation::iota:
    return iota(std::get<IotaAttributes>(instruction.attributes), type);
  default:
    return random(std::get<RandomAttributes>(instruction.attributes), operands, type);
  }
}

} // namespace brigade

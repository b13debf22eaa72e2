#include "brigade/runtime/steps/random_step.hpp"

#include "brigade/core/random.hpp"

#include <cstdint>
#include <optional>
#include <utility>

namespace brigade {

namespace {

template <class T> class RandomStep final : public Step {
public:
  /// `start`: where this block lies in an array of shape `whole`, of which it is a part. `folded`:
  /// of an operand that is folded into the stream, an i32 or an i64.
  RandomStep(RandomAttributes attributes, Shape shape, std::optional<Address> folded,
             DType folded_type, Address to)
      : attributes_(std::move(attributes)), shape_(std::move(shape)), folded_(folded),
        folded_type_(folded_type), to_(to) {
    if (attributes_.whole.empty()) {
      attributes_.whole = shape_;
      attributes_.start.assign(shape_.size(), 0);
    }
  }

  void run(Bases bases) override {
    RandomStream stream(static_cast<std::uint64_t>(attributes_.seed),
                        static_cast<std::uint64_t>(attributes_.stream));
    if (folded_)
      stream = stream.fold_in(folded_number(folded_->in(bases)));
    T *to = reinterpret_cast<T *>(to_.in(bases));
    const std::int64_t columns = shape_.empty() ? 1 : shape_.back();
    const std::int64_t rows = columns == 0 ? 0 : element_count(shape_) / columns;
    for (std::int64_t row = 0; row < rows; ++row) {
      std::uint64_t index = index_of_row(row);
      for (std::int64_t i = 0; i < columns; ++i, ++index)
        *to++ = attributes_.normal ? stream.normal<T>(index) : stream.uniform<T>(index);
    }
  }

private:
  std::uint64_t folded_number(const std::byte *number) const {
    return folded_type_ == DType::i32
               ? static_cast<std::uint64_t>(*reinterpret_cast<const std::int32_t *>(number))
               : static_cast<std::uint64_t>(*reinterpret_cast<const std::int64_t *>(number));
  }

  /// Where the first element of a row of this block stands in the whole array.
  std::uint64_t index_of_row(std::int64_t row) const {
    if (shape_.empty())
      return 0;
    std::int64_t index = attributes_.start.back(), stride = attributes_.whole.back();
    for (std::size_t d = shape_.size() - 1; d-- > 0;) {
      index += (attributes_.start[d] + row % shape_[d]) * stride;
      row /= shape_[d];
      stride *= attributes_.whole[d];
    }
    return static_cast<std::uint64_t>(index);
  }

  RandomAttributes attributes_;
  Shape shape_;
  std::optional<Address> folded_;
  DType folded_type_;
  Address to_;
};

} // namespace

std::unique_ptr<Step> random_step(const StepSource &source, std::size_t unit) {
  const Instruction &instruction = source.instruction(source.units.units[unit].instructions[0]);
  const auto &attributes = std::get<RandomAttributes>(instruction.attributes);
  const TensorType &type = source.type(instruction.results[0]);
  std::optional<Address> folded;
  DType folded_type = DType::i32;
  if (!instruction.operands.empty()) {
    folded = source.address(instruction.operands[0]);
    folded_type = source.type(instruction.operands[0]).dtype;
  }
  const Address to = source.address(instruction.results[0]);
  if (type.dtype == DType::f32)
    return std::make_unique<RandomStep<float>>(attributes, type.shape, folded, folded_type, to);
  return std::make_unique<RandomStep<double>>(attributes, type.shape, folded, folded_type, to);
}

} // namespace brigade

#include "brigade/runtime/steps/parts_step.hpp"

#include "brigade/ir/literal.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/runtime/steps/packed_runs.hpp"
#include "brigade/runtime/tiles/tile_function.hpp"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace brigade {

namespace {

struct Part {
  Address from;
  PackedRuns runs;
};

/// Fills the result with a number where parts leave something out, and copies them there.
class PartsStep final : public Step {
public:
  PartsStep(std::vector<Part> parts, Address to, TileFunction fill, std::array<std::byte, 8> number,
            std::int64_t count)
      : parts_(std::move(parts)), to_(to), fill_(fill), number_(number), count_(count) {}

  void run(Bases bases) override {
    std::byte *to = to_.in(bases);
    if (fill_ != nullptr)
      fill_(to, number_.data(), nullptr, nullptr, count_);
    for (const Part &part : parts_)
      part.runs.unpack(part.from.in(bases), to);
  }

private:
  std::vector<Part> parts_;
  Address to_;
  TileFunction fill_;
  alignas(8) std::array<std::byte, 8> number_;
  std::int64_t count_;
};

} // namespace

std::unique_ptr<Step> parts_step(const StepSource &source, std::size_t unit) {
  const Instruction &instruction = source.instruction(source.units.units[unit].instructions[0]);
  const TensorType &result = source.type(instruction.results[0]);
  const Slices all = whole(result.shape);
  std::vector<Part> parts;
  const auto add = [&](ValueId operand, const std::vector<std::int64_t> &begin) {
    Slices place = whole(source.type(operand).shape);
    for (std::size_t d = 0; d < place.size(); ++d)
      place[d] = {begin[d], begin[d] + place[d].end};
    Part &part = parts.emplace_back(Part{source.address(operand), PackedRuns(result.dtype)});
    part.runs.add(place, all, 0);
  };
  TileFunction fill = nullptr;
  std::array<std::byte, 8> number{};
  if (const auto *pad = std::get_if<PadAttributes>(&instruction.attributes)) {
    fill = tile_copy(result.dtype, true);
    const Literal value = Literal::from_numbers({result.dtype, {}}, std::vector{pad->value});
    std::memcpy(number.data(), bytes_of(value), size_of(result.dtype));
    add(instruction.operands[0], pad->low);
  } else {
    const auto dim =
        static_cast<std::size_t>(std::get<ConcatAttributes>(instruction.attributes).dim);
    std::vector<std::int64_t> begin(result.rank(), 0);
    for (const ValueId operand : instruction.operands) {
      add(operand, begin);
      begin[dim] += source.type(operand).shape[dim];
    }
  }
  return std::make_unique<PartsStep>(std::move(parts), source.address(instruction.results[0]), fill,
                                     number, result.size());
}

} // namespace brigade

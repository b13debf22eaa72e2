#include "brigade/gspmd/device/matrix_product.hpp"
#include "brigade/gspmd/device/memory_plan.hpp"

#include <algorithm>

namespace brigade {

namespace {

constexpr std::size_t kAlignment = 64;

class Parts {
public:
  void add(std::int64_t bytes) {
    const std::size_t offset = parts_.empty() ? 0 : end_;
    const auto size = static_cast<std::size_t>(bytes);
    parts_.push_back({offset, size});
    end_ = (offset + size + kAlignment - 1) / kAlignment * kAlignment;
  }
  std::vector<ScratchPart> take() && { return std::move(parts_); }

private:
  std::vector<ScratchPart> parts_;
  std::size_t end_ = 0;
};

// Sums of f32 are made in f32 for a while, and those added up in f64.
void add_totals(Parts &parts, const TensorType &result, Operation operation) {
  const std::int64_t wide = operation == Operation::sum ? 8 : 0;
  parts.add(result.size() * (wide + static_cast<std::int64_t>(size_of(result.dtype))));
}

std::int64_t bytes_of(const Block &block, const std::vector<ValueId> &ids) {
  std::int64_t bytes = 0;
  for (const ValueId id : ids)
    bytes += block.type(id).bytes();
  return bytes;
}

void add_messages(Parts &parts, const DeviceProgram &program, std::size_t collective) {
  const Block &block = program.block;
  const Instruction &instruction = block.instructions[collective];
  const bool several = instruction.operands.size() > 1;
  const TensorType &operand = block.type(instruction.operands[0]),
                   &result = block.type(instruction.results[0]);
  switch (instruction.operation) {
  case Operation::all_gather:
    parts.add(several ? bytes_of(block, instruction.operands) : 0);
    parts.add(moves_in_place(block, instruction) ? 0 : bytes_of(block, instruction.results));
    break;
  case Operation::reduce_scatter:
    parts.add(moves_in_place(block, instruction) ? 0 : bytes_of(block, instruction.operands));
    parts.add(several ? bytes_of(block, instruction.results) : 0);
    break;
  case Operation::all_to_all:
    parts.add(operand.bytes());
    parts.add(result.bytes());
    break;
  case Operation::permute: // what is as large as its message needs no copy of it
    for (const TensorType *type : {&operand, &result})
      parts.add(type->size() == program.permuted[collective]
                    ? 0
                    : program.permuted[collective] *
                          static_cast<std::int64_t>(size_of(type->dtype)));
    break;
  default:
    break;
  }
}

// Which places add to which row: where the list of each ends, and the lists; and the sums of a row.
void add_lists_of_rows(Parts &parts, const Block &block, const Instruction &scatter_add) {
  const Shape &shape = block.type(scatter_add.results[0]).shape;
  const std::int64_t row = element_count(Shape(shape.begin() + 1, shape.end()));
  parts.add(8 * (shape[0] + 1 + block.type(scatter_add.operands[0]).size() + row));
}

} // namespace

bool moves_in_place(const Block &block, const Instruction &collective) {
  if (collective.operands.size() != 1)
    return false;
  const bool gathers = collective.operation == Operation::all_gather;
  const Shape &whole = block.type(gathers ? collective.results[0] : collective.operands[0]).shape;
  const std::int64_t dim = gathers ? std::get<AxesOfDimensionAttributes>(collective.attributes).dim
                                   : std::get<ReduceScatterAttributes>(collective.attributes).dim;
  return std::all_of(whole.begin(), whole.begin() + dim,
                     [](std::int64_t size) { return size == 1; });
}

std::vector<ScratchPart> scratch_of(const DeviceProgram &program, const Units &units,
                                    const Unit &unit) {
  Parts parts;
  const Block &block = program.block;
  const Instruction &first = block.instructions[unit.instructions[0]];
  if (unit.kind == UnitKind::loop) {
    for (const std::size_t member : unit.instructions)
      if (const Instruction &instruction = block.instructions[member];
          is_loop_reduction(instruction.operation))
        add_totals(parts, block.type(instruction.results[0]), instruction.operation);
  } else if (unit.kind == UnitKind::product) {
    const MatrixProduct product = matrix_product(program, units.views, first);
    const auto element = static_cast<std::int64_t>(size_of(block.type(first.results[0]).dtype));
    parts.add(product.left.packed_elements() * element);
    parts.add(product.right.packed_elements() * element);
  } else if (first.operation == Operation::scatter_add) {
    add_lists_of_rows(parts, block, first);
  } else if (info(first.operation).kind == OperationKind::collective) {
    add_messages(parts, program, unit.instructions[0]);
  }
  return std::move(parts).take();
}

} // namespace brigade

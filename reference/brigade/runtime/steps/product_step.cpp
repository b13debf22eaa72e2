#include "brigade/runtime/steps/product_step.hpp"

#include "brigade/gspmd/device/matrix_product.hpp"
#include "brigade/runtime/kernels/gemm.hpp"
#include "brigade/runtime/steps/loop_step.hpp"

#include <utility>
#include <vector>

namespace brigade {

namespace {

struct OperandPlace {
  Address address;
  bool is_transposed = false;
  std::int64_t leading = 1;
  std::vector<std::int64_t> offsets;
};

template <class T> class ProductStep final : public Step {
public:
  ProductStep(const MatrixProduct &product, OperandPlace left, OperandPlace right, Address out,
              std::vector<std::unique_ptr<Step>> packing)
      : rows_(product.rows), columns_(product.columns), inner_(product.inner),
        left_(std::move(left)), right_(std::move(right)), out_(out), packing_(std::move(packing)) {}

  void run(Bases bases) override {
    for (const std::unique_ptr<Step> &step : packing_)
      step->run(bases);
    T *out = reinterpret_cast<T *>(out_.in(bases));
    for (std::size_t i = 0; i < left_.offsets.size(); ++i, out += rows_ * columns_)
      gemm<T>(rows_, columns_, inner_, factor(left_, i, bases), factor(right_, i, bases), out);
  }

private:
  static StridedFactor<T> factor(const OperandPlace &place, std::size_t i, Bases bases) {
    return {reinterpret_cast<const T *>(place.address.in(bases)) + place.offsets[i],
            place.is_transposed, place.leading};
  }

  std::int64_t rows_, columns_, inner_;
  OperandPlace left_, right_;
  Address out_;
  std::vector<std::unique_ptr<Step>> packing_;
};

} // namespace

std::unique_ptr<Step> product_step(const StepSource &source, std::size_t unit,
                                   std::byte *tile_memory) {
  const Unit &dot = source.units.units[unit];
  const Instruction &instruction = source.instruction(dot.instructions[0]);
  const DType type = source.type(instruction.results[0]).dtype;
  const MatrixProduct product = matrix_product(source.program, source.units.views, instruction);
  const std::vector<ScratchPart> scratch = scratch_of(source.program, source.units, dot);
  std::vector<std::unique_ptr<Step>> packing;
  const auto place = [&](const MatrixOperand &operand, std::size_t part) {
    OperandPlace placed{source.address(operand.source), operand.is_transposed, operand.leading,
                        operand.offsets};
    if (!operand.is_packed)
      return placed;
    placed.address = source.scratch(unit);
    placed.address.offset += scratch[part].offset;
    packing.push_back(
        copy_step(source, operand.view, operand.packed_shape, placed.address, tile_memory));
    return placed;
  };
  OperandPlace left = place(product.left, 0), right = place(product.right, 1);
  const Address out = source.address(instruction.results[0]);
  if (type == DType::f32)
    return std::make_unique<ProductStep<float>>(product, std::move(left), std::move(right), out,
                                                std::move(packing));
  return std::make_unique<ProductStep<double>>(product, std::move(left), std::move(right), out,
                                               std::move(packing));
}

} // namespace brigade

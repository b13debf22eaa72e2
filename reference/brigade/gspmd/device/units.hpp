#pragma once

#include "brigade/gspmd/device/device_program.hpp"
#include "brigade/gspmd/device/strided_view.hpp"

#include <cstddef>
#include <vector>

namespace brigade {

/// What a device does in one go.
enum class UnitKind {
  loop,    ///< one pass over the elements of a shape: elementwise operations, and reductions at its
           ///< ends
  alias,   ///< the result is the operand, seen otherwise (reshape, barrier)
  product, ///< a dot of f32 or f64
  other,   ///< one instruction on its own
};

struct Unit {
  UnitKind kind = UnitKind::other;
  std::vector<std::size_t> instructions; ///< ascending; one, but in loops
  std::vector<ValueId> reads;            ///< that lie in memory before; each once
  std::vector<ValueId> writes;           ///< that lie in memory behind it
};

/// A program's instructions joined into units, each of which comes behind those that it reads from.
/// What can be read by strides where it lies (transposed, broadcast, sliced), and constants and
/// indices, belongs to no unit unless somebody needs it in memory.
struct Units {
  std::vector<Unit> units;
  StridedViews views;
};

/// An instruction joins the loop of whoever uses its result, over the same shape, unless a way from
/// one to the other leads through a third unit.
Units join_into_units(const DeviceProgram &program);

/// The shape that an instruction of a loop walks over.
const Shape &loop_shape(const Block &block, const Instruction &instruction);
/// sum, max_reduce, min_reduce
bool is_loop_reduction(Operation operation);

} // namespace brigade

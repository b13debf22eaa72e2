#include "brigade/trace/functions/broadcasting.hpp"

#include "brigade/core/error.hpp"
#include "brigade/trace/functions/shape.hpp"
#include "brigade/trace/functions/source.hpp"
#include "brigade/trace/recording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace brigade {

namespace {

std::string text_of(const Operand &operand) {
  return operand.is_number() ? fmt::format("{}", operand.number())
                             : to_string(operand.tensor().type());
}

[[noreturn]] void fail(const std::string &what, const std::vector<Operand> &operands,
                       const std::string &why) {
  std::vector<std::string> texts;
  for (const Operand &operand : operands)
    texts.push_back(text_of(operand));
  throw InputError(fmt::format("{}: {}({}): {}", to_string(operands.front().source()), what,
                               fmt::join(texts, ", "), why));
}

// The shape that all can be repeated to.
Shape common_shape(const std::string &what, const std::vector<Operand> &operands) {
  Shape common;
  for (const Operand &operand : operands) {
    if (operand.is_number())
      continue;
    const Shape &shape = operand.tensor().shape();
    if (shape.size() > common.size())
      common.insert(common.begin(), shape.size() - common.size(), 1);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      std::int64_t &size = common[common.size() - shape.size() + i];
      if (size != shape[i] && size != 1 && shape[i] != 1)
        fail(
            what, operands,
            fmt::format("dimension {} from the end has size {} and {}; sizes must be equal, or one "
                        "of them 1",
                        shape.size() - i, size, shape[i]));
      if (size == 1)
        size = shape[i];
    }
  }
  return common;
}

void require_representable(const std::string &what, const std::vector<Operand> &operands,
                           double number, DType type) {
  const bool whole = std::trunc(number) == number;
  const double bound = type == DType::i32 ? 0x1p31 : 0x1p53;
  if ((is_integer(type) && (!whole || number < -bound || number >= bound)) ||
      (type == DType::boolean && number != 0 && number != 1))
    fail(what, operands,
         fmt::format("{} is no {}; convert the Tensor to f32 first", number, to_string(type)));
}

} // namespace

Tensor as_tensor(const Operand &operand, const std::string &what) {
  if (operand.is_number())
    return record(Operation::constant, {}, ConstantAttributes{{DType::f32, {}}, {operand.number()}},
                  operand.source());
  require_usable(operand.tensor(), what, operand.source());
  return operand.tensor();
}

std::vector<Tensor> broadcast_together(const std::string &what,
                                       const std::vector<Operand> &operands, std::size_t first) {
  for (const Operand &operand : operands)
    if (!operand.is_number())
      require_usable(operand.tensor(), what, operand.source());
  if (std::ranges::all_of(operands, &Operand::is_number))
    fail(what, operands, "no operand is a Tensor");
  const Shape shape = common_shape(what, operands);
  DType type = DType::f32; // where all but the first are numbers
  for (std::size_t i = operands.size(); i-- > first;)
    if (!operands[i].is_number())
      type = operands[i].tensor().dtype();
  std::vector<Tensor> result;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Operand &operand = operands[i];
    if (!operand.is_number()) {
      result.push_back(broadcast_to(operand, shape));
      continue;
    }
    const DType own = i < first ? DType::boolean : type;
    require_representable(what, operands, operand.number(), own);
    result.push_back(record(Operation::constant, {},
                            ConstantAttributes{{own, shape}, {operand.number()}},
                            operand.source()));
  }
  return result;
}

std::vector<std::int64_t> dimensions(std::vector<std::int64_t> dims, std::size_t rank) {
  for (std::int64_t &dim : dims)
    if (dim < 0)
      dim += static_cast<std::int64_t>(rank);
  std::ranges::sort(dims);
  return dims;
}

} // namespace brigade

#include "brigade/ir/type_check.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <string>

namespace brigade {

void TypeCheck::require_number_of_operands() const {
  const OperationInfo &expected = info(operation_);
  const auto least = static_cast<std::size_t>(expected.least_operands);
  const bool too_many =
      expected.most_operands && operands_.size() > static_cast<std::size_t>(*expected.most_operands);
  if (operands_.size() >= least && !too_many)
    return;
  const std::string range = !expected.most_operands ? fmt::format("at least {}", least)
      : *expected.most_operands == expected.least_operands
      ? std::to_string(least)
      : fmt::format("{} to {}", least, *expected.most_operands);
  fail(fmt::format("it takes {} operand{}, and got {}", range,
                   range == "1" || range == "at least 1" ? "" : "s", operands_.size()));
}

void TypeCheck::require_dimensions(const std::vector<std::int64_t> &dims, std::size_t rank,
                                   const char *what, bool ascending, const char *thing) const {
  for (std::size_t i = 0; i < dims.size(); ++i) {
    require(dims[i] >= 0 && dims[i] < static_cast<std::int64_t>(rank),
            "{} names {} {}, but there {}", what, thing, dims[i],
            rank == 0   ? "are none"
            : rank == 1 ? "is only 0"
                        : fmt::format("are 0 to {}", rank - 1));
    require(std::find(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(i), dims[i]) ==
                dims.begin() + static_cast<std::ptrdiff_t>(i),
            "{} names {} {} twice", what, thing, dims[i]);
    require(!ascending || i == 0 || dims[i - 1] < dims[i],
            "{} = [{}] are not in ascending order", what, fmt::join(dims, ", "));
  }
}

void TypeCheck::require_sizes(const Shape &shape) const {
  try {
    element_count(shape);
  } catch (const InputError &error) {
    fail(error.what());
  }
}

void TypeCheck::fail(const std::string &what) const {
  std::vector<std::string> types;
  for (const TensorType &type : operands_)
    types.push_back(to_string(type));
  throw InputError(
      fmt::format("{}({}): {}", to_string(operation_), fmt::join(types, ", "), what));
}

} // namespace brigade

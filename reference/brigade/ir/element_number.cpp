#include "brigade/ir/element_number.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace brigade {

double rounded_to_element(double number, DType type) {
  if (std::isnan(number))
    return std::numeric_limits<double>::quiet_NaN();
  return type == DType::f32 ? static_cast<double>(static_cast<float>(number)) : number;
}

bool is_element(double number, DType type) {
  const auto is_whole_within = [&](double lowest, double highest) {
    return number >= lowest && number <= highest && std::trunc(number) == number;
  };
  switch (type) {
  case DType::i32:
    return is_whole_within(std::numeric_limits<std::int32_t>::min(),
                           std::numeric_limits<std::int32_t>::max());
  case DType::i64:
    return is_whole_within(-0x1p53, 0x1p53);
  case DType::boolean:
    return number == 0 || number == 1;
  case DType::f32:
  case DType::f64:
    break;
  }
  return std::bit_cast<std::uint64_t>(number) ==
         std::bit_cast<std::uint64_t>(rounded_to_element(number, type));
}

std::string element_text(double number, DType type) {
  // A nan has no sign that counts.
  if (std::isnan(number))
    return "nan";
  if (type == DType::f32 && is_element(number, type))
    return fmt::format("{}", static_cast<float>(number));
  return fmt::format("{}", number);
}

} // namespace brigade

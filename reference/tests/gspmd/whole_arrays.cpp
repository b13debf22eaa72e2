#include "whole_arrays.hpp"

#include "brigade/core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace brigade {

std::vector<Literal> whole_arguments(const Program &program) {
  std::vector<Literal> arguments;
  for (const ValueId parameter : program.main().parameters) {
    const TensorType &type = program.main().type(parameter);
    const RandomStream random(2026, arguments.size());
    std::vector<double> numbers(static_cast<std::size_t>(type.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = is_floating(type.dtype) ? random.normal(i)
          : type.dtype == DType::boolean   ? static_cast<double>(random.integer(i, 2))
                                           : static_cast<double>(random.integer(i, 8));
    arguments.push_back(numbers.empty() ? Literal(type) : Literal::from_numbers(type, numbers));
  }
  return arguments;
}

void expect_close(const Literal &got, const Literal &expected) {
  ASSERT_EQ(got.type(), expected.type());
  const DType dtype = expected.type().dtype;
  const double allowed = dtype == DType::f32 ? 1e-5 : dtype == DType::f64 ? 1e-12 : 0;
  double scale = 1; // terms may cancel, so an element's own size says little
  for (std::int64_t i = 0; i < expected.size(); ++i)
    if (const double size = std::abs(expected.number(i)); std::isfinite(size))
      scale = std::max(scale, size);
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    const double a = got.number(i), b = expected.number(i);
    if (std::isnan(a) && std::isnan(b))
      continue;
    ASSERT_TRUE(a == b || std::abs(a - b) <= allowed * scale)
        << "element " << i << " is " << a << ", expected " << b << " (" << to_string(got.type())
        << ")";
  }
}

} // namespace brigade

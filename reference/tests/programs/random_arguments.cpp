#include "programs/random_arguments.hpp"

#include "programs/choices.hpp"

namespace brigade::testing {

std::vector<Literal> random_arguments(const Program &program, std::uint64_t seed) {
  Choices choices(seed);
  std::vector<Literal> arguments;
  for (const ValueId parameter : program.main().parameters) {
    const TensorType &type = program.main().type(parameter);
    std::vector<double> numbers(static_cast<std::size_t>(type.size()));
    for (double &number : numbers)
      number = type.dtype == DType::boolean ? static_cast<double>(choices.below(2))
               : is_integer(type.dtype)     ? static_cast<double>(choices.between(-2, 9))
                                        : static_cast<double>(choices.between(-1000, 999)) / 1000;
    // No number at all stands for all elements of an empty array.
    arguments.push_back(numbers.empty() ? Literal(type) : Literal::from_numbers(type, numbers));
  }
  return arguments;
}

} // namespace brigade::testing

#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/runtime/array.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace brigade {

/// An argument or a result of a partitioned program as the Array that it is outside of it.
struct PlannedArray {
  std::string name; ///< for messages: "argument 1 of @mlp (b)"
  TensorType type;  ///< of the whole array
  NamedSharding sharding;
};

/// Throw InputError where the program has no mesh, and where one of the arrays would be unreduced:
/// an Array is a whole.
std::vector<PlannedArray> planned_arguments(const Program &partitioned);
std::vector<PlannedArray> planned_results(const Program &partitioned);

/// Throws InputError where the array has another type than planned, or lies otherwise (device_put
/// brings it there).
void check_argument(const PlannedArray &planned, const Array &array);
/// The message for another number of arguments than a program takes.
std::string wrong_argument_count(const std::string &program, std::size_t taken, std::size_t got);

} // namespace brigade

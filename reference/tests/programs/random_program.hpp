#pragma once

#include "brigade/ir/program.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brigade::testing {

struct RandomProgramOptions {
  int operations = 30;           ///< instructions of the program itself: so many, or few more
  int blocks = 1;                ///< at most so many others, each of a third of the instructions
  std::optional<Mesh> mesh = {}; ///< with it come constraints
  double annotated = 0.5;        ///< share of parameters and results with a sharding
  double annotated_values = 0;   ///< share of the other values
  bool priorities = false;
  /// Sizes of dimensions; a program takes about four of them.
  std::vector<std::int64_t> sizes = {0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13};
  std::int64_t most_elements = 600; ///< of a value
  std::vector<DType> types = {DType::f32, DType::f32, DType::f32,    DType::f64,
                              DType::i32, DType::i64, DType::boolean};
  /// Operations of partitioned programs too, which no interpreter runs: collectives, manual
  /// regions, grad, unreduced values. Needs a mesh.
  bool for_devices = false;
};

/// A program that verifies, the same for the same seed and options on every machine. Every
/// operation occurs in some. One that is for one device can be run on the arguments that
/// random_arguments gives, and compared with another way to run it: integers are not divided by 0,
/// numbers do not grow beyond about 1e5, and what jumps (comparisons, argmax, sign, convert to an
/// integer) is asked only of numbers that come out the same to the last bit in whatever order sums
/// are taken. max_reduce and min_reduce of nothing are infinite.
Program random_program(std::uint64_t seed, const RandomProgramOptions &options = {});

} // namespace brigade::testing

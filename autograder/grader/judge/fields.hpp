#pragma once

#include "grader/launch/launch.hpp"
#include "records/record.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// One rank's array (or scalar: shape []) as numbers.
struct RankBlock {
  DType type = DType::f64;
  Shape shape;
  std::vector<double> values;       ///< row-major
  std::vector<std::int64_t> wholes; ///< the same exactly, of whole numbers; else empty
  std::optional<records::Placement> placement;
  bool is_damaged = false; ///< its bytes are not those of its shape
  std::size_t count() const { return values.size(); }
  bool is_whole() const { return type != DType::f32 && type != DType::f64; }
};
RankBlock block_from(const records::ArrayRecord &record);
RankBlock block_from(const records::ScalarRecord &record);

/// What all ranks recorded under one name in one TEST; a rank that recorded nothing has none. Of a
/// name that is recorded several times, the second is "name (call 2)" and so on.
struct Field {
  std::string name;
  records::Allowance allowance;
  bool is_input = false;
  std::vector<std::optional<RankBlock>> ranks;
};

/// The records of one TEST at one size, by rank of the trial's communicator.
struct TestOfAllRanks {
  std::string test; ///< "Suite.Name"
  int size = 0;     ///< ranks of the launch; of a pure exercise the mesh size
  std::vector<const records::TestRecords *> ranks;
};

/// The name behind the dot.
std::string short_name(const std::string &test);

/// Every TEST of a launch, in the order in which they began. `size` of a pure exercise is 0: the
/// records say it. A rank outside of the trial's communicator has no place in `ranks`. The second
/// Trial of one TEST stands apart from its first.
std::vector<TestOfAllRanks> tests_of(const LaunchResult &launch, int size);

/// Arrays and scalars in the order in which they were first recorded.
std::vector<Field> fields_of(const TestOfAllRanks &test);

/// What the trial itself says is likely to be at fault where the record of this name is wrong; else
/// empty.
std::string cause_in_trial(const records::TestRecords &rank, const std::string &name);
std::string cause_in_trial(const TestOfAllRanks &test, const std::string &name);

} // namespace brigade::grader

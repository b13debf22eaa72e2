#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/core/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What one rank of a trial wrote down. Trial programs write it (records/writer.hpp), the grader
/// reads it (records/reader.hpp); neither needs MPI.
namespace brigade::records {

/// How far an element may lie from the expected one: factor · epsilon(type) · terms · scale, where
/// scale is the largest magnitude in the expected array (of all ranks) or, where given,
/// `magnitude`. terms = 0: exactly equal.
struct Allowance {
  std::int64_t terms = 0;
  std::optional<double> magnitude = std::nullopt;
  std::optional<double> relative = std::nullopt; ///< in place of the formula: relative · scale
  bool operator==(const Allowance &) const = default;
};

/// Where a rank's block lies in a global array.
struct Placement {
  Shape global_shape;
  std::vector<std::int64_t> start; ///< of the block, one a dimension
  bool operator==(const Placement &) const = default;
};

/// Name of an input: the number that a trial left in the memory that a function may get for its
/// results, for the pattern "added to what was there".
inline constexpr std::string_view kMemoryHeld = "what its memory held before";

struct ArrayRecord {
  std::string name;
  DType type = DType::f32;
  Shape shape;
  std::vector<std::byte> data; ///< row-major
  Allowance allowance;
  std::optional<Placement> placement;
  bool is_input = false; ///< not compared; patterns are named with it ("bias added 4 times")
};

struct ScalarRecord {
  std::string name;
  std::variant<std::int64_t, double, bool> value;
  Allowance allowance;
  DType type = DType::f64; ///< i64, boolean, f64, or f32 of a float, whose own epsilon counts
};

struct TextRecord {
  std::string name;
  std::string text;
};

/// What is likely to be at fault where the record of this name is not the solution's.
struct CauseRecord {
  std::string name;
  std::string cause;
};

/// One MPI call between a trial's construction and its end, as the tracer's ledger has it.
struct CallRecord {
  std::string kind;         ///< "MPI_Allreduce"
  std::string communicator; ///< mesh axes or the communicator's name
  std::string operation, type;
  std::int64_t count = 0, bytes = 0; ///< bytes: what this rank sends
  int root = -1, peer = -1, tag = -1;
  double start = 0, end = 0; ///< seconds since the trial began
  bool operator==(const CallRecord &) const = default;
};

/// Stated work, for the virtual clock: it lies between calls number `before_call` - 1 and
/// `before_call`.
struct WorkRecord {
  std::size_t before_call = 0;
  double operations = 0;
};

enum class TrafficRule {
  same_multiset, ///< the same collectives as the solution's, in any order
  same_sequence, ///< in the same order
  bytes_at_most, ///< `limit` bytes sent by this rank
  bytes_exactly,
  calls_at_most,       ///< `limit` calls whose kind begins with `kind`
  chain_at_most,       ///< the longest chain of messages among the ranks
  peak_at_most,        ///< `limit` bytes allocated at once by this rank since the trial began
  virtual_time_at_most ///< `limit` times the solution's, on the virtual clock
};

/// What a trial asks of the traffic or the memory. The solution's record says it; the student's is
/// held to it.
struct TrafficRuleRecord {
  TrafficRule rule;
  std::string kind; ///< of MPI call, where the rule has one
  double limit = 0;
};

/// A check of the trial's own that failed (GoogleTest's message), with its line.
struct FailureRecord {
  std::string message, file;
  int line = 0;
};

struct ExceptionRecord {
  std::string type, what;
  std::string not_implemented; ///< number of the exercise whose stub threw, else empty

  /// "std::out_of_range: at(7)"; the type alone of what has no text.
  std::string words() const { return what.empty() ? type : type + ": " + what; }
};

/// One axis of the mesh that a trial lays over its ranks.
struct MeshAxis {
  std::string name;
  int size = 1;
  bool operator==(const MeshAxis &) const = default;
};

/// What one rank wrote down in one TEST.
struct TestRecords {
  std::string test;           ///< "RingReduceScatter.EveryRankKeepsItsBlockOfTheSum"
  int rank = 0;               ///< in the trial's communicator; -1 where this rank is not in it
  int size = 1;               ///< ranks; of a pure exercise the mesh size
  std::vector<MeshAxis> mesh; ///< empty: a plain row of ranks
  double alpha = 0, beta = 0, seconds_per_operation = 0; ///< of the virtual clock; 0: none
  std::vector<ArrayRecord> arrays;
  std::vector<ScalarRecord> scalars;
  std::vector<TextRecord> texts;
  std::vector<CauseRecord> causes;
  std::vector<std::string>
      same_at_every_size; ///< names of records that must agree across rank counts
  std::vector<CallRecord> calls;
  std::vector<WorkRecord> work;
  std::vector<TrafficRuleRecord> rules;
  std::int64_t peak_bytes = 0;            ///< allocated at once since the trial began
  std::vector<std::string> unreceived;    ///< "message from rank 1, tag 7, 400 bytes"
  std::vector<std::string> open_requests; ///< "MPI_Isend to rank 2, started at ring.cpp:31"
  std::vector<FailureRecord> failures;
  std::optional<ExceptionRecord> exception;
  bool finished = false; ///< it came to its end, without an exception
};

/// What one rank of one launch wrote down. A TEST on ranks that throws is the last; in a pure
/// exercise the others follow it, and the records may be complete.
struct RankRecords {
  int world_rank = 0, world_size = 1;
  bool opened = false;   ///< its first frame came: the process is past MPI_Init
  bool complete = false; ///< it came to the end of the harness's main by itself
  std::vector<TestRecords> tests;
  std::optional<ExceptionRecord>
      exception;      ///< that was thrown outside of the TESTs, also behind the completion
  std::string damage; ///< why the rest of the file could not be read, else empty
};

} // namespace brigade::records

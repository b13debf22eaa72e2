#include "brigade/tracer/board/basic_types.hpp"

#include "brigade/tracer/board/board.hpp"

#include <array>
#include <map>
#include <numeric>
#include <vector>

namespace brigade::board {
namespace {

enum class Kind : std::uint8_t {
  bytes,
  letter,
  signed_integer,
  unsigned_integer,
  real,
  complex,
  logical,
  other
};

/// Of a basic type, by what is stored.
Kind kind_of(MPI_Datatype type) {
  struct Known {
    MPI_Datatype type;
    Kind kind;
  };
  static const std::array known{
      Known{MPI_BYTE, Kind::bytes},
      Known{MPI_PACKED, Kind::bytes},
      Known{MPI_CHAR, Kind::signed_integer}, // int8_t is sent as either
      Known{MPI_SIGNED_CHAR, Kind::signed_integer},
      Known{MPI_SHORT, Kind::signed_integer},
      Known{MPI_INT, Kind::signed_integer},
      Known{MPI_LONG, Kind::signed_integer},
      Known{MPI_LONG_LONG, Kind::signed_integer},
      Known{MPI_INT8_T, Kind::signed_integer},
      Known{MPI_INT16_T, Kind::signed_integer},
      Known{MPI_INT32_T, Kind::signed_integer},
      Known{MPI_INT64_T, Kind::signed_integer},
      Known{MPI_AINT, Kind::signed_integer},
      Known{MPI_OFFSET, Kind::signed_integer},
      Known{MPI_COUNT, Kind::signed_integer},
      Known{MPI_UNSIGNED_CHAR, Kind::unsigned_integer},
      Known{MPI_UNSIGNED_SHORT, Kind::unsigned_integer},
      Known{MPI_UNSIGNED, Kind::unsigned_integer},
      Known{MPI_UNSIGNED_LONG, Kind::unsigned_integer},
      Known{MPI_UNSIGNED_LONG_LONG, Kind::unsigned_integer},
      Known{MPI_UINT8_T, Kind::unsigned_integer},
      Known{MPI_UINT16_T, Kind::unsigned_integer},
      Known{MPI_UINT32_T, Kind::unsigned_integer},
      Known{MPI_UINT64_T, Kind::unsigned_integer},
      Known{MPI_FLOAT, Kind::real},
      Known{MPI_DOUBLE, Kind::real},
      Known{MPI_LONG_DOUBLE, Kind::real},
      Known{MPI_C_FLOAT_COMPLEX, Kind::complex},
      Known{MPI_C_DOUBLE_COMPLEX, Kind::complex},
      Known{MPI_C_BOOL, Kind::logical},
      Known{MPI_CXX_BOOL, Kind::logical},
      Known{MPI_WCHAR, Kind::letter},
  };
  for (const Known &one : known)
    if (one.type == type)
      return one.kind;
  return Kind::other;
}

/// How many of each basic type, keyed by kind and size (or, where it is none of the known, handle).
using Parts = std::map<std::uint64_t, std::int64_t>;

void add_parts(Parts &parts, MPI_Datatype type, std::int64_t times);

/// The types that a derived type was made of: freed again where MPI has made them for us.
struct Contents {
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;

  Contents(MPI_Datatype type, int integer_count, int address_count, int type_count)
      : integers(static_cast<std::size_t>(integer_count)),
        addresses(static_cast<std::size_t>(address_count)),
        types(static_cast<std::size_t>(type_count)) {
    PMPI_Type_get_contents(type, integer_count, address_count, type_count, integers.data(),
                           addresses.data(), types.data());
  }
  ~Contents() {
    for (MPI_Datatype &type : types) {
      int integer_count = 0, address_count = 0, type_count = 0, combiner = MPI_COMBINER_NAMED;
      PMPI_Type_get_envelope(type, &integer_count, &address_count, &type_count, &combiner);
      if (combiner != MPI_COMBINER_NAMED)
        PMPI_Type_free(&type);
    }
  }
  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;
};

void add_derived(Parts &parts, MPI_Datatype type, const Contents &contents, int combiner,
                 std::int64_t times) {
  if (combiner == MPI_COMBINER_STRUCT) {
    for (std::size_t i = 0; i < contents.types.size(); ++i)
      add_parts(parts, contents.types[i], times * contents.integers[i + 1]);
    return;
  }
  // All others are made of one type; how often follows from the sizes.
  MPI_Count whole = 0, part = 0;
  PMPI_Type_size_x(type, &whole);
  PMPI_Type_size_x(contents.types.front(), &part);
  if (part > 0)
    add_parts(parts, contents.types.front(), times * (whole / part));
}

void add_parts(Parts &parts, MPI_Datatype type, std::int64_t times) {
  int integer_count = 0, address_count = 0, type_count = 0, combiner = 0;
  PMPI_Type_get_envelope(type, &integer_count, &address_count, &type_count, &combiner);
  if (combiner != MPI_COMBINER_NAMED && type_count > 0) {
    add_derived(parts, type, Contents(type, integer_count, address_count, type_count), combiner,
                times);
    return;
  }
  const Kind kind = kind_of(type);
  MPI_Count size = 0;
  PMPI_Type_size_x(type, &size);
  std::uint64_t key = static_cast<std::uint64_t>(kind) << 56;
  key |= kind == Kind::other ? static_cast<std::uint64_t>(PMPI_Type_c2f(type)) & 0xffffffff
                             : static_cast<std::uint64_t>(size);
  parts[key] += times;
}

std::map<MPI_Op, std::uint64_t> &operations() {
  static auto &all = *new std::map<MPI_Op, std::uint64_t>;
  return all;
}

} // namespace

std::uint64_t basic_types(MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL)
    return 0;
  Parts parts;
  add_parts(parts, type, 1);
  std::int64_t divisor = 0;
  for (const auto &[key, times] : parts)
    divisor = std::gcd(divisor, times);
  std::uint64_t fingerprint = 1469598103934665603;
  for (const auto &[key, times] : parts) {
    if (key >> 56 == static_cast<std::uint64_t>(Kind::bytes))
      return 0;
    fingerprint = (fingerprint ^ key) * 1099511628211;
    fingerprint = (fingerprint ^ static_cast<std::uint64_t>(times / divisor)) * 1099511628211;
  }
  return fingerprint == 0 ? 1 : fingerprint;
}

std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) {
  if (count <= 0 || type == MPI_DATATYPE_NULL)
    return 0;
  MPI_Count size = 0;
  PMPI_Type_size_x(type, &size);
  return count * size;
}

void note_operation(MPI_Op op, const void *function) {
  operations()[op] = address_in_program(function);
}

std::uint64_t operation_id(MPI_Op op) {
  if (op == MPI_OP_NULL)
    return 0;
  if (const auto found = operations().find(op); found != operations().end())
    return found->second;
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(PMPI_Op_c2f(op))) << 32 | 1;
}

} // namespace brigade::board

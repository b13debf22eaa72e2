#pragma once

#include "brigade/comm/selection/collective.hpp"

#include <mpi.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// From `first` to `last`, both included.
struct SelectionRange {
  std::size_t first = 0;
  std::size_t last = std::numeric_limits<std::size_t>::max();
  bool holds(std::size_t value) const { return first <= value && value <= last; }
  bool operator==(const SelectionRange &) const = default;
};

/// One line of the table: what it fits, and the algorithm that it gives.
struct SelectionRow {
  Collective collective;
  std::optional<bool> crowded; ///< whether nodes have more ranks than cores; nullopt: either way
  SelectionRange ranks;        ///< members of the group
  SelectionRange bytes;        ///< of the whole: the longest of what goes in and what comes out
  Algorithm algorithm;
  bool operator==(const SelectionRow &) const = default;
};

/// What is asked of the table.
struct SelectionQuestion {
  Collective collective;
  std::size_t ranks;
  std::size_t bytes;
  bool window_possible;  ///< all members share a window, and the collective is not only started
  bool library_possible; ///< the group has a communicator of MPI
};

/// Which algorithm moves the data of a collective: a table, the same on all ranks for a whole run.
/// The first row that fits and whose algorithm is possible holds. As text a row is a line
///
///     all_reduce  crowded  2-8  0-64K  recursive_doubling
///
/// of collective, cores (`crowded`: a node has more ranks than cores; `enough`; `any`), ranks,
/// bytes (`any`, one number, `a-b` or `a-`; K and M are 2^10 and 2^20) and algorithm; `#` starts a
/// comment. Rows of all_to_all fit `any` bytes, since no member knows what the others give each
/// other.
class Selection {
public:
  /// Reads the text form. `source` is what errors call it (a file's name). Throws InputError,
  /// naming source and line, for a line that is not a row, for an algorithm that the collective has
  /// not, and where a collective has no row that is always possible (any cores, any ranks, any
  /// bytes, neither window nor library).
  static Selection parse(std::string_view text, const std::string &source);
  /// What was measured on two cores with MPICH 4.0 (bench/all_reduce.cpp).
  static Selection built_in();
  /// Called by all ranks of `comm` together: rank 0 reads the file that the environment's
  /// BRIGADE_SELECTION names (the built-in table without it) and gives it to the others. `crowded`
  /// counts on rank 0. Throws InputError on all ranks.
  static Selection share(MPI_Comm comm, bool crowded);

  Algorithm choose(const SelectionQuestion &question) const;
  const std::vector<SelectionRow> &rows() const { return rows_; }
  bool crowded() const { return crowded_; }
  void set_crowded(bool crowded) { crowded_ = crowded; }

private:
  std::vector<SelectionRow> rows_;
  bool crowded_ = false;
};

/// The text form, in columns.
std::string to_string(const Selection &selection);

} // namespace brigade

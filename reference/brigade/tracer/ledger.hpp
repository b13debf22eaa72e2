#pragma once

#include "brigade/core/dtype.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// One communication of this rank: a collective of comm/, or an MPI call of a user's program.
struct CommRecord {
  std::string_view kind;       ///< "all_reduce", "send", … or the MPI call's own name; static storage
  std::string_view axes;       ///< mesh axes, comma separated ("data", "data,model"), or the communicator's name; interned
  std::string_view operation;  ///< "sum" …, empty where there is none; static storage
  std::string_view type;       ///< "f32" … or the MPI type's name; static or interned
  std::int64_t count = 0;      ///< elements
  std::int64_t bytes = 0;      ///< bytes that this rank sends, by the formula of its kind
  int root = -1, peer = -1, tag = -1; ///< -1 where there is none
  double start = 0, end = 0;   ///< seconds since the ledger was made
};

/// Bytes and calls of one kind over one set of axes.
struct Traffic {
  std::int64_t calls = 0;
  std::int64_t bytes = 0;
  double seconds = 0;
};

/// The list of this process's communications. Recording can be switched off; an idle ledger costs one
/// branch a call.
class Ledger {
public:
  static Ledger &instance();
  bool is_on() const { return on_; }
  void set_on(bool on) { on_ = on; }
  /// Seconds since the ledger was made.
  double now() const;
  void record(const CommRecord &record);
  const std::vector<CommRecord> &records() const { return records_; }
  /// Keeps a string for as long as the process lives, so that a record may point at it.
  std::string_view intern(std::string_view text);
  void clear();
  /// Key: (kind, axes).
  std::map<std::pair<std::string, std::string>, Traffic> totals() const;

private:
  bool on_ = false;
  std::vector<CommRecord> records_;
};

} // namespace brigade

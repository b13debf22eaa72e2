#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brigade {

/// One communication of this rank: a collective of comm/, or an MPI call of a user's program. Or,
/// where a profile is asked for, something that it computed.
struct CommRecord {
  std::string_view kind; ///< "all_reduce", "send", … or the MPI call's own name; static storage
  std::string_view axes; ///< mesh axes, comma separated ("data", "data,model"), or the
                         ///< communicator's name; interned
  std::string_view operation;         ///< "sum" …, empty where there is none; static storage
  std::string_view type;              ///< "f32" … or the MPI type's name; static or interned
  std::int64_t count = 0;             ///< elements
  std::int64_t bytes = 0;             ///< bytes that this rank sends, by the formula of its kind
  int root = -1, peer = -1, tag = -1; ///< -1 where there is none
  double start = 0, end = 0;          ///< seconds since the ledger was made
  bool is_computation = false;
  std::string_view source =
      {}; ///< "mlp.cpp:12", the line of the user's that asked for it; interned
};

/// Bytes and calls of one kind over one set of axes.
struct Traffic {
  std::int64_t calls = 0;
  std::int64_t bytes = 0;
  double seconds = 0;
};

/// The list of this process's communications, off until set_on(true). Whoever communicates asks
/// is_on() first, so an idle ledger costs one branch a call. Not for several threads at once: where
/// a process communicates from more than one, they must take turns while the ledger is on.
class Ledger {
public:
  /// The process's only one. Never destroyed, so that MPI may be ended from a static destructor.
  static Ledger &instance() {
    static Ledger &ledger = *new Ledger;
    return ledger;
  }
  bool is_on() const { return on_; }
  void set_on(bool on) { on_ = on; }
  /// Seconds since the ledger was made, by the steady clock.
  double now() const { return seconds_between(origin_, std::chrono::steady_clock::now()); }
  /// When the ledger was made: the zero of all times in its records.
  std::chrono::steady_clock::time_point origin() const { return origin_; }
  /// Adds a record if the ledger is on; where there is a sink, gives it to that instead.
  void record(const CommRecord &record);
  /// Null, as at first: records are kept here.
  void set_sink(void (*sink)(const CommRecord &record)) { sink_ = sink; }
  const std::vector<CommRecord> &records() const { return records_; }
  /// Keeps a string for as long as the process lives, so that a record may point at it.
  std::string_view intern(std::string_view text);
  /// Forgets the records, not the interned strings.
  void clear() { records_.clear(); }
  /// Of the communications. Key: (kind, axes).
  std::map<std::pair<std::string, std::string>, Traffic> totals() const;

private:
  using Clock = std::chrono::steady_clock;
  static double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  }

  bool on_ = false;
  void (*sink_)(const CommRecord &record) = nullptr;
  Clock::time_point origin_ = Clock::now();
  std::vector<CommRecord> records_;
  std::set<std::string, std::less<>> interned_; // a set's elements stay where they are
};

} // namespace brigade

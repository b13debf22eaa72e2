#pragma once

#include "brigade/tracer/ledger.hpp"

#include <span>
#include <string>

namespace brigade {

/// A rank as a trace shows it.
struct TracedRank {
  int rank = 0;
  std::string coordinates; ///< "data 0, model 3"; may be empty
  /// Seconds from the zero of the trace to the zero of this rank's records.
  double origin = 0;
};

/// One rank's records as events of the Chrome trace format (JSON objects, comma separated), by
/// start: pid is the rank, times are microseconds, args are {kind, axes, bytes, peer, tag, root,
/// operation, type, count} with -1 where a number means nothing. Communications that overlap in
/// time go to threads of their own, since those of one thread must nest.
std::string chrome_trace_events(const TracedRank &rank, std::span<const CommRecord> records);

/// The file that holds the events of all ranks; opens in Perfetto (ui.perfetto.dev) and
/// chrome://tracing.
std::string chrome_trace(std::span<const std::string> events_of_ranks);

} // namespace brigade

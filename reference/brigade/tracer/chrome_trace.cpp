#include "brigade/tracer/chrome_trace.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

namespace brigade {
namespace {

/// Behind all on which communications may lie.
constexpr std::size_t kComputationThread = 1000;

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// A metadata event: the name of a process or thread, or its place on the screen.
std::string metadata(int rank, int thread, std::string_view what, std::string_view arguments) {
  return fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{{}}}}})", rank, thread,
                     what, arguments);
}

std::string event(const TracedRank &rank, std::size_t thread, const CommRecord &record) {
  return fmt::format(
      R"({{"ph":"X","pid":{},"tid":{},"cat":"{}","name":{},"ts":{:.3f},"dur":{:.3f},)"
      R"("args":{{"kind":{},"axes":{},"bytes":{},"peer":{},"tag":{},"root":{},)"
      R"("operation":{},"type":{},"count":{}{}}}}})",
      rank.rank, thread, record.is_computation ? "computation" : "communication",
      json_string(record.kind), 1e6 * (rank.origin + record.start),
      1e6 * (record.end - record.start), json_string(record.kind), json_string(record.axes),
      record.bytes, record.peer, record.tag, record.root, json_string(record.operation),
      json_string(record.type), record.count,
      record.source.empty() ? "" : R"(,"source":)" + json_string(record.source));
}

/// The first thread that is free at `start`; from then on it is taken until `end`.
std::size_t take_thread(std::vector<double> &free_from, double start, double end) {
  auto thread = std::ranges::find_if(free_from, [&](double free) { return free <= start; });
  if (thread == free_from.end())
    thread = free_from.insert(free_from.end(), 0.0);
  *thread = end;
  return static_cast<std::size_t>(thread - free_from.begin());
}

} // namespace

std::string chrome_trace_events(const TracedRank &rank, std::span<const CommRecord> records) {
  std::vector<const CommRecord *> by_start;
  for (const CommRecord &record : records)
    by_start.push_back(&record);
  std::ranges::stable_sort(by_start, {}, &CommRecord::start);

  const std::string name = rank.coordinates.empty()
                               ? fmt::format("rank {}", rank.rank)
                               : fmt::format("rank {} ({})", rank.rank, rank.coordinates);
  std::string text =
      metadata(rank.rank, 0, "process_name", R"("name":)" + json_string(name)) + ",\n" +
      metadata(rank.rank, 0, "process_sort_index", fmt::format(R"("sort_index":{})", rank.rank));
  std::vector<double> free_from;
  bool computes = false;
  for (const CommRecord *record : by_start) {
    computes = computes || record->is_computation;
    const std::size_t thread = record->is_computation
                                   ? kComputationThread
                                   : take_thread(free_from, record->start, record->end);
    text += ",\n" + event(rank, thread, *record);
  }
  if (computes)
    text += ",\n" + metadata(rank.rank, static_cast<int>(kComputationThread), "thread_name",
                             R"("name":"computation")");
  for (std::size_t thread = 0; thread < free_from.size(); ++thread)
    text += ",\n" + metadata(rank.rank, static_cast<int>(thread), "thread_name",
                             R"("name":"communication")");
  return text;
}

std::string chrome_trace(std::span<const std::string> events_of_ranks) {
  return fmt::format("{{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n{}\n]}}\n",
                     fmt::join(events_of_ranks, ",\n"));
}

} // namespace brigade

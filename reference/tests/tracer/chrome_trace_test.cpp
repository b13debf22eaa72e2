#include "brigade/tracer/chrome_trace.hpp"

#include <array>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace brigade {
namespace {

using nlohmann::json;

CommRecord record(std::string_view kind, double start, double end) {
  CommRecord made;
  made.kind = kind;
  made.axes = "data";
  made.start = start;
  made.end = end;
  return made;
}

/// Events of one kind ("X": communications, "M": metadata) of a trace's text.
std::vector<json> events_of(const std::string &text, const std::string &phase) {
  std::vector<json> found;
  const json trace = json::parse(text);
  for (const json &event : trace.at("traceEvents"))
    if (event.at("ph") == phase)
      found.push_back(event);
  return found;
}

std::string trace_of(const std::vector<CommRecord> &records, const TracedRank &rank = {}) {
  return chrome_trace(std::array{chrome_trace_events(rank, records)});
}

TEST(ChromeTrace, AnEventSaysWhatARecordSays) {
  CommRecord made = record("send", 2, 2.5);
  made.operation = "sum";
  made.type = "f32";
  made.count = 10;
  made.bytes = 5'000'000'000;
  made.peer = 3;
  made.tag = 17;
  const json event = events_of(trace_of({made}, {6, "data 1, model 2", 0.25}), "X").at(0);
  EXPECT_EQ(event.at("name"), "send");
  EXPECT_EQ(event.at("pid"), 6);
  EXPECT_EQ(event.at("ts"), 2'250'000.0) << "microseconds since the trace began";
  EXPECT_EQ(event.at("dur"), 500'000.0);
  EXPECT_EQ(
      event.at("args"),
      json::parse(R"({"kind": "send", "axes": "data", "bytes": 5000000000, "peer": 3, "tag": 17,
                                              "root": -1, "operation": "sum", "type": "f32", "count": 10})"));
}

TEST(ChromeTrace, ARankIsAProcessNamedWithItsCoordinates) {
  std::vector<json> names, places;
  const std::string text = chrome_trace(std::array{
      chrome_trace_events({3, "data 0, model 3", 0}, {}), chrome_trace_events({10, "", 0}, {})});
  for (const json &event : events_of(text, "M"))
    (event.at("name") == "process_name" ? names : places).push_back(event);
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[0].at("args").at("name"), "rank 3 (data 0, model 3)");
  EXPECT_EQ(names[1].at("args").at("name"), "rank 10");
  EXPECT_EQ(names[1].at("pid"), 10);
  EXPECT_EQ(places[1].at("args").at("sort_index"), 10) << "else rank 10 would stand before rank 3";
}

TEST(ChromeTrace, EventsStandInTheOrderOfTheirStart) {
  const auto events = events_of(trace_of({record("second", 2, 3), record("first", 1, 1.5)}), "X");
  EXPECT_EQ(events.at(0).at("name"), "first");
  EXPECT_EQ(events.at(1).at("name"), "second");
}

TEST(ChromeTrace, CommunicationsThatOverlapGetThreadsOfTheirOwn) {
  const auto events = events_of(
      trace_of({record("a", 0, 4), record("b", 1, 5), record("c", 4, 6), record("d", 5, 7)}), "X");
  std::vector<int> threads;
  for (const json &event : events)
    threads.push_back(event.at("tid"));
  EXPECT_EQ(threads, (std::vector{0, 1, 0, 1}));
}

TEST(ChromeTrace, AnyNameMakesAValidFile) {
  CommRecord made = record("send", 0, 1);
  made.axes = "a \"quoted\"\nname, \xff";
  EXPECT_EQ(events_of(trace_of({made}), "X").size(), 1U);
  EXPECT_TRUE(json::accept(chrome_trace({})));
}

} // namespace
} // namespace brigade

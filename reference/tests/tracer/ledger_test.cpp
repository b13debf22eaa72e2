#include "brigade/tracer/ledger.hpp"

#include <gtest/gtest.h>

namespace brigade {
namespace {

CommRecord record(std::string_view kind, std::string_view axes, std::int64_t bytes, double start,
                  double end) {
  CommRecord made;
  made.kind = kind;
  made.axes = axes;
  made.bytes = bytes;
  made.start = start;
  made.end = end;
  return made;
}

TEST(Ledger, KeepsNothingWhileItIsOff) {
  Ledger ledger;
  ledger.record(record("send", "data", 4, 0, 1));
  EXPECT_TRUE(ledger.records().empty());
  ledger.set_on(true);
  ledger.record(record("send", "data", 4, 0, 1));
  EXPECT_EQ(ledger.records().size(), 1U);
  ledger.clear();
  EXPECT_TRUE(ledger.records().empty());
}

TEST(Ledger, GivesItsRecordsToASinkInstead) {
  static std::int64_t bytes;
  bytes = 0;
  Ledger ledger;
  ledger.set_sink([](const CommRecord &given) { bytes += given.bytes; });
  ledger.record(record("send", "data", 1, 0, 1));
  ledger.set_on(true);
  ledger.record(record("send", "data", 20, 0, 1));
  EXPECT_EQ(bytes, 20);
  EXPECT_TRUE(ledger.records().empty());
  ledger.set_sink(nullptr);
  ledger.record(record("send", "data", 300, 0, 1));
  EXPECT_EQ(bytes, 20);
  EXPECT_EQ(ledger.records().size(), 1U);
}

TEST(Ledger, AddsUpByKindAndAxes) {
  Ledger ledger;
  ledger.set_on(true);
  ledger.record(record("all_reduce", "data", 100, 1, 2));
  ledger.record(record("all_reduce", "data", 20, 3, 3.5));
  ledger.record(record("all_reduce", "model", 7, 4, 5));
  ledger.record(record("send", "data", 3, 5, 6));
  const auto totals = ledger.totals();
  ASSERT_EQ(totals.size(), 3U);
  const Traffic &data = totals.at({"all_reduce", "data"});
  EXPECT_EQ(data.calls, 2);
  EXPECT_EQ(data.bytes, 120);
  EXPECT_EQ(data.seconds, 1.5);
  EXPECT_EQ(totals.at({"all_reduce", "model"}).bytes, 7);
  EXPECT_EQ(totals.at({"send", "data"}).calls, 1);
}

TEST(Ledger, AnInternedStringOutlivesItsSource) {
  Ledger ledger;
  std::string_view kept;
  {
    const std::string source = "an axis with quite a long name";
    kept = ledger.intern(source);
    EXPECT_NE(kept.data(), source.data());
  }
  for (int i = 0; i < 1000; ++i)
    ledger.intern(std::to_string(i));
  EXPECT_EQ(kept, "an axis with quite a long name");
  EXPECT_EQ(ledger.intern("an axis with quite a long name").data(), kept.data());
}

TEST(Ledger, ItsClockStartsAtItsOriginAndNeverGoesBack) {
  Ledger ledger;
  const double first = ledger.now(), second = ledger.now();
  EXPECT_GE(first, 0);
  EXPECT_LT(first, 60);
  EXPECT_GE(second, first);
}

} // namespace
} // namespace brigade

#include "brigade/tracer/ledger.hpp"

#include "brigade/comm/collectives.hpp"
#include "brigade/core/interval.hpp"
#include "comm/cases.hpp"

#include <functional>
#include <gmock/gmock.h>

namespace brigade::testing {
namespace {

/// What the ledger keeps of one call.
CommRecord record_of(const std::function<void()> &call) {
  Ledger &ledger = Ledger::instance();
  const bool before = ledger.is_on();
  ledger.clear();
  ledger.set_on(true);
  call();
  ledger.set_on(before);
  EXPECT_EQ(ledger.records().size(), 1u);
  const CommRecord record = ledger.records().empty() ? CommRecord{} : ledger.records().front();
  ledger.clear();
  return record;
}

TEST(LedgerOfCollectives, SaysKindAxesOperationTypeAndBytesByTheFormula) {
  const Group world = job().world();
  const std::int64_t n = world.size(), rank = world.rank();
  constexpr std::int64_t kCount = 1003;
  const std::int64_t own = block_of(kCount, n, rank).size();
  for (const Algorithm algorithm : algorithms_under_test(Collective::all_reduce, world)) {
    std::vector<double> data(kCount);
    const CommRecord record =
        record_of([&] { all_reduce(world, std::span(data), ReduceOp::max, algorithm); });
    EXPECT_EQ(record.kind, "all_reduce");
    EXPECT_EQ(record.axes, "world");
    EXPECT_EQ(record.operation, "max");
    EXPECT_EQ(record.type, "f64");
    EXPECT_EQ(record.count, kCount);
    EXPECT_EQ(record.bytes, 8 * (kCount + (n - 2) * own)) << to_string(algorithm);
    EXPECT_LE(record.start, record.end);
  }
  std::vector<float> in(kCount), out(static_cast<std::size_t>(own));
  EXPECT_EQ(record_of([&] { reduce_scatter(world, in, std::span(out)); }).bytes,
            4 * (kCount - own));
  EXPECT_EQ(record_of([&] { all_gather(world, out, std::span(in)); }).bytes, 4 * (n - 1) * own);
}

TEST(LedgerOfCollectives, CountsWhatGoesToOtherRanks) {
  const Group world = job().world();
  const std::int64_t n = world.size();
  std::vector<float> in(static_cast<std::size_t>(5 * n)), out(in.size());
  const CommRecord exchange = record_of([&] { all_to_all(world, in, std::span(out)); });
  EXPECT_EQ(exchange.bytes, 4 * 5 * (n - 1));
  const CommRecord told = record_of([&] { broadcast(world, std::span(in), 0); });
  EXPECT_EQ(told.bytes, world.rank() == 0 ? (n - 1) * 4 * 5 * n : 0);
  EXPECT_EQ(told.root, 0);
  const std::vector<PermuteStep> steps{{0, world.size() - 1}};
  const CommRecord moved = record_of([&] { permute(world, in, std::span(out), steps); });
  EXPECT_EQ(moved.bytes, world.rank() == 0 && n > 1 ? 4 * 5 * n : 0);
  EXPECT_EQ(record_of([&] { barrier(world); }).bytes, 0);
}

TEST(LedgerOfCollectives, KeepsAStartedOneFromItsStartToItsEnd) {
  const Group world = job().world();
  std::vector<float> data(1000);
  const CommRecord record = record_of([&] {
    Pending pending = start_all_reduce(world, std::span(data));
    pending.wait();
  });
  EXPECT_EQ(record.kind, "all_reduce");
  EXPECT_LE(record.start, record.end);
}

TEST(LedgerOfCollectives, KeepsNothingWhileItIsOff) {
  Ledger::instance().set_on(false);
  Ledger::instance().clear();
  barrier(job().world());
  EXPECT_TRUE(Ledger::instance().records().empty());
}

} // namespace
} // namespace brigade::testing

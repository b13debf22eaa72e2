#include "job.hpp"
#include "rows.hpp"

namespace brigade::bench {
namespace {

/// What a program pays for a tracer that records nothing.
std::vector<Row> idle_ledger() {
  const nlohmann::json result = run_job("bench-idle-ledger", 2, {});
  return {{"tracer.idle_ledger", result.at("ratio").at("median"), 1.05, Sense::max, result}};
}

} // namespace

std::vector<Measurement> tracing_measurements() { return {{{"tracer.idle_ledger"}, idle_ledger}}; }

} // namespace brigade::bench

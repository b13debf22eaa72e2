#include "step_traffic.hpp"

namespace brigade::training {

StepTraffic::StepTraffic(bool keeps_records) : keeps_records_(keeps_records) {
  Ledger::instance().set_on(true);
  skip();
}

StepTraffic::~StepTraffic() { Ledger::instance().set_on(false); }

void StepTraffic::count() {
  const std::vector<CommRecord> &records = Ledger::instance().records();
  for (; seen_ < records.size(); ++seen_) {
    const CommRecord &record = records[seen_];
    if (record.is_computation)
      continue;
    Traffic &total = totals_[{std::string(record.kind), std::string(record.axes)}];
    ++total.calls;
    total.bytes += record.bytes;
    total.seconds += record.end - record.start;
  }
  skip();
}

void StepTraffic::skip() {
  if (!keeps_records_)
    Ledger::instance().clear();
  seen_ = Ledger::instance().records().size();
}

double StepTraffic::seconds() const {
  double seconds = 0;
  for (const auto &[key, traffic] : totals_)
    seconds += traffic.seconds;
  return seconds;
}

} // namespace brigade::training

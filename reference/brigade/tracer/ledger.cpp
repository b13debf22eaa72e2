#include "brigade/tracer/ledger.hpp"

namespace brigade {

void Ledger::record(const CommRecord &record) {
  if (!on_)
    return;
  if (sink_)
    sink_(record);
  else
    records_.push_back(record);
}

std::string_view Ledger::intern(std::string_view text) {
  auto found = interned_.find(text);
  if (found == interned_.end())
    found = interned_.emplace(text).first;
  return *found;
}

std::map<std::pair<std::string, std::string>, Traffic> Ledger::totals() const {
  std::map<std::pair<std::string, std::string>, Traffic> totals;
  for (const CommRecord &record : records_) {
    if (record.is_computation)
      continue;
    Traffic &traffic = totals[{std::string(record.kind), std::string(record.axes)}];
    traffic.calls += 1;
    traffic.bytes += record.bytes;
    traffic.seconds += record.end - record.start;
  }
  return totals;
}

} // namespace brigade

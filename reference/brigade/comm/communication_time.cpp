#include "brigade/comm/communication_time.hpp"

#include "brigade/tracer/ledger.hpp"

#include <ctime>

namespace brigade {

namespace {

thread_local bool communicating = false;
thread_local double total = 0;

} // namespace

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double communication_processor_seconds() { return total; }

CommunicationTime::CommunicationTime() : counts_(!communicating && Ledger::instance().is_on()) {
  if (!counts_)
    return;
  communicating = true;
  started_ = processor_seconds();
}

CommunicationTime::~CommunicationTime() {
  if (!counts_)
    return;
  total += processor_seconds() - started_;
  communicating = false;
}

} // namespace brigade

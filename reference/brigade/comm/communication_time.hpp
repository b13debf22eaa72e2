#pragma once

namespace brigade {

/// Processor time of this thread so far, in seconds. Unlike wall time it does not count moments in
/// which another rank had the core.
double processor_seconds();

/// That part of it which went into collectives, their waiting included, while the ledger was on.
double communication_processor_seconds();

/// While it lives, this thread communicates. Those inside of another count once.
class CommunicationTime {
public:
  CommunicationTime();
  ~CommunicationTime();
  CommunicationTime(const CommunicationTime &) = delete;
  CommunicationTime &operator=(const CommunicationTime &) = delete;

private:
  bool counts_;
  double started_ = 0;
};

} // namespace brigade

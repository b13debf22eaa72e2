#pragma once

#include "brigade/tracer/ledger.hpp"
#include "brigade/tracer/wait.hpp"

namespace brigade {

/// A way of waiting for as long as it lives.
class PolicyScope {
public:
  explicit PolicyScope(WaitPolicy policy) { set_wait_policy(policy); }
  ~PolicyScope() { set_wait_policy(before_); }
  PolicyScope(const PolicyScope &) = delete;
  PolicyScope &operator=(const PolicyScope &) = delete;

private:
  WaitPolicy before_ = wait_policy();
};

/// An empty ledger that is on for as long as this lives.
class LedgerScope {
public:
  LedgerScope() {
    Ledger::instance().clear();
    Ledger::instance().set_on(true);
  }
  ~LedgerScope() {
    Ledger::instance().set_on(false);
    Ledger::instance().clear();
  }
  LedgerScope(const LedgerScope &) = delete;
  LedgerScope &operator=(const LedgerScope &) = delete;
};

} // namespace brigade

#include "brigade/comm/pending.hpp"

#include "brigade/comm/messages/started_operation.hpp"

#include <exception>

namespace brigade {

Pending::Pending(std::shared_ptr<StartedOperation> operation)
    : operation_(std::move(operation)), exceptions_(std::uncaught_exceptions()) {}

Pending::Pending(Pending &&other) noexcept
    : operation_(std::move(other.operation_)), exceptions_(other.exceptions_) {}

Pending &Pending::operator=(Pending &&other) noexcept {
  if (this != &other) {
    finish();
    operation_ = std::move(other.operation_);
    exceptions_ = other.exceptions_;
  }
  return *this;
}

Pending::~Pending() { finish(); }

void Pending::finish() {
  // During unwinding the other ranks may never come, so waiting could last for ever.
  if (operation_ && !operation_->done && std::uncaught_exceptions() > exceptions_)
    abandon(operation_);
  else
    wait();
}

void Pending::wait() {
  if (!operation_)
    return;
  wait_for(*operation_);
  operation_.reset();
}

bool Pending::test() {
  if (operation_ && !operation_->done)
    advance_all();
  if (operation_ && operation_->done)
    operation_.reset();
  return !operation_;
}

} // namespace brigade

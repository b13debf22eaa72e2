#pragma once

#include <stdexcept>
#include <string>

namespace brigade {

/// What every exception of this library is. `exit_status()` is what a program ends with:
/// 1 the work failed, 2 the command line or an input is wrong, 3 the machine is unfit.
class Error : public std::runtime_error {
public:
  explicit Error(const std::string &message, int exit_status = 1)
      : std::runtime_error(message), exit_status_(exit_status) {}
  int exit_status() const { return exit_status_; }

private:
  int exit_status_;
};

/// Something that the user gave is wrong. The message names the value and what would work.
class InputError : public Error {
public:
  explicit InputError(const std::string &message) : Error(message, 2) {}
};

/// The machine cannot do it (no mpiexec, too little shared memory). The message names the fix.
class MachineError : public Error {
public:
  explicit MachineError(const std::string &message) : Error(message, 3) {}
};

} // namespace brigade

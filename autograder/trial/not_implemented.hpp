#pragma once

#include <stdexcept>
#include <string>

namespace brigade {

/// What the stub of an exercise throws, so that no answer and a wrong answer never look the same.
class NotImplemented : public std::logic_error {
public:
  explicit NotImplemented(const std::string &number)
      : std::logic_error("exercise " + number + " is not implemented yet"), number_(number) {}
  const std::string &number() const { return number_; }

private:
  std::string number_;
};

} // namespace brigade

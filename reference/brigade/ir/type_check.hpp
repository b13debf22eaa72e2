#pragma once

#include "brigade/core/error.hpp"
#include "brigade/ir/program.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace brigade {

/// An operation on operands of known types, of which something is asked that it may not fulfil.
class TypeCheck {
public:
  TypeCheck(Operation operation, std::span<const TensorType> operands, const Attributes &attributes)
      : operation_(operation), operands_(operands), attributes_(attributes) {}

  Operation operation() const { return operation_; }
  std::span<const TensorType> operands() const { return operands_; }
  const TensorType &operand(std::size_t i) const { return operands_[i]; }
  const Attributes &attributes() const { return attributes_; }
  /// Fails where the instruction has attributes of another kind.
  template <class Kind> const Kind &attributes() const {
    if (const Kind *kind = std::get_if<Kind>(&attributes_))
      return *kind;
    fail("its attributes are those of another operation");
  }

  template <class... Parts>
  void require(bool holds, fmt::format_string<Parts...> what, Parts &&...parts) const {
    if (!holds)
      fail(fmt::format(what, std::forward<Parts>(parts)...));
  }
  void require_number_of_operands() const;
  /// Each at least 0 and below `rank`, none twice, ascending if asked for. `what` names them,
  /// and `thing` what they number.
  void require_dimensions(const std::vector<std::int64_t> &dims, std::size_t rank, const char *what,
                          bool ascending, const char *thing = "dimension") const;
  void require_sizes(const Shape &shape) const;
  [[noreturn]] void fail(const std::string &what) const;

private:
  Operation operation_;
  std::span<const TensorType> operands_;
  const Attributes &attributes_;
};

} // namespace brigade

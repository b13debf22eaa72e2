#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/ir/text/token_reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace brigade {

/// The values of a block that have been defined so far, by the names that the text gives them.
class Scope {
public:
  /// Throws InputError if the token is no name for a value, or names one already.
  void define(const TokenReader &reader, const Token &name, ValueId id);
  std::optional<ValueId> find(std::string_view name) const;
  /// Throws InputError naming the values that there are.
  ValueId look_up(const TokenReader &reader, const Token &name) const;

private:
  struct Definition {
    ValueId id;
    int line;
  };
  std::unordered_map<std::string_view, Definition> definitions_;
  std::vector<std::string> names_; // in the order of definition
};

/// Can the token be the name of a value: c, w.0, %12?
bool is_value(const Token &token);

} // namespace brigade

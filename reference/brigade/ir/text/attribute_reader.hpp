#pragma once

#include "brigade/ir/attributes.hpp"
#include "brigade/ir/text/token_reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Reads what an operation is told beside its operands, one field after the other, in any order.
class AttributeReader {
public:
  AttributeReader(TokenReader &reader, Operation operation);

  /// "dim=0": at the name. Throws InputError for one that the operation does not have, or has
  /// already. Numbers are those of elements of `type`.
  void read_named(DType type);
  /// The next of the fields without a name. False where none is left.
  bool read_unnamed();
  bool expects_unnamed() const { return unnamed_ < count_unnamed(); }
  /// `end` is the token behind. Throws InputError if a field is missing.
  Attributes finish(const Token &end) &&;

private:
  std::size_t count_unnamed() const;

  TokenReader &reader_;
  Operation operation_;
  Attributes attributes_;
  std::vector<std::string> given_; // names
  std::size_t unnamed_ = 0;        // how many were read
};

} // namespace brigade

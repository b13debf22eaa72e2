#include "brigade/ir/text/read_type.hpp"

namespace brigade {

TensorType read_type(TokenReader &reader) {
  TensorType type{.dtype = reader.dtype(), .shape = {}};
  const Token sizes = reader.peek();
  type.shape = reader.integers("sizes such as [8, 4]");
  reader.located(sizes, [&] { return type.size(); });
  return type;
}

} // namespace brigade

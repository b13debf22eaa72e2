#include "brigade/runtime/executor/literal_bytes.hpp"

#include <cstring>
#include <variant>

namespace brigade {

const std::byte *bytes_of(const Literal &literal) {
  return std::visit(
      [](const auto &elements) { return reinterpret_cast<const std::byte *>(elements.data()); },
      literal.elements());
}

std::byte *bytes_of(Literal &literal) {
  return std::visit([](auto &elements) { return reinterpret_cast<std::byte *>(elements.data()); },
                    literal.elements());
}

bool same_bits(const Literal &a, const Literal &b) {
  const auto bytes = static_cast<std::size_t>(a.type().bytes());
  return a.type() == b.type() && (bytes == 0 || std::memcmp(bytes_of(a), bytes_of(b), bytes) == 0);
}

} // namespace brigade

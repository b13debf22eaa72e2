#include "brigade/runtime/broadcast_text.hpp"

#include "brigade/comm/broadcast.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace brigade {

std::string broadcast_text(const Group &group, const std::string &text, int root) {
  auto length = static_cast<std::int64_t>(text.size());
  broadcast(group, std::span(&length, 1), root);
  // Characters travel as integers, since collectives carry numbers only.
  std::vector<std::int32_t> characters(text.begin(), text.end());
  characters.resize(static_cast<std::size_t>(length));
  broadcast(group, std::span(characters), root);
  return {characters.begin(), characters.end()};
}

} // namespace brigade

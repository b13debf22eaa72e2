#include "brigade/tracer/unknown_calls.hpp"

namespace brigade {

std::map<std::string_view, std::int64_t> &unknown_calls() {
  static auto &calls = *new std::map<std::string_view, std::int64_t>;
  return calls;
}

} // namespace brigade

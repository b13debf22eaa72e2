#include "brigade/runtime/reshard/reshardings.hpp"

#include <algorithm>
#include <utility>

namespace brigade {

Array Reshardings::operator()(const Array &array, const NamedSharding &to) {
  const auto known = std::ranges::find_if(
      used_, [&](const Resharding &resharding) { return resharding.is_for(array, to); });
  if (known != used_.end()) {
    used_.splice(used_.begin(), used_, known);
    return used_.front()(array);
  }
  Resharding resharding(array, to);
  Array result = resharding(array);
  const std::size_t bytes = resharding.whole_bytes();
  if (bytes > most_bytes_)
    return result;
  bytes_ += bytes;
  used_.push_front(std::move(resharding));
  while (bytes_ > most_bytes_ || used_.size() > kMostKept) {
    bytes_ -= used_.back().whole_bytes();
    used_.pop_back();
  }
  return result;
}

} // namespace brigade

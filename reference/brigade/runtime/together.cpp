#include "brigade/runtime/together.hpp"

#include "brigade/comm/all_gather.hpp"
#include "brigade/comm/broadcast.hpp"
#include "brigade/core/error.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

void run_together(const Group &group, const std::function<void()> &step) {
  std::string message;
  std::int32_t failure = 0; // an exit status
  try {
    step();
  } catch (const Error &error) {
    message = error.what();
    failure = error.exit_status();
  }
  std::vector<std::int32_t> failures(static_cast<std::size_t>(group.size()));
  all_gather<std::int32_t>(group, std::span(&failure, 1), failures);
  const auto first =
      std::ranges::find_if(failures, [](std::int32_t status) { return status != 0; });
  if (first == failures.end())
    return;

  // Characters travel as integers, since collectives carry numbers only.
  const auto root = static_cast<int>(first - failures.begin());
  auto length = static_cast<std::int64_t>(message.size());
  broadcast(group, std::span(&length, 1), root);
  std::vector<std::int32_t> characters(message.begin(), message.end());
  characters.resize(static_cast<std::size_t>(length));
  broadcast(group, std::span(characters), root);
  throw Error(std::string(characters.begin(), characters.end()), *first);
}

} // namespace brigade

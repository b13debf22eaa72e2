#include "brigade/runtime/run_together.hpp"

#include "brigade/comm/all_gather.hpp"
#include "brigade/core/error.hpp"
#include "brigade/runtime/broadcast_text.hpp"

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

  const auto root = static_cast<int>(first - failures.begin());
  message = broadcast_text(group, message, root);
  if (*first == InputError(message).exit_status())
    throw InputError(message);
  if (*first == MachineError(message).exit_status())
    throw MachineError(message);
  throw Error(message, *first);
}

} // namespace brigade

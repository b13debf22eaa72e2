#include "brigade/comm/runtime.hpp"
#include "brigade/comm/runtime_state.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace brigade {

void *Runtime::allocate_shared(std::size_t bytes) {
  constexpr std::size_t kAlignment = 64;
  std::string failure = "it was too small when the job started";
  if (state_->window)
    if (void *memory = state_->window->allocate(bytes, &failure))
      return memory;
  if (state_->rank == 0)
    fmt::print(
        stderr,
        "brigade: note: {} bytes are not shared between ranks, so collectives copy them: {}\n",
        bytes, failure);
  auto memory = std::make_unique<std::byte[]>(bytes + kAlignment);
  void *start = memory.get();
  std::size_t space = bytes + kAlignment;
  std::align(kAlignment, bytes, start, space);
  state_->private_memory.push_back(std::move(memory));
  return start;
}

} // namespace brigade

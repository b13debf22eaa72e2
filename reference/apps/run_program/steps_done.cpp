#include "steps_done.hpp"

#include "interpreter_steps.hpp"

#include "brigade/core/atomic_file.hpp"

#include <fmt/format.h>

namespace brigade {

void StepsDone::add(const Block &block, const Instruction &instruction) {
  steps_ += interpreter_steps(block, instruction);
  const auto now = std::chrono::steady_clock::now();
  if (now < next_)
    return;
  write_file(file_, fmt::format("{}\n", steps_));
  next_ = now + std::chrono::seconds(1);
}

} // namespace brigade

#include "brigade/runtime/executor/executable.hpp"

#include "brigade/core/error.hpp"
#include "brigade/runtime/executor/execute.hpp"
#include "brigade/runtime/executor/planned_array.hpp"
#include "brigade/runtime/executor/same_program.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade {

struct Executable::State {
  Runtime &runtime;
  Program program;
};

Executable::Executable(Runtime &runtime, Program partitioned, std::vector<bool> donated) {
  require_same_program(runtime, partitioned);
  const std::size_t parameters = planned_arguments(partitioned).size();
  (void)planned_results(partitioned);
  if (!donated.empty() && donated.size() != parameters)
    throw InputError(fmt::format("@{} has {} parameters, and `donated` has {} entries: give one "
                                 "for each, or none",
                                 partitioned.main().name, parameters, donated.size()));
  state_ = std::make_unique<State>(runtime, std::move(partitioned));
}

Executable::~Executable() = default;
Executable::Executable(Executable &&) noexcept = default;
Executable &Executable::operator=(Executable &&) noexcept = default;

std::vector<Array> Executable::operator()(std::vector<Array> arguments) {
  return execute(state_->runtime, state_->program, arguments);
}

std::size_t Executable::arena_bytes() const { return 0; }

} // namespace brigade

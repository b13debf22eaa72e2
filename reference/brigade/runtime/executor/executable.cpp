#include "brigade/runtime/executor/executable.hpp"

#include "brigade/core/available_memory.hpp"
#include "brigade/core/error.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/runtime/aligned_memory.hpp"
#include "brigade/runtime/executor/flush_to_zero.hpp"
#include "brigade/runtime/executor/memory_shortage.hpp"
#include "brigade/runtime/executor/planned_array.hpp"
#include "brigade/runtime/executor/same_program.hpp"
#include "brigade/runtime/executor/shared_block.hpp"
#include "brigade/runtime/executor/step_record.hpp"
#include "brigade/runtime/kernels/gemm.hpp"
#include "brigade/runtime/run_together.hpp"
#include "brigade/runtime/steps/make_steps.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace brigade {

namespace {

const Program &checked(const Runtime &runtime, const Program &partitioned,
                       const std::vector<bool> &donated) {
  require_same_program(runtime, partitioned);
  const std::size_t parameters = planned_arguments(partitioned).size();
  if (!donated.empty() && donated.size() != parameters)
    throw InputError(fmt::format("@{} has {} parameters, and `donated` has {} entries: give one "
                                 "for each, or none",
                                 partitioned.main().name, parameters, donated.size()));
  return partitioned;
}

/// Where one rank has not enough memory, all throw what that one has to say.
DevicePlan checked_plan(const Runtime &runtime, const Program &partitioned,
                        const std::vector<bool> &donated,
                        const std::optional<MachineProfile> &overlaps) {
  std::optional<DevicePlan> plan;
  run_together(runtime.world(), [&] {
    plan = plan_device(partitioned, runtime.rank(), donated, overlaps ? &*overlaps : nullptr);
    // The rest is for the programs and their messages.
    const double available = 0.9 * available_memory_bytes() / runtime.ranks_on_this_node();
    if (const std::optional<std::string> shortage =
            memory_shortage(partitioned, *plan, runtime.rank(), available))
      throw InputError(*shortage);
  });
  return *std::move(plan);
}

/// Memory of this rank's own.
struct OwnMemory {
  explicit OwnMemory(std::size_t size) : data(allocate_aligned(size)), bytes(size) {}
  std::shared_ptr<std::byte> data;
  std::size_t bytes;
};

/// An array of this rank that has no memory.
Array without_memory(Runtime &runtime, const PlannedArray &planned) {
  Array array = Array::empty(runtime, planned.type.shape, planned.type.dtype, planned.sharding);
  (void)array.release_memory();
  return array;
}

/// Where a run ends by an exception, what it has started is given up: results go, and with them the
/// memory that messages would come to.
class GivesUpWhatFails {
public:
  explicit GivesUpWhatFails(const std::vector<std::shared_ptr<CollectiveStep>> &started)
      : started_(started), exceptions_(std::uncaught_exceptions()) {}
  ~GivesUpWhatFails() {
    if (std::uncaught_exceptions() > exceptions_)
      for (const std::shared_ptr<CollectiveStep> &collective : started_)
        collective->give_up();
  }
  GivesUpWhatFails(const GivesUpWhatFails &) = delete;
  GivesUpWhatFails &operator=(const GivesUpWhatFails &) = delete;

private:
  const std::vector<std::shared_ptr<CollectiveStep>> &started_;
  int exceptions_;
};

} // namespace

struct Executable::State {
  State(Runtime &runtime, const Program &partitioned, const std::vector<bool> &donated,
        const std::optional<MachineProfile> &overlaps);

  void check(std::size_t index, const Array &argument);
  std::vector<Array> run(std::vector<Array> arguments);
  void run_steps();

  std::vector<PlannedArray> arguments;
  std::vector<Array> known;   ///< how the last argument lay that was checked, of each
  std::vector<Array> results; ///< how they lie; without memory
  std::string name;
  DevicePlan plan;
  OwnMemory arena, constants, tiles;
  SharedBlock shared;
  StepMemory memory;
  StepList list;
  std::vector<CommRecord> records; ///< of each step, without times; empty where none are wanted
  std::vector<std::byte *> bases;
  RecycledMemory result_memory; ///< of the run before
};

Executable::State::State(Runtime &runtime, const Program &partitioned,
                         const std::vector<bool> &donated,
                         const std::optional<MachineProfile> &overlaps)
    : arguments(planned_arguments(checked(runtime, partitioned, donated))),
      name(partitioned.main().name), plan(checked_plan(runtime, partitioned, donated, overlaps)),
      arena(plan.memory.arena_bytes), constants(plan.memory.constant_bytes),
      tiles(plan.memory.tile_bytes), shared(runtime, plan.memory.shared_bytes),
      result_memory(partitioned.main().results.size()) {
  for (const PlannedArray &argument : arguments)
    known.push_back(without_memory(runtime, argument));
  for (const PlannedArray &result : planned_results(partitioned))
    results.push_back(without_memory(runtime, result));
  memory.arguments = arguments.size();
  bases.resize(memory.result(results.size()));
  bases[StepMemory::kArena] = arena.data.get();
  bases[StepMemory::kShared] = shared.data();
  bases[StepMemory::kConstant] = constants.data.get();
  const StepSource source(plan, memory);
  write_constants(source, constants.data.get());
  list = make_steps(runtime, partitioned, source, tiles.data.get());
}

void Executable::State::check(std::size_t index, const Array &argument) {
  if (argument.has_layout_of(known[index]))
    return;
  check_argument(arguments[index], argument);
  known[index] = argument.in_memory(nullptr);
}

std::vector<Array> Executable::State::run(std::vector<Array> given) {
  if (given.size() != arguments.size())
    throw InputError(wrong_argument_count(name, arguments.size(), given.size()));
  for (std::size_t i = 0; i < given.size(); ++i) {
    check(i, given[i]);
    // Steps read arguments; they write where a result takes an argument's memory.
    bases[memory.argument(i)] = const_cast<std::byte *>(given[i].data());
  }
  std::vector<Array> made;
  made.reserve(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ResultSource &from = plan.memory.results[i];
    if (from.is_argument) {
      made.push_back(given[*from.is_argument].with_layout_of(results[i]));
      continue;
    }
    if (from.takes_argument && given[*from.takes_argument].has_memory_alone())
      made.push_back(std::move(given[*from.takes_argument]).with_layout_of(results[i]));
    else
      made.push_back(results[i].in_memory(result_memory.allocate(results[i].shard_bytes())));
    bases[memory.result(i)] = const_cast<std::byte *>(made.back().data());
  }
  {
    const GivesUpWhatFails gives_up(list.started);
    run_steps();
  }
  for (std::size_t i = 0; i < results.size(); ++i)
    if (const MemoryPlace &from = plan.memory.results[i].copied_from;
        from.kind != MemoryKind::nowhere && results[i].shard_bytes() > 0)
      std::memcpy(bases[memory.result(i)], memory.address(from).in(bases.data()),
                  results[i].shard_bytes());
  return made;
}

void Executable::State::run_steps() {
  const FlushToZero flushing;
  Ledger &ledger = Ledger::instance();
  if (records.empty() || !ledger.is_on()) {
    for (const UnitStep &step : list.steps)
      step.step->run(bases.data());
    return;
  }
  for (std::size_t i = 0; i < list.steps.size(); ++i) {
    CommRecord record = records[i];
    record.start = ledger.now();
    list.steps[i].step->run(bases.data());
    record.end = ledger.now();
    ledger.record(record);
  }
}

Executable::Executable(Runtime &runtime, Program partitioned, std::vector<bool> donated,
                       const std::optional<MachineProfile> &overlaps)
    : state_(std::make_unique<State>(runtime, inline_calls(partitioned), donated, overlaps)) {
  set_blas_threads(1, runtime.ranks_on_this_node(), runtime.cores());
}

Executable::~Executable() = default;
Executable::Executable(Executable &&) noexcept = default;
Executable &Executable::operator=(Executable &&) noexcept = default;

std::vector<Array> Executable::operator()(std::vector<Array> arguments) {
  return state_->run(std::move(arguments));
}

void Executable::set_profiled(bool profiled) {
  state_->records.clear();
  if (profiled)
    for (const UnitStep &step : state_->list.steps)
      state_->records.push_back(step_record(state_->plan, step.unit, step.part));
}

std::size_t Executable::arena_bytes() const {
  return state_->arena.bytes + state_->shared.bytes() + state_->constants.bytes +
         state_->tiles.bytes;
}

} // namespace brigade

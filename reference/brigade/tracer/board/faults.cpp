#include "brigade/tracer/board/faults.hpp"

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/mpi_words.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <thread>

namespace brigade::board {
namespace {

using Clock = std::chrono::steady_clock;

/// Longer than a grader takes, also on a busy machine; it ends the launch.
constexpr std::chrono::seconds kStay{6};

void stay() {
  for (const auto end = Clock::now() + kStay; shared().released.load() == 0 && Clock::now() < end;)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

bool is_first() { return mine->fault.load() == Fault::none; }

void publish(Fault fault) {
  take_stack(mine->fault_stack);
  mine->fault.store(fault, std::memory_order_release);
  stay();
}

std::string_view name_in_progress;
const void *caller_in_progress = nullptr;
interpose::Arguments arguments_in_progress;

void on_error(MPI_Comm *communicator, int *code, ...) {
  if (!mine || !is_first())
    return;
  const FailedCall failed{name_in_progress, address_in_program(caller_in_progress),
                          arguments_in_progress, *communicator, *code};
  mine->fault_text.set(this_rank() + ": " + sentence_of(failed));
  mine->fault_cause.set(cause_of(failed));
  PMPI_Error_class(*code, &mine->mpi_error_class);
  publish(Fault::mpi_error);
  PMPI_Abort(MPI_COMM_WORLD, 1);
}

} // namespace

void report_misuse(const std::string &text, const std::string &cause) {
  if (!is_first())
    return;
  mine->fault_text.set(text);
  mine->fault_cause.set(cause);
  publish(Fault::misuse);
}

void report_signature(std::uint64_t communicator, std::uint64_t number,
                      const Signature &signature) {
  if (!is_first())
    return;
  mine->fault_communicator = communicator;
  mine->fault_number = number;
  mine->fault_signature = signature;
  publish(Fault::signature);
}

void note_never_freed(const std::string &what) {
  const std::uint32_t place = mine->note_count.load();
  const auto end = mine->notes.begin() + std::min<std::size_t>(place, mine->notes.size());
  if (end == mine->notes.end() ||
      std::any_of(mine->notes.begin(), end, [&](const auto &note) { return note.text() == what; }))
    return;
  mine->notes[place].set(what);
  mine->note_count.store(place + 1, std::memory_order_release);
}

void watch_mpi_errors() {
  static MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  PMPI_Comm_create_errhandler(on_error, &handler);
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, handler); // duplicates and parts inherit it
  PMPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
}

void note_call_in_progress(const WatchedCall &call, const interpose::Arguments &arguments) {
  name_in_progress = call.name;
  caller_in_progress = call.caller;
  arguments_in_progress = arguments;
}

void note_no_call_in_progress() {
  name_in_progress = {};
  caller_in_progress = nullptr;
  arguments_in_progress = {};
}

std::string this_rank() {
  std::string text = rank_text(static_cast<std::int32_t>(mine - shared().slots.data()));
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

} // namespace brigade::board

#include "brigade/tracer/wait.hpp"

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/requests.hpp"
#include "brigade/tracer/node.hpp"

#include <atomic>
#include <chrono>
#include <sched.h>
#include <thread>
#include <vector>

namespace brigade {
namespace {

constexpr int kUndecided = -1;
std::atomic<int> policy_in_force = kUndecided;

/// Tells the processor that this is a waiting loop: the other thread of the core gets its units,
/// and leaving the loop does not flush the pipeline.
void relax_processor() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

} // namespace

void set_wait_policy(WaitPolicy policy) {
  if (board::is_attached())
    policy = WaitPolicy::polite;
  policy_in_force.store(static_cast<int>(policy), std::memory_order_relaxed);
}

WaitPolicy wait_policy() {
  const int policy = policy_in_force.load(std::memory_order_relaxed);
  if (policy != kUndecided) [[likely]]
    return static_cast<WaitPolicy>(policy);
  set_wait_policy(suitable_wait_policy(launched_ranks_on_this_node(), usable_cores()));
  return wait_policy();
}

void Backoff::pause() {
  if (board::is_attached()) [[unlikely]]
    board::note_pause();
  if (wait_policy() == WaitPolicy::spin) {
    relax_processor();
  } else if (looks_ < kYields) {
    ++looks_;
    sched_yield();
  } else {
    // A yield hardly yields where the kernel schedules each session as a group of its own, as it
    // does with ranks that mpiexec has started; a sleep always does.
    std::this_thread::sleep_for(std::chrono::microseconds(kSleepMicroseconds));
  }
}

int wait(MPI_Request *request, MPI_Status *status) {
  const MPI_Request waited_for = *request;
  for (Backoff backoff;; backoff.pause()) {
    int done = 0;
    const int code = PMPI_Test(request, &done, status);
    if (done && board::is_attached()) [[unlikely]]
      board::note_completed(waited_for);
    if (done || code != MPI_SUCCESS)
      return code;
  }
}

int wait_all(std::span<MPI_Request> requests, MPI_Status *statuses) {
  std::vector<MPI_Request> waited_for;
  if (board::is_attached()) [[unlikely]]
    waited_for.assign(requests.begin(), requests.end());
  for (Backoff backoff;; backoff.pause()) {
    int done = 0;
    const int code =
        PMPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, statuses);
    if (done)
      for (const MPI_Request request : waited_for)
        board::note_completed(request);
    if (done || code != MPI_SUCCESS)
      return code;
  }
}

} // namespace brigade

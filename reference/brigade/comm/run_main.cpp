#include "brigade/comm/run_main.hpp"

#include "brigade/comm/job/runtime_state.hpp"
#include "brigade/comm/messages/started_operation.hpp"
#include "brigade/comm/mpi_error.hpp"
#include "brigade/comm/stop.hpp"
#include "brigade/core/error.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <mpi.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace brigade {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// How long a rank that fails waits for the others to fail in the same way.
constexpr auto kGrace = 150ms;
/// How long ranks that have agreed to end wait for each other; then the job is aborted.
constexpr auto kPatience = 500ms;

/// How long the launcher may take to pass a line on.
constexpr auto kForwarding = 100ms;

/// Between the start of the Runtime and the end of the body: to exit then leaves the others
/// waiting.
bool body_is_running = false;
/// The one that runs run_main. What it forks inherits its handlers, but is no rank.
pid_t process_of_rank = 0;

struct Failure {
  std::string message;
  int status = 1;
};

std::string type_name_of_current_exception() {
  const std::type_info *type = abi::__cxa_current_exception_type();
  if (!type)
    return "unknown";
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), std::free);
  return name ? name.get() : type->name();
}

/// Called where an exception is being handled.
Failure describe_current_exception() {
  try {
    throw;
  } catch (const Error &error) {
    return {error.what(), error.exit_status()};
  } catch (const std::bad_alloc &) {
    return {"not enough memory", 1};
  } catch (const std::exception &error) {
    return {error.what(), 1};
  } catch (...) {
    return {fmt::format("an exception of type {}", type_name_of_current_exception()), 1};
  }
}

/// One line in one write, so that lines of several ranks do not mix.
void speak(const std::string &message) {
  std::string line = "brigade: error: " + message;
  for (char &letter : line)
    if (letter == '\n' || letter == '\r')
      letter = ' ';
  line += '\n';
  std::fflush(stdout);
  std::fflush(stderr);
  for (std::size_t begin = 0; begin < line.size();) {
    const ssize_t written = write(STDERR_FILENO, line.data() + begin, line.size() - begin);
    if (written <= 0)
      return;
    begin += static_cast<std::size_t>(written);
  }
}

/// Ends all ranks, a moment after this one has spoken: the launcher drops what it has not yet
/// passed on when the job is aborted. MPI_Abort's own line says less than the one that has been
/// said, so it goes nowhere.
[[noreturn]] void abort_job(int status) {
  body_is_running = false; // MPI may exit
  std::this_thread::sleep_for(kForwarding);
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0)
    dup2(nowhere, STDERR_FILENO);
  PMPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

/// Waits until all ranks are here. False where they are not within the time.
bool meet_all(RuntimeState &state, std::chrono::milliseconds patience) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (PMPI_Ibarrier(state.world.get(), &request) != MPI_SUCCESS)
    return false;
  const auto deadline = Clock::now() + patience;
  for (Backoff backoff; Clock::now() < deadline; backoff.pause()) {
    int done = 0;
    if (PMPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return false;
    if (done)
      return true;
  }
  return false;
}

/// Says to the ranks of this node that this one has come to its end, so that one that waits for it
/// in a collective is told. What a peer has yet to answer comes first.
class Farewell {
public:
  explicit Farewell(SharedWindow *window) : window_(window) {
    for (int peer = 0; window && peer < window->ranks(); ++peer)
      if (peer != window->rank())
        peers_.push_back(peer);
  }

  /// To those that can hear it by now.
  void say() {
    std::erase_if(peers_, [this](int peer) {
      const bool hears = window_->mailboxes().can_post(peer);
      if (hears)
        window_->mailboxes().post(peer, Signature(SharedKind::end, 0, 0));
      return hears;
    });
  }

private:
  SharedWindow *window_;
  std::vector<int> peers_;
};

/// The end of a body that returned: ranks that are early wait here politely, where MPI_Finalize
/// would spin. After a signal the others may have ended another way, so then this does not wait for
/// ever.
void finish_together(RuntimeState &state) {
  Farewell farewell(state.window.get());
  MPI_Request request = MPI_REQUEST_NULL;
  check(PMPI_Ibarrier(state.world.get(), &request), "MPI_Ibarrier");
  auto stopped_at = Clock::time_point::max();
  for (Backoff backoff;; backoff.pause()) {
    farewell.say();
    int done = 0;
    check(PMPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Ibarrier");
    if (done)
      return;
    if (!stop_requested())
      continue;
    stopped_at = std::min(stopped_at, Clock::now());
    if (Clock::now() > stopped_at + kPatience)
      abort_job(stop_status(stop_requested()));
  }
}

/// Says the failure once for all ranks that have it. Returns where the job can end without being
/// aborted.
void end_job(RuntimeState &state, const Failure &failure) {
  using Verdict = AbortWord::Verdict;
  const bool clean = !operations_are_running();
  if (state.size == 1) {
    speak(failure.message);
    if (!clean)
      std::_Exit(failure.status);
    return;
  }
  const Verdict verdict =
      state.abort_word.fail(fmt::format("{} {}", failure.status, failure.message), clean, kGrace);
  switch (verdict) {
  case Verdict::speak_for_all:
  case Verdict::agree:
    if (verdict == Verdict::speak_for_all)
      speak(failure.message);
    if (state.abort_word.all_clean() && meet_all(state, kPatience))
      return;
    break;
  case Verdict::speak_for_oneself:
    speak(fmt::format("rank {}: {}", state.rank, failure.message));
    break;
  case Verdict::stay_silent:
    std::this_thread::sleep_for(kPatience); // the one that speaks aborts the job, and this rank
    break;
  }
  abort_job(failure.status);
}

/// std::terminate comes from a destructor that throws or from another thread: nothing can be
/// unwound.
[[noreturn]] void end_job_from_terminate() {
  Failure failure{"std::terminate was called", 1};
  if (std::current_exception())
    failure = describe_current_exception();
  else if (std::uncaught_exceptions() > 0)
    failure.message = "an exception left a destructor or a noexcept function";
  int running = 0, ended = 0;
  PMPI_Initialized(&running);
  PMPI_Finalized(&ended);
  if (Runtime *runtime = Runtime::current_or_null())
    end_job(runtime->state(), failure);
  else
    speak(failure.message);
  if (running && !ended)
    abort_job(failure.status);
  std::_Exit(failure.status);
}

/// Whether MPI itself calls exit, as MPICH does in MPI_Abort and where it gives an error to nobody:
/// it is on the stack. It ends the other ranks as well, and has said why.
bool mpi_exits() {
  Dl_info mpi{}, caller{};
  // Not this program's own, which may note the call first.
  const void *abort = dlsym(RTLD_NEXT, "PMPI_Abort");
  if (!abort || !dladdr(abort, &mpi))
    return false;
  std::array<void *, 32> callers{};
  const int count = backtrace(callers.data(), static_cast<int>(callers.size()));
  return std::any_of(callers.begin(), callers.begin() + count, [&](const void *address) {
    return dladdr(address, &caller) && caller.dli_fbase == mpi.dli_fbase;
  });
}

/// Called by exit: a rank that ends so says nothing, and the launcher may call it a success.
void end_job_from_exit() {
  Runtime *runtime = Runtime::current_or_null();
  if (!body_is_running || getpid() != process_of_rank || !runtime || runtime->device_count() == 1 ||
      mpi_exits())
    return;
  end_job(runtime->state(), {"exit was called before the body of run_main had returned; return a "
                             "status from the body, or throw, so that all ranks end"});
  abort_job(1);
}

} // namespace

int run_main(int argc, char **argv, const std::function<int(Runtime &)> &body) {
  std::set_terminate(end_job_from_terminate);
  listen_for_stop();
  std::unique_ptr<Runtime> runtime;
  Failure failure;
  try {
    runtime = std::make_unique<Runtime>(argc, argv);
    std::atexit(end_job_from_exit); // after MPI's own, so it comes before
    process_of_rank = getpid();
    body_is_running = true;
    const int status = body(*runtime);
    body_is_running = false;
    if (operations_are_running())
      throw Error("the body has returned before a collective that it started was done: let its "
                  "Pending go, or call wait(), before");
    finish_together(runtime->state());
    return status;
  } catch (...) {
    body_is_running = false;
    failure = describe_current_exception();
  }
  if (runtime) {
    end_job(runtime->state(), failure);
  } else {
    speak(failure.message);
    int running = 0;
    if (PMPI_Initialized(&running) == MPI_SUCCESS && running)
      abort_job(failure.status);
  }
  return failure.status;
}

} // namespace brigade

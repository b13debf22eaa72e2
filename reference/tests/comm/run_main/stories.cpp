#include "brigade/comm/collectives.hpp"
#include "brigade/comm/mpi_error.hpp"
#include "brigade/comm/run_main.hpp"
#include "brigade/comm/stop.hpp"
#include "brigade/core/error.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <mpi.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

// Ways in which a job ends. Whoever fails first prints the time, so that the test knows how long
// the end took.
namespace {

using namespace brigade;
using namespace std::chrono_literals;

void say_that_it_fails_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  std::printf(
      "fails at %lld\n",
      static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()));
  std::fflush(stdout);
}

template <class Exception> [[noreturn]] void fail(const Exception &exception) {
  say_that_it_fails_now();
  throw exception;
}

bool is_last(const Runtime &runtime) { return runtime.rank() == runtime.device_count() - 1; }

/// Waits for ever where a rank does not take part.
void reduce_together(const Runtime &runtime, std::size_t count = 1000) {
  std::vector<float> data(count, 1.0f);
  all_reduce(runtime.world(), std::span(data));
}

struct ThrowsWhenItGoes {
  ~ThrowsWhenItGoes() noexcept(false) { fail(Error("a destructor threw")); }
};
struct HoldsOne {
  ThrowsWhenItGoes one;
  ~HoldsOne() noexcept {} // std::terminate
};

const std::map<std::string, std::function<int(Runtime &)>> kStories{
    {"ends well",
     [](Runtime &runtime) {
       reduce_together(runtime);
       return 0;
     }},
    {"returns 3", [](Runtime &) { return 3; }},
    {"all have the same input error",
     [](Runtime &) -> int { fail(InputError("--batch is -1;\nexpected a positive number")); }},
    {"the last fails while the others wait",
     [](Runtime &runtime) {
       if (is_last(runtime))
         fail(Error("the loss is NaN at step 7"));
       reduce_together(runtime);
       return 0;
     }},
    {"the first fails while the others wait",
     [](Runtime &runtime) {
       if (runtime.rank() == 0)
         fail(MachineError("no space left"));
       barrier(runtime.world());
       return 0;
     }},
    {"the last fails while the others compute",
     [](Runtime &runtime) -> int {
       if (is_last(runtime))
         fail(Error("out of luck"));
       for (;;) // never calls MPI
         std::this_thread::sleep_for(1ms);
     }},
    {"the last fails after the others have ended",
     [](Runtime &runtime) {
       if (is_last(runtime)) {
         std::this_thread::sleep_for(200ms);
         fail(Error("too late"));
       }
       return 0;
     }},
    {"each has another error",
     [](Runtime &runtime) -> int { fail(Error(fmt::format("error {}", runtime.rank()))); }},
    {"the last throws an int",
     [](Runtime &runtime) {
       if (is_last(runtime))
         fail(7);
       reduce_together(runtime);
       return 0;
     }},
    {"a destructor of the last throws",
     [](Runtime &runtime) {
       if (is_last(runtime))
         HoldsOne one;
       reduce_together(runtime);
       return 0;
     }},
    {"the last fails with a started collective",
     [](Runtime &runtime) {
       std::vector<float> data(100000);
       Pending pending = start_all_reduce(runtime.world(), std::span(data));
       if (is_last(runtime))
         fail(Error("gave up"));
       pending.wait();
       return 0;
     }},
    {"the body leaves a started collective behind",
     [](Runtime &runtime) {
       static std::vector<float> data(1000);
       say_that_it_fails_now();
       static Pending pending = start_all_reduce(runtime.world(), std::span(data));
       return 0;
     }},
    {"the ranks give different sizes",
     [](Runtime &runtime) {
       std::vector<float> data(is_last(runtime) ? 10 : 20);
       say_that_it_fails_now();
       all_reduce(runtime.world(), std::span(data), ReduceOp::sum, Algorithm::ring);
       return 0;
     }},
    {"MPI reports an error",
     [](Runtime &runtime) -> int {
       say_that_it_fails_now();
       const float sent[2] = {1, 2};
       float received = 0;
       check(PMPI_Sendrecv(sent, 2, MPI_FLOAT, runtime.rank(), 0, &received, 1, MPI_FLOAT,
                           runtime.rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
       return 0;
     }},
    {"the last ends while the others wait",
     [](Runtime &runtime) {
       if (is_last(runtime)) {
         say_that_it_fails_now();
         return 0;
       }
       reduce_together(runtime);
       return 0;
     }},
    {"the last ends early after a broadcast",
     [](Runtime &runtime) {
       std::vector<float> data(2);
       broadcast(runtime.world(), std::span(data), runtime.device_count() - 1);
       if (is_last(runtime)) {
         say_that_it_fails_now();
         return 0;
       }
       barrier(runtime.world());
       return 0;
     }},
    {"the first gives thrice what the last, which has ended, does not take",
     [](Runtime &runtime) {
       if (is_last(runtime)) {
         say_that_it_fails_now();
         return 0;
       }
       std::vector<float> data(2);
       for (int time = 0; time < 3; ++time)
         broadcast(runtime.world(), std::span(data), 0, Algorithm::window);
       return 0;
     }},
    {"the last exits while the others wait",
     [](Runtime &runtime) {
       if (is_last(runtime)) {
         say_that_it_fails_now();
         std::exit(0);
       }
       reduce_together(runtime);
       return 0;
     }},
    {"all exit",
     [](Runtime &runtime) -> int {
       reduce_together(runtime);
       say_that_it_fails_now();
       std::exit(0);
     }},
    {"a child of each exits",
     [](Runtime &runtime) {
       const pid_t child = fork();
       if (child == 0)
         std::exit(7);
       int status = 0;
       waitpid(child, &status, 0);
       reduce_together(runtime);
       return WIFEXITED(status) && WEXITSTATUS(status) == 7 ? 0 : 1;
     }},
    {"the last calls MPI_Abort while the others wait",
     [](Runtime &runtime) {
       if (is_last(runtime)) {
         say_that_it_fails_now();
         MPI_Abort(MPI_COMM_WORLD, 5);
       }
       reduce_together(runtime);
       return 0;
     }},
    {"is interrupted",
     [](Runtime &) {
       std::raise(SIGINT);
       return stop_requested() ? stop_status(stop_requested()) : 0;
     }},
};

} // namespace

int main(int argc, char **argv) {
  const std::string story = argv[argc - 1];
  if (story == "returns nothing")
    return run_main(argc, argv, [](Runtime &runtime) { reduce_together(runtime); });
  if (story == "returns nothing, and the last fails")
    return run_main(argc, argv, [](Runtime &runtime) {
      if (is_last(runtime))
        fail(InputError("no such file"));
      reduce_together(runtime);
    });
  return run_main(argc, argv, kStories.at(story));
}

#include "brigade/comm/runtime.hpp"

#include "brigade/comm/job/node_map.hpp"
#include "brigade/comm/job/runtime_state.hpp"
#include "brigade/comm/job/transport.hpp"
#include "brigade/comm/messages/started_operation.hpp"
#include "brigade/comm/messages/tag.hpp"
#include "brigade/comm/mpi_error.hpp"
#include "brigade/core/error.hpp"
#include "brigade/tracer/node.hpp"
#include "brigade/tracer/wait.hpp"

#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <mpi.h>

namespace brigade {
namespace {

Runtime *current_runtime = nullptr;

/// A copy of MPI_COMM_WORLD, so that nothing a user sends there meets what comm/ sends.
Communicator copy_of_world() {
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  check(PMPI_Comm_idup(MPI_COMM_WORLD, &copy, &request), "MPI_Comm_idup");
  check(wait(&request), "MPI_Comm_idup");
  return Communicator(copy, "world");
}

int largest_tag_of(MPI_Comm comm) {
  void *value = nullptr;
  int found = 0;
  check(PMPI_Comm_get_attr(comm, MPI_TAG_UB, &value, &found), "MPI_Comm_get_attr");
  return found ? *static_cast<int *>(value) : 32767;
}

} // namespace

Runtime::Runtime(int &argc, char **&argv) : state_(std::make_unique<RuntimeState>()) {
  if (current_runtime)
    throw Error("this process has a Runtime already; there is one for a process, made by run_main");
  RuntimeState &state = *state_;
  int running = 0;
  check(PMPI_Initialized(&running), "MPI_Initialized");
  if (!running) {
    choose_transport();
    int provided = MPI_THREAD_SINGLE;
    check(PMPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
    state.started_mpi = true;
  }
  check(PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  state.cores = usable_cores();
  state.world = copy_of_world();
  check(PMPI_Comm_rank(state.world.get(), &state.rank), "MPI_Comm_rank");
  check(PMPI_Comm_size(state.world.get(), &state.size), "MPI_Comm_size");
  state.largest_tag = largest_tag_of(state.world.get());
  state.nodes = map_nodes(state.world.get());
  const int node = state.nodes[static_cast<std::size_t>(state.rank)];
  for (int rank = 0; rank < state.size; ++rank)
    if (state.nodes[static_cast<std::size_t>(rank)] == node)
      state.node_ranks.push_back(rank);
  set_wait_policy(suitable_wait_policy(ranks_on_this_node(), state.cores));
  state.abort_word = AbortWord(state.world.get(), state.node_ranks, kStartTag);
  set_halt_flag(state.abort_word.halt_flag());
  state.selection = Selection::share(state.world.get(), wait_policy() == WaitPolicy::polite);
  state.window = SharedWindow::create(state.world.get(), state.node_ranks, kStartTag);
  if (state.window)
    state.window->set_progress([] {
      advance_all();
      return operations_are_running();
    });
  current_runtime = this;
}

Runtime::~Runtime() {
  current_runtime = nullptr;
  set_halt_flag(nullptr);
  const bool ends_mpi = state_->started_mpi && !std::uncaught_exceptions();
  state_.reset(); // frees the communicators
  if (ends_mpi)
    PMPI_Finalize();
}

Runtime &Runtime::current() {
  if (!current_runtime)
    throw Error("this process has no Runtime: call this inside the body that run_main runs");
  return *current_runtime;
}

Runtime *Runtime::current_or_null() { return current_runtime; }

int Runtime::rank() const { return state_->rank; }
int Runtime::device_count() const { return state_->size; }
std::span<const int> Runtime::nodes() const { return state_->nodes; }
int Runtime::ranks_on_this_node() const { return static_cast<int>(state_->node_ranks.size()); }
int Runtime::cores() const { return state_->cores; }
std::shared_ptr<void> &Runtime::kept_as(std::type_index type) { return state_->kept[type]; }

void *Runtime::allocate_shared(std::size_t bytes) {
  constexpr std::size_t kAlignment = 64;
  std::string failure = "/dev/shm was too small when the job started";
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

#include "trial/trial.hpp"

#include "trial/allocation.hpp"
#include "trial/call_records.hpp"
#include "trial/communicator.hpp"
#include "trial/environment.hpp"
#include "trial/left_behind.hpp"
#include "trial/program.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/fingerprint.hpp"
#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/communicators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace brigade {

using harness::CallRecords;
using harness::TrialProgram;

namespace {

TrialProgram &program() { return TrialProgram::instance(); }

/// The writer, whose own memory is not counted while it is used.
class QuietWriter {
public:
  QuietWriter() { allocation::pause(); }
  ~QuietWriter() { allocation::resume(); }
  QuietWriter(const QuietWriter &) = delete;
  QuietWriter &operator=(const QuietWriter &) = delete;
  records::Writer *operator->() const { return &program().writer(); }
};
QuietWriter writer() { return QuietWriter(); }

} // namespace

struct Trial::State {
  MPI_Comm communicator = MPI_COMM_NULL;
  bool is_freed = false;
  int rank = 0, size = 1;
  RandomStream stream;
  std::uint64_t draws = 0;
  int exceptions = std::uncaught_exceptions();
};

Trial::Trial(Options options) {
  program().claim_trial();
  const std::uint64_t seed = harness::environment().seed;
  state_.reset(new State{.stream = RandomStream(seed, fnv1a(program().test()))});
  State &state = *state_;
  state.size = program().size();
  if (!program().is_pure()) {
    if (!harness::is_mpi_running())
      throw Error("an earlier TEST has called MPI_Finalize");
    if (options.ranks_used && (*options.ranks_used < 1 || *options.ranks_used > state.size))
      throw Error(fmt::format("ranks_used is {}; this launch has {} ranks", *options.ranks_used,
                              state.size));
    const std::vector<int> places =
        harness::places(state.size, options.permuted, options.ranks_used, seed);
    state.size = options.ranks_used.value_or(state.size);
    state.communicator = options.permuted || options.ranks_used
                             ? harness::rearranged(program().world(), places)
                             : harness::duplicate(program().world());
    board::show_as(places); // now that no rank is in the TEST before
    if (state.communicator == MPI_COMM_NULL) {
      state.rank = -1;
    } else {
      PMPI_Comm_rank(state.communicator, &state.rank);
      PMPI_Comm_set_name(state.communicator, "comm");
      board::adopt(state.communicator, "comm");
      harness::tell_when_freed(state.communicator, &state.is_freed);
    }
    writer()->place(state.rank, state.size);
    CallRecords::start();
  }
  allocation::start_counting();
}

Trial::~Trial() {
  CallRecords::stop();
  writer()->peak(allocation::peak());
  // While an exception passes, the other ranks do not come to the end.
  if (program().is_pure() || std::uncaught_exceptions() > state_->exceptions)
    return;
  if (!harness::is_mpi_running()) {
    writer()->failure(
        {"MPI_Finalize was called; who starts MPI ends it, and that is the trial", "", 0});
    return;
  }
  harness::tell_left_behind(program().world(),
                            state_->is_freed ? MPI_COMM_NULL : state_->communicator,
                            program().writer());
  if (state_->is_freed)
    writer()->failure({"the trial's communicator was freed; it belongs to the caller", "", 0});
  else if (state_->communicator != MPI_COMM_NULL)
    PMPI_Comm_free(&state_->communicator);
}

MPI_Comm Trial::comm() const {
  if (program().is_pure())
    throw Error("a pure exercise has no communicator");
  return state_->communicator;
}

bool Trial::is_member() const { return state_->rank >= 0; }
int Trial::rank() const { return state_->rank; }
int Trial::size() const { return state_->size; }
std::uint64_t Trial::seed() const { return harness::environment().seed; }

void Trial::mesh(std::initializer_list<std::pair<const char *, int>> axes) {
  std::vector<records::MeshAxis> named;
  std::int64_t ranks = 1;
  for (const auto &[name, size] : axes) {
    named.push_back({name, size});
    ranks *= size;
  }
  if (ranks != size())
    throw Error(fmt::format("the mesh has {} places and the trial {} ranks", ranks, size()));
  writer()->mesh(named);
}

RandomStream Trial::next_stream(bool differs_by_rank) {
  const RandomStream draw = state_->stream.fold_in(state_->draws++);
  // 0 is everybody's; rank -1 is not in the communicator.
  return draw.fold_in(differs_by_rank ? static_cast<std::uint64_t>(state_->rank + 2) : 0);
}

std::int64_t Trial::choose(std::int64_t bound) { return next_stream(false).integer(0, bound); }

void Trial::write_array(std::string_view name, DType type, const Shape &shape,
                        std::span<const std::byte> data, const Tolerance &tolerance,
                        const std::optional<records::Placement> &placement, bool is_input) {
  records::ArrayRecord head;
  head.name = name;
  head.type = type;
  head.shape = shape;
  head.allowance = tolerance;
  head.placement = placement;
  head.is_input = is_input;
  writer()->array(head, data);
}

void Trial::write_integer(std::string_view name, std::int64_t value) {
  writer()->scalar({std::string(name), value, {}, DType::i64});
}

void Trial::record(std::string_view name, bool value, std::string_view cause) {
  writer()->scalar({std::string(name), value, {}, DType::boolean});
  likely_cause(name, cause);
}

void Trial::record(std::string_view name, double value, Tolerance tolerance) {
  writer()->scalar({std::string(name), value, tolerance, DType::f64});
}

void Trial::record(std::string_view name, float value, Tolerance tolerance) {
  writer()->scalar({std::string(name), double{value}, tolerance, DType::f32});
}

void Trial::record(std::string_view name, std::string_view text, std::string_view cause) {
  writer()->text(name, text);
  likely_cause(name, cause);
}

void Trial::likely_cause(std::string_view name, std::string_view cause) {
  if (!cause.empty())
    writer()->cause(name, cause);
}

void Trial::same_at_every_size(std::string_view name) { writer()->same_at_every_size(name); }

void Trial::same_collectives() { writer()->rule({records::TrafficRule::same_multiset, "", 0}); }

void Trial::same_collective_sequence() {
  writer()->rule({records::TrafficRule::same_sequence, "", 0});
}

void Trial::sends_at_most(std::int64_t bytes) {
  writer()->rule({records::TrafficRule::bytes_at_most, "", static_cast<double>(bytes)});
}

void Trial::sends_exactly(std::int64_t bytes) {
  writer()->rule({records::TrafficRule::bytes_exactly, "", static_cast<double>(bytes)});
}

void Trial::calls_at_most(std::string_view kind, int calls) {
  writer()->rule({records::TrafficRule::calls_at_most, std::string(kind), double{1} * calls});
}

void Trial::chain_at_most(int messages) {
  writer()->rule({records::TrafficRule::chain_at_most, "", double{1} * messages});
}

void Trial::allocates_at_most(std::int64_t bytes) {
  writer()->rule({records::TrafficRule::peak_at_most, "", static_cast<double>(bytes)});
}

void Trial::virtual_clock(double alpha, double beta, double seconds_per_operation) {
  writer()->virtual_clock(alpha, beta, seconds_per_operation);
}

void Trial::virtual_time_at_most(double times_the_solutions) {
  writer()->rule({records::TrafficRule::virtual_time_at_most, "", times_the_solutions});
}

void Trial::work(double operations) { writer()->work({CallRecords::count(), operations}); }

std::filesystem::path Trial::shared_folder() const {
  const std::string &base = harness::environment().folder;
  const std::string &test = program().test();
  std::filesystem::path folder = base.empty()
                                     ? std::filesystem::temp_directory_path() / "brigade-trial"
                                     : std::filesystem::path(base);
  folder /= test.substr(0, test.find('.'));
  std::filesystem::create_directories(folder);
  return folder;
}

Trial::Pause::Pause() {
  allocation::pause();
  CallRecords::pause();
}

Trial::Pause::~Pause() {
  CallRecords::resume();
  allocation::resume();
}

} // namespace brigade

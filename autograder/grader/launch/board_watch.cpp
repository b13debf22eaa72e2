#include "grader/launch/board_watch.hpp"

#include "grader/launch/board_reading.hpp"
#include "grader/launch/board_view.hpp"
#include "grader/launch/fault_report.hpp"
#include "grader/launch/hang_report.hpp"
#include "grader/launch/process_activity.hpp"
#include "grader/launch/return_addresses.hpp"
#include "grader/launch/shared_pages.hpp"

#include "brigade/core/error.hpp"
#include "brigade/tracer/board/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

namespace brigade::grader {
namespace {

using board::Board;
using board::Presence;
using board::Slot;
using Clock = std::chrono::steady_clock;
using Kind = RankState::Kind;

constexpr std::chrono::milliseconds kStalled{1000}; ///< without progress
constexpr std::chrono::milliseconds kAsleep{5000};  ///< outside MPI, until it counts as a hang
constexpr std::uint64_t kLooks = 2000; ///< of each rank that waits, since the last progress
/// Of processor time between two looks in vain: more is work.
constexpr std::uint64_t kBusyNanoseconds = 20'000;
/// Inside a call that cannot be seen to look.
constexpr std::uint64_t kOpaqueNanoseconds = 500'000'000;
/// Observations, so that time in which the grader itself was stopped does not count.
constexpr int kObservations = 20;
/// After a rank has found that its call does not fit: so long the others have to come, too, so that
/// it can be said who is odd.
constexpr std::chrono::milliseconds kOthersCome{200};
/// After another fault: so long another rank has to say what may lie behind it.
constexpr std::chrono::milliseconds kOthersFail{40};

/// What is remembered of a rank since the last progress.
struct Since {
  std::uint64_t looks = 0, busy = 0;
  std::uint64_t nanoseconds = 0;      ///< processor time
  std::uint64_t last_nanoseconds = 0; ///< at the last observation
  Clock::time_point active;           ///< when it was last seen to compute
  int idle_observations = 0;          ///< since then
  int stopped_observations = 0;       ///< one after the other
  bool has_activity = false;
};

} // namespace

struct BoardWatch::State {
  int file = -1;
  Board *board = nullptr;
  int ranks = 0;
  SourceLines lines;

  std::uint64_t progress = 0;
  Clock::time_point stalled_since = Clock::now(), observed = Clock::now();
  int observations = 0;
  std::vector<Since> since;
  std::vector<pid_t> known_processes; ///< also of ranks that have ended
  std::optional<HangReport> hang;
  std::optional<MismatchReport> mismatch;
  std::optional<CrashReport> crash;
  std::optional<Clock::time_point> fault_seen;

  State(const std::filesystem::path &program, std::vector<std::filesystem::path> sources)
      : lines(program, std::move(sources)) {}

  Slot &slot(int rank) const { return board->slots[static_cast<std::size_t>(rank)]; }

  /// The process that holds the rank's byte of the file, in our process namespace; 0: it has ended.
  pid_t process(int rank) const {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = rank;
    lock.l_len = 1;
    if (fcntl(file, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
      return 0;
    return lock.l_pid;
  }

  bool all_started() const {
    for (int rank = 0; rank < ranks; ++rank)
      if (slot(rank).presence.load(std::memory_order_acquire) == Presence::not_started)
        return false;
    return true;
  }

  void observe();
  void observe_activity(int rank, Since &of);
  bool is_stopped_alone(int rank) const;
  std::optional<Kind> kind_when_stalled(int rank);
  Kind kind_now(int rank);
  bool is_hung();
  bool is_fault_ripe();
  void ask_for_stacks();
  BoardView view();
  RankView rank_view(int rank);
};

/// One observation: has anything moved since the last?
void BoardWatch::State::observe() {
  const auto now = Clock::now();
  std::uint64_t moved = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const Slot &of = slot(rank);
    moved += of.calls_completed.load() + of.calls_started.load();
    const Presence presence = of.presence.load();
    moved += presence == Presence::finalized || presence == Presence::left ? 1 : 0;
  }
  if (moved != progress || observations == 0) {
    progress = moved;
    stalled_since = observed = now;
    observations = 1;
    for (int rank = 0; rank < ranks; ++rank) {
      Since &of = since[static_cast<std::size_t>(rank)];
      of = {};
      of.looks = slot(rank).looks.load();
      of.busy = slot(rank).busy_nanoseconds.load();
    }
    return;
  }
  if (now - observed < std::chrono::milliseconds(10))
    return;
  observed = now;
  ++observations;
  if (now - stalled_since >= kStalled / 4)
    for (int rank = 0; rank < ranks; ++rank)
      observe_activity(rank, since[static_cast<std::size_t>(rank)]);
}

void BoardWatch::State::observe_activity(int rank, Since &of) {
  const pid_t id = process(rank);
  const ProcessActivity activity = id > 0 ? activity_of(id) : ProcessActivity{};
  if (!of.has_activity) {
    of.nanoseconds = of.last_nanoseconds = activity.nanoseconds;
    of.active = observed;
    of.has_activity = true;
  }
  // A millisecond of processor time: what threads of the MPI library take now and then is less.
  if (activity.is_runnable || activity.is_stopped ||
      activity.nanoseconds > of.last_nanoseconds + 1'000'000) {
    of.active = observed;
    of.idle_observations = 0;
  } else {
    ++of.idle_observations;
  }
  of.stopped_observations = activity.is_stopped_by_signal ? of.stopped_observations + 1 : 0;
  of.last_nanoseconds = activity.nanoseconds;
}

/// Stopped by a signal, and not with the whole job: another rank is not.
bool BoardWatch::State::is_stopped_alone(int rank) const {
  const auto is_stopped = [&](int one) {
    return since[static_cast<std::size_t>(one)].stopped_observations >= kObservations;
  };
  if (!is_stopped(rank))
    return false;
  for (int other = 0; other < ranks; ++other)
    if (process(other) > 0 && since[static_cast<std::size_t>(other)].stopped_observations == 0)
      return true;
  return false;
}

/// What a rank does while nothing moves; nothing where that is not sure yet.
std::optional<Kind> BoardWatch::State::kind_when_stalled(int rank) {
  const Slot &of = slot(rank);
  const Since &then = since[static_cast<std::size_t>(rank)];
  const Presence presence = of.presence.load();
  if (presence == Presence::left || presence == Presence::finalized || process(rank) == 0)
    return Kind::gone;
  if (is_stopped_alone(rank))
    return Kind::stopped;
  const std::uint64_t looks = of.looks.load() - then.looks;
  const std::uint64_t busy = of.busy_nanoseconds.load() - then.busy;
  if (!then.has_activity)
    return std::nullopt;
  const bool is_idle = then.idle_observations >= kObservations;
  const bool sleeps_long =
      is_idle && observed - then.active >= kAsleep && then.idle_observations >= 5 * kObservations;
  const bool is_in_call = presence == Presence::in_call || presence == Presence::finalizing;
  if (looks >= kLooks && busy < looks * kBusyNanoseconds)
    return is_in_call && !of.call.waits
               ? std::nullopt
               : std::optional(is_in_call && of.call.shape != board::Shape::wait ? Kind::in_call
                                                                                 : Kind::polling);
  if (is_in_call) {
    const bool spins_inside =
        looks == 0 && then.last_nanoseconds > then.nanoseconds + kOpaqueNanoseconds;
    if (spins_inside || (looks == 0 && sleeps_long))
      return Kind::in_call;
    return std::nullopt;
  }
  if (looks > 0)
    return sleeps_long ? std::optional(Kind::polling) : std::nullopt;
  return sleeps_long ? std::optional(Kind::asleep) : std::nullopt;
}

bool BoardWatch::State::is_hung() {
  if (Clock::now() - stalled_since < kStalled || observations < kObservations)
    return false;
  bool somebody_waits = false;
  for (int rank = 0; rank < ranks; ++rank) {
    const std::optional<Kind> kind = kind_when_stalled(rank);
    if (!kind)
      return false;
    somebody_waits = somebody_waits || kind != Kind::gone;
  }
  return somebody_waits;
}

/// For a roll call at any moment.
Kind BoardWatch::State::kind_now(int rank) {
  const Presence presence = slot(rank).presence.load();
  const pid_t id = process(rank);
  if (presence == Presence::not_started || presence == Presence::left ||
      presence == Presence::finalized || id == 0)
    return Kind::gone;
  if (is_stopped_alone(rank))
    return Kind::stopped;
  if (presence == Presence::in_call || presence == Presence::finalizing)
    return Kind::in_call;
  const std::uint64_t looks = slot(rank).looks.load() - since[static_cast<std::size_t>(rank)].looks;
  const std::uint64_t busy =
      slot(rank).busy_nanoseconds.load() - since[static_cast<std::size_t>(rank)].busy;
  if (looks >= 50 && busy < looks * kBusyNanoseconds)
    return Kind::polling;
  return since[static_cast<std::size_t>(rank)].idle_observations >= kObservations ? Kind::asleep
                                                                                  : Kind::computing;
}

/// Ranks outside of MPI write down where they are, those that wait which messages they have got.
void BoardWatch::State::ask_for_stacks() {
  for (int rank = 0; rank < ranks; ++rank) {
    Slot &of = slot(rank);
    of.messages_wanted.store(of.messages_given.load() + 1);
    of.stack_wanted.store(of.stack_given.load() + 1);
    if (const pid_t id = process(rank); id > 0 && of.presence.load() == Presence::outside)
      kill(id, board::kStackSignal);
  }
  const auto deadline = Clock::now() + std::chrono::milliseconds(100);
  for (bool all = false; !all && Clock::now() < deadline;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    all = true;
    for (int rank = 0; rank < ranks; ++rank) {
      const Slot &of = slot(rank);
      const Presence presence = of.presence.load();
      const bool wants_stack = presence == Presence::outside && of.stack_given != of.stack_wanted;
      const bool wants_messages =
          presence == Presence::in_call && of.messages_given != of.messages_wanted;
      all = all && !((wants_stack || wants_messages) && process(rank) > 0);
    }
  }
}

RankView BoardWatch::State::rank_view(int rank) {
  Slot &of = slot(rank);
  RankView view;
  view.rank = rank;
  const std::int32_t shown = of.shown_rank.load();
  view.shown = shown > 0 ? shown - 1 : rank;
  view.is_outside = shown < 0;
  view.presence = of.presence.load();
  view.kind = kind_now(rank);
  view.calls_completed = static_cast<std::int64_t>(of.calls_completed.load());
  std::uint64_t version = 0;
  for (int turn = 0; turn < 100; ++turn) {
    version = of.call_version.load(std::memory_order_acquire);
    view.call = call_on_board(of, ranks);
    if (version % 2 == 0 && version == of.call_version.load(std::memory_order_acquire))
      break;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  const auto add = [&](const board::Stack &stack) { view.stack = stack_on_board(stack); };
  if (view.presence == Presence::outside && of.stack_given == of.stack_wanted)
    add(of.running_stack);
  else if (view.is_waiting() && of.stack_of_version.load() == version)
    add(of.waiting_stack);
  // It looks by Backoff alone: a wait of the library's, and the last call has nothing to do with
  // it.
  const bool looks_by_call = view.call.waits && (view.call.shape == board::Shape::complete ||
                                                 view.call.shape == board::Shape::probe);
  if (view.kind == Kind::polling && !looks_by_call) {
    view.call = {};
    view.call.shape = board::Shape::wait;
  }
  if (of.messages_given == of.messages_wanted)
    view.messages = messages_on_board(of, ranks);
  if (view.presence == Presence::left)
    view.left = of.left_text.text();
  return view;
}

BoardView BoardWatch::State::view() {
  ask_for_stacks();
  BoardView view(lines);
  for (int rank = 0; rank < ranks; ++rank)
    view.ranks.push_back(rank_view(rank));
  for (const board::CommunicatorState &of : board->communicators) {
    if (std::optional<CommunicatorView> seen = communicator_on_board(of, ranks))
      view.communicators.emplace(seen->id, std::move(*seen));
  }
  return view;
}

BoardWatch::BoardWatch(const std::filesystem::path &file, int ranks,
                       const std::filesystem::path &program,
                       std::vector<std::filesystem::path> student_sources)
    : state_(std::make_unique<State>(program, std::move(student_sources))) {
  if (ranks < 1 || ranks > static_cast<int>(board::kMaxRanks))
    throw MachineError(
        fmt::format("the status board has room for {} ranks, not for {}", board::kMaxRanks, ranks));
  state_->file = open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (state_->file < 0 || fchmod(state_->file, 0666) != 0 ||
      ftruncate(state_->file, sizeof(Board)) != 0)
    throw MachineError(
        fmt::format("cannot make the status board {}: {}", file.string(), std::strerror(errno)));
  void *memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, state_->file, 0);
  if (memory == MAP_FAILED)
    throw MachineError(
        fmt::format("cannot map the status board {}: {}", file.string(), std::strerror(errno)));
  survive_truncation(memory, sizeof(Board)); // each rank holds the file open
  state_->board = static_cast<Board *>(memory);
  state_->board->size = sizeof(Board);
  state_->board->ranks = ranks;
  state_->board->magic = board::kMagic;
  state_->ranks = ranks;
  state_->since.resize(static_cast<std::size_t>(ranks));
  state_->known_processes.resize(static_cast<std::size_t>(ranks));
}

BoardWatch::~BoardWatch() {
  if (state_->board) {
    forget_shared_pages(state_->board);
    munmap(state_->board, sizeof(Board));
  }
  if (state_->file >= 0)
    close(state_->file);
}

bool BoardWatch::all_started() const {
  const bool all = state_->all_started();
  if (all && state_->known_processes.front() == 0)
    processes(); // a rank that ends soon could not be asked later
  return all;
}

std::vector<pid_t> BoardWatch::processes() const {
  std::vector<pid_t> processes;
  for (int rank = 0; rank < state_->ranks; ++rank) {
    pid_t &known = state_->known_processes[static_cast<std::size_t>(rank)];
    if (const pid_t now = state_->process(rank); now > 0)
      known = now;
    processes.push_back(known);
  }
  return processes;
}

std::optional<HangReport> BoardWatch::hung() {
  if (state_->hang || state_->crash || state_->mismatch || state_->fault_seen ||
      !state_->all_started())
    return state_->hang;
  state_->observe();
  if (!state_->is_hung())
    return std::nullopt;
  const BoardView view = state_->view();
  state_->observe();
  if (state_->is_hung()) // nothing has moved while we looked
    state_->hang = hang_report(view);
  return state_->hang;
}

bool BoardWatch::State::is_fault_ripe() {
  const bool fits_not = has_fault(*board, ranks, board::Fault::signature);
  const bool is_any = fits_not || has_fault(*board, ranks, board::Fault::misuse) ||
                      has_fault(*board, ranks, board::Fault::mpi_error);
  if (!is_any)
    return false;
  if (!fault_seen)
    fault_seen = Clock::now();
  const auto since_seen = Clock::now() - *fault_seen;
  if (fits_not)
    return all_have_come(*board, ranks) || since_seen > kOthersCome;
  return since_seen > kOthersFail;
}

std::optional<CrashReport> BoardWatch::failed() {
  State &state = *state_;
  // Of calls that do not fit, one rank may find out by an error.
  if (!state.crash && !state.mismatch && !state.hang && state.is_fault_ripe() &&
      !has_fault(*state.board, state.ranks, board::Fault::signature) &&
      !has_fault(*state.board, state.ranks, board::Fault::misuse))
    state.crash = mpi_error_report(*state.board, state.view(), state.lines);
  return state.crash;
}

std::optional<MismatchReport> BoardWatch::mismatched() {
  State &state = *state_;
  if (!state.mismatch && !state.crash && !state.hang && state.is_fault_ripe() &&
      (has_fault(*state.board, state.ranks, board::Fault::signature) ||
       has_fault(*state.board, state.ranks, board::Fault::misuse)))
    state.mismatch = mismatch_report(*state.board, state.view(), state.lines);
  return state.mismatch;
}

std::vector<RankState> BoardWatch::roll_call() { return state_->view().states(); }

std::string BoardWatch::while_others(int rank, const std::string &what) {
  return while_others_text(state_->view(), rank, what);
}

std::string BoardWatch::ended_early() {
  BoardView view = state_->view();
  for (RankView &rank : view.ranks) // as the board kept it when the ranks were ended
    if (rank.presence == Presence::in_call && rank.call.waits)
      rank.kind = Kind::in_call;
  return ended_early_text(view);
}

std::vector<std::string> BoardWatch::notes() {
  std::map<std::string, std::vector<int>> never_freed; // by which ranks
  for (int rank = 0; rank < state_->ranks; ++rank) {
    const Slot &of = state_->slot(rank);
    const std::size_t count = std::min<std::size_t>(of.note_count.load(), of.notes.size());
    for (std::size_t i = 0; i < count; ++i)
      if (std::vector<int> &ranks = never_freed[of.notes[i].text()];
          ranks.empty() || ranks.back() != rank)
        ranks.push_back(rank);
  }
  // Without their numbers where it is all of them, so that it is the same note on any number.
  std::vector<std::string> notes;
  for (const auto &[what, ranks] : never_freed)
    notes.push_back(fmt::format(
        "{} freed {}.",
        static_cast<int>(ranks.size()) == state_->ranks
            ? "No rank"
            : fmt::format("Rank{} {} never", ranks.size() > 1 ? "s" : "", fmt::join(ranks, ", ")),
        grader::with_places(state_->lines, what)));
  return notes;
}

std::string BoardWatch::with_places(const std::string &text) {
  return grader::with_places(state_->lines, text);
}

} // namespace brigade::grader

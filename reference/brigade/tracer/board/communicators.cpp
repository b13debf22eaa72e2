#include "brigade/tracer/board/communicators.hpp"

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/board/endings.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <numeric>
#include <thread>

namespace brigade::board {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccd;
  return hash ^ (hash >> 33);
}

std::uint64_t never_zero(std::uint64_t id) { return id == 0 ? 1 : id; }

std::vector<MPI_Comm> &handles() {
  static auto &all = *new std::vector<MPI_Comm>;
  return all;
}

int key = MPI_KEYVAL_INVALID;

/// Excludes other ranks from the table of communicators; gives up where one has died inside.
class Registering {
public:
  Registering() {
    for (int turn = 0; turn < kTurns && !is_mine_; ++turn) {
      is_mine_ = shared().registering.exchange(1, std::memory_order_acquire) == 0;
      if (!is_mine_ && turn < kYields)
        std::this_thread::yield();
      else if (!is_mine_) // on a busy machine its holder may be off the processor for long
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }
  ~Registering() {
    if (is_mine_)
      shared().registering.store(0, std::memory_order_release);
  }
  Registering(const Registering &) = delete;
  Registering &operator=(const Registering &) = delete;
  explicit operator bool() const { return is_mine_; }

private:
  static constexpr int kYields = 100, kTurns = 10'000;
  bool is_mine_ = false;
};

void clear(CommunicatorState &state, const Communicator &of) {
  state.size = static_cast<std::int32_t>(of.members.size());
  state.is_checked = of.is_checked;
  std::ranges::copy(of.members, state.members.begin());
  state.parent = 0;
  state.made_by.set("");
  state.name.set("");
  for (std::size_t rank = 0; rank < kMaxRanks; ++rank)
    for (auto *counter :
         {&state.made_at[rank], &state.calls[rank], &state.last_caller[rank], &state.repeats[rank]})
      counter->store(0, std::memory_order_relaxed);
  for (Agreement &agreement : state.agreements) {
    agreement.number.store(0, std::memory_order_relaxed);
    agreement.ready.store(0, std::memory_order_relaxed);
  }
  state.freed.store(0, std::memory_order_relaxed);
  state.id.store(of.id, std::memory_order_release);
}

void put_on_board(Communicator &communicator) {
  if (communicator.members.size() > kMaxRanks || communicator.is_intercommunicator)
    return;
  const Registering lock;
  if (!lock)
    return;
  CommunicatorState *free = nullptr;
  for (CommunicatorState &state : shared().communicators) {
    const std::uint64_t id = state.id.load(std::memory_order_relaxed);
    if (id == communicator.id) {
      communicator.state = &state;
      break;
    }
    if (id == 0 && !free)
      free = &state;
  }
  if (!communicator.state && free) {
    clear(*free, communicator);
    communicator.state = free;
  }
}

/// The last of its ranks clears the place. Also a rank that never called the communicator counts.
void take_off_board(Communicator &communicator) {
  if (!communicator.state)
    put_on_board(communicator);
  CommunicatorState *state = communicator.state;
  if (!state || state->freed.fetch_add(1) + 1 < state->size)
    return;
  if (state->is_checked && mine->presence.load() < Presence::finalizing)
    check_call_counts(*state);
  if (const Registering lock; lock)
    state->id.store(0, std::memory_order_release);
}

void find_members(MPI_Comm handle, Communicator &of) {
  int is_inter = 0, size = 0;
  PMPI_Comm_test_inter(handle, &is_inter);
  of.is_intercommunicator = is_inter != 0;
  MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
  if (is_inter)
    PMPI_Comm_remote_group(handle, &group);
  else
    PMPI_Comm_group(handle, &group);
  PMPI_Comm_rank(handle, &of.rank);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_size(group, &size);
  std::vector<int> here(static_cast<std::size_t>(size));
  std::iota(here.begin(), here.end(), 0);
  of.members.resize(here.size());
  PMPI_Group_translate_ranks(group, size, here.data(), world, of.members.data());
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
}

std::uint64_t hash_of_members(const Communicator &communicator) {
  std::uint64_t hash = 17;
  for (const std::int32_t member : communicator.members)
    hash = mix(hash, static_cast<std::uint64_t>(member));
  return hash;
}

/// MPI calls it on every rank when a communicator is duplicated, by whatever name.
int copy(MPI_Comm, int, void *, void *value, void *copied, int *is_copied) {
  auto &parent = *static_cast<Communicator *>(value);
  auto *child = new Communicator;
  child->id = never_zero(mix(mix(parent.id, ++parent.children), 1));
  child->is_checked = parent.is_checked;
  child->members = parent.members;
  child->rank = parent.rank;
  child->is_intercommunicator = parent.is_intercommunicator;
  *static_cast<void **>(copied) = child;
  *is_copied = 1;
  return MPI_SUCCESS;
}

LostCommunicator lost;
bool has_lost = false;

/// Only what an MPI call frees is the program's: a harness calls PMPI_*.
void note_freed(MPI_Comm handle, const Communicator &communicator) {
  const std::string_view call = mine->call.name.view();
  if (mine->presence.load() != Presence::in_call ||
      (call != "MPI_Comm_free" && call != "MPI_Comm_disconnect"))
    return;
  lost = {handle, "", 0, mine->call.caller};
  if (const CommunicatorState *state = communicator.state) {
    lost.made_by = state->made_by.text();
    lost.made_at = state->made_at[static_cast<std::size_t>(communicator.rank)].load();
  }
  has_lost = true;
}

int forget(MPI_Comm handle, int, void *value, void *) {
  auto *communicator = static_cast<Communicator *>(value);
  note_freed(handle, *communicator);
  std::erase(handles(), handle);
  take_off_board(*communicator);
  delete communicator;
  return MPI_SUCCESS;
}

Communicator *attribute_of(MPI_Comm handle) {
  if (key == MPI_KEYVAL_INVALID)
    PMPI_Comm_create_keyval(copy, forget, &key, nullptr);
  void *value = nullptr;
  int is_there = 0;
  PMPI_Comm_get_attr(handle, key, &value, &is_there);
  return is_there ? static_cast<Communicator *>(value) : nullptr;
}

/// Works out what is not known yet, and tells the board.
Communicator &complete(MPI_Comm handle, Communicator &communicator) {
  find_members(handle, communicator);
  if (communicator.id == 0) {
    // Nobody has told where it came from. The order in which a rank first meets such communicators
    // need not be another's.
    static auto &met = *new std::map<std::uint64_t, std::uint64_t>;
    const std::uint64_t members = hash_of_members(communicator);
    communicator.id = never_zero(mix(members, ++met[members]));
    communicator.is_checked = handle == MPI_COMM_WORLD;
  }
  communicator.is_met = true;
  put_on_board(communicator);
  handles().push_back(handle);
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  int length = 0;
  PMPI_Comm_get_name(handle, name.data(), &length);
  if (communicator.state && length > 0)
    communicator.state->name.set({name.data(), static_cast<std::size_t>(length)});
  return communicator;
}

} // namespace

std::int32_t Communicator::in_world(int peer) const {
  if (peer == MPI_ANY_SOURCE)
    return kAny;
  if (peer < 0 || peer >= static_cast<int>(members.size()))
    return kNone;
  return members[static_cast<std::size_t>(peer)];
}

Communicator &known(MPI_Comm handle) {
  Communicator *communicator = attribute_of(handle);
  if (!communicator) {
    communicator = new Communicator;
    PMPI_Comm_set_attr(handle, key, communicator);
  }
  if (!communicator->is_met) {
    complete(handle, *communicator);
    if (communicator->state && handle == MPI_COMM_WORLD)
      communicator->state->name.set("world");
  }
  return *communicator;
}

void note_made(MPI_Comm parent_handle, MPI_Comm made, std::string_view call, std::int64_t color,
               std::uint64_t caller) {
  Communicator &parent = known(parent_handle);
  const bool is_duplicate = made != MPI_COMM_NULL && attribute_of(made) != nullptr;
  const std::uint64_t number = is_duplicate ? parent.children : ++parent.children;
  if (made == MPI_COMM_NULL) {
    lost = {MPI_COMM_NULL, std::string(call), caller, 0};
    has_lost = true;
    return;
  }
  Communicator *child = attribute_of(made);
  if (!child) {
    child = new Communicator;
    find_members(made, *child);
    // The parts that one call makes have no rank in common.
    const std::int32_t first = child->members.empty() ? 0 : child->members.front();
    child->id = never_zero(mix(mix(parent.id, number), 2 + static_cast<std::uint64_t>(first)));
    child->is_checked = parent.is_checked;
    child->members.clear();
    PMPI_Comm_set_attr(made, key, child);
  }
  known(made);
  if (!child->state)
    return;
  child->state->parent = parent.id;
  child->state->made_by.set(call);
  child->state->made_at[static_cast<std::size_t>(child->rank)].store(caller);
  child->state->color[static_cast<std::size_t>(child->rank)].store(color);
}

void adopt(MPI_Comm handle, std::string_view name) {
  if (!mine || handle == MPI_COMM_NULL)
    return;
  if (!attribute_of(handle)) {
    static auto &adopted = *new std::map<std::uint64_t, std::uint64_t>;
    auto *communicator = new Communicator;
    find_members(handle, *communicator);
    const std::uint64_t members = hash_of_members(*communicator);
    communicator->id = never_zero(mix(mix(members, ++adopted[members]), 3));
    communicator->members.clear();
    PMPI_Comm_set_attr(handle, key, communicator);
  }
  note_name(handle, name);
}

void note_name(MPI_Comm handle, std::string_view name) {
  if (!mine)
    return;
  if (CommunicatorState *state = known(handle).state)
    state->name.set(name);
}

const LostCommunicator *lost_communicator() { return has_lost ? &lost : nullptr; }

const std::vector<MPI_Comm> &open_handles() { return handles(); }

} // namespace brigade::board

#include "brigade/comm/job/abort_word.hpp"

#include "brigade/comm/mpi_error.hpp"

#include <algorithm>
#include <functional>
#include <thread>

namespace brigade {
namespace {

constexpr std::uint64_t kClean = 1; // lowest bit of a note
using Clock = std::chrono::steady_clock;

} // namespace

AbortWord::AbortWord(MPI_Comm comm, std::span<const int> node_ranks, int tag)
    : ranks_(static_cast<int>(node_ranks.size())), first_node_(node_ranks.front() == 0) {
  int rank = 0, size = 1;
  check(PMPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  check(PMPI_Comm_size(comm, &size), "MPI_Comm_size");
  place_ =
      static_cast<int>(std::find(node_ranks.begin(), node_ranks.end(), rank) - node_ranks.begin());
  whole_job_ = ranks_ == size;
  const std::size_t bytes = (2 + node_ranks.size()) * sizeof(Cell);
  SharedParts parts = share_memory(comm, node_ranks, tag, place_ == 0 ? bytes : 0);
  memory_ = std::move(parts.memory);
  cells_ = reinterpret_cast<Cell *>(memory_.data()); // zeroed: not taken, no errors
}

bool AbortWord::everybody_failed() const {
  return std::ranges::all_of(notes(), [](const Cell &note) { return note.load() != 0; });
}

bool AbortWord::others_noted_the_same(std::chrono::milliseconds grace) const {
  const auto deadline = Clock::now() + grace;
  while (!everybody_failed()) {
    // The word may have been taken for all just after the look at the notes: look again.
    if (Clock::now() > deadline || cells_[0].load() != 0) {
      if (everybody_failed())
        break;
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const std::uint64_t first = notes().front().load() | kClean;
  return std::ranges::all_of(notes(),
                             [&](const Cell &note) { return (note.load() | kClean) == first; });
}

AbortWord::Verdict AbortWord::fail(const std::string &error, bool clean,
                                   std::chrono::milliseconds grace) {
  if (!cells_)
    return Verdict::speak_for_oneself;
  const std::uint64_t note = (std::hash<std::string>{}(error) | 3) & (clean ? ~0ull : ~kClean);
  notes()[static_cast<std::size_t>(place_)].store(note);
  if (whole_job_ && others_noted_the_same(grace))
    return cells_[0].exchange(1) == 0 ? Verdict::speak_for_all : Verdict::agree;
  if (!first_node_) // the first node's rank ends the job before, where both fail
    std::this_thread::sleep_for(2 * grace);
  return cells_[0].exchange(1) == 0 ? Verdict::speak_for_oneself : Verdict::stay_silent;
}

bool AbortWord::all_clean() const {
  return cells_ &&
         std::ranges::all_of(notes(), [](const Cell &note) { return (note.load() & kClean) != 0; });
}

} // namespace brigade

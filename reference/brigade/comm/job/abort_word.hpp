#pragma once

#include "brigade/comm/shared_memory/segment.hpp"

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>

namespace brigade {

/// Who says why the job fails. Ranks that fail together would all say it; so each notes its error
/// in memory that the node's ranks share, and one of them gets the word.
class AbortWord {
public:
  /// How one rank ends.
  enum class Verdict {
    speak_for_all,     ///< every rank of the job has the same error; this one says it
    agree,             ///< every rank has the same error; another one says it
    speak_for_oneself, ///< the ranks differ, and this one says its error and its rank
    stay_silent        ///< the ranks differ, and another one has the word
  };

  AbortWord() = default;
  /// Made by all ranks of `comm` together; `node_ranks` are those on this node. Without shared
  /// memory every rank that fails speaks for itself.
  AbortWord(MPI_Comm comm, std::span<const int> node_ranks, int tag);

  /// Notes this rank's error, and waits at most `grace` for the others' to see whether they agree.
  /// `clean`: nothing that this rank has started is unfinished.
  Verdict fail(const std::string &error, bool clean, std::chrono::milliseconds grace);
  /// True where all ranks agree and all are clean: the job can end without being aborted.
  bool all_clean() const;
  /// For set_halt_flag; null without shared memory.
  std::atomic<std::uint64_t> *halt_flag() const { return cells_ ? cells_ + 1 : nullptr; }

private:
  using Cell = std::atomic<std::uint64_t>;
  /// For each rank of the node: 0, or its error's hash.
  std::span<Cell> notes() const { return {cells_ + 2, static_cast<std::size_t>(ranks_)}; }
  bool others_noted_the_same(std::chrono::milliseconds grace) const;
  bool everybody_failed() const;

  SharedSegment memory_;
  Cell *cells_ = nullptr;     ///< whether the word is taken, the halt flag, the notes
  int place_ = 0, ranks_ = 1; ///< on the node
  bool whole_job_ = false;    ///< the node has all ranks
  bool first_node_ = true;
};

} // namespace brigade

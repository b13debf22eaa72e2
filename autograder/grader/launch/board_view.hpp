#pragma once

#include "grader/launch/launch.hpp"
#include "grader/launch/return_addresses.hpp"

#include "brigade/tracer/board/layout.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// One rank as the board shows it at a moment.
struct RankView {
  int rank = 0;            ///< in the world
  int shown = 0;           ///< what the text calls it
  bool is_outside = false; ///< of the trial's communicator
  RankState::Kind kind = RankState::Kind::gone;
  board::Presence presence = board::Presence::not_started;
  board::CallState call{};
  std::vector<std::uint64_t> stack; ///< return addresses, or at least the call's
  std::vector<board::UnexpectedMessage> messages;
  std::string left; ///< how it left: "threw 'bad input'"
  std::int64_t calls_completed = 0;

  bool is_waiting() const {
    return kind == RankState::Kind::in_call || kind == RankState::Kind::polling;
  }
  bool waits_for_all() const {
    return is_waiting() &&
           (call.shape == board::Shape::collective || call.shape == board::Shape::create);
  }
};

struct CommunicatorView {
  std::uint64_t id = 0, parent = 0;
  std::vector<int> members; ///< in the world
  std::string name, made_by;
  std::vector<std::uint64_t> made_at, calls, last_caller, repeats; ///< by rank in it
  std::vector<std::int64_t> color;
};

/// All of the board at a moment, and the words for it.
class BoardView {
public:
  std::vector<RankView> ranks; ///< by world rank
  std::map<std::uint64_t, CommunicatorView> communicators;

  explicit BoardView(SourceLines &lines) : lines_(lines) {}

  const CommunicatorView *communicator(std::uint64_t id) const;
  /// It is back from the student's function, and waits for the others in the harness.
  bool is_at_end_of_test(const RankView &rank) const;
  /// Members that have not called collective `number` of the communicator.
  std::vector<int> missing(std::uint64_t communicator, std::uint64_t number) const;
  /// Whom the rank waits for, in the world; empty where it waits for nobody, or for anybody.
  std::vector<int> waits_for(const RankView &rank) const;

  // Words. Ranks are given by their rank in the world and called as the program knows them.
  /// "rank 1", "ranks 0 and 2", "ranks 0, 1 and 3", "rank 0 and world rank 2"
  std::string names(const std::vector<int> &ranks) const;
  /// "world", "mesh axes data", "the communicator of ranks 0 and 2"; "" where none is known
  std::string communicator_name(std::uint64_t id) const;
  /// " (ring.cpp:12)", or ""
  std::string place(std::uint64_t caller) const;
  std::string place(const RankView &rank) const;
  /// "MPI_Recv from rank 0, tag 3 (ring.cpp:12)"
  std::string call_text(const RankView &rank) const;
  /// "waits in MPI_Recv from rank 0 (ring.cpp:12)", "is in MPI_Finalize", "has ended" …
  std::string doing(const RankView &rank) const;
  /// "rank 2, tag 7"
  std::string pending_text(const board::PendingWork &work) const;
  std::vector<SourceLine> lines(const RankView &rank) const;

  /// The roll call.
  std::vector<RankState> states() const;

private:
  SourceLines &lines_;
};

} // namespace brigade::grader

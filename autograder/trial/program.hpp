#pragma once

#include "records/writer.hpp"

#include <mpi.h>

#include <memory>
#include <string>

namespace brigade::harness {

/// What the main of a trial program, its listener and Trial share. One a process.
class TrialProgram {
public:
  static TrialProgram &instance();

  /// Starts MPI, unless the exercise is pure, and opens the records.
  void start(int *argc, char ***argv);
  /// Ends MPI and writes the completion record.
  void finish();

  /// Else the program is run by hand.
  bool is_graded() const { return is_graded_; }
  bool is_pure() const { return is_pure_; }
  int rank() const { return rank_; } ///< in the world; 0 in a pure exercise
  int size() const { return size_; } ///< of the world; of the mesh in a pure exercise
  void set_mesh_size(int size) { size_ = size; }
  /// A duplicate of the world that no student code has seen. Null in a pure exercise.
  MPI_Comm world() const { return world_; }
  records::Writer &writer() { return *writer_; }

  void begin_test(const std::string &name);
  void end_test();
  const std::string &test() const { return test_; } ///< "Suite.Name"; empty between TESTs
  /// A TEST may make one Trial. Throws Error for another.
  void claim_trial();

  /// In a handler: records what was thrown. On ranks this launch is over then, and the process
  /// ends, since the others' calls would meet the wrong ones of the next TEST; a pure exercise goes
  /// on with its next TEST.
  void note_exception();

private:
  TrialProgram();
  bool is_graded_ = false, is_pure_ = false;
  int rank_ = 0, size_ = 1;
  MPI_Comm world_ = MPI_COMM_NULL;
  std::unique_ptr<records::Writer> writer_;
  std::string test_;
  bool has_trial_ = false, has_thrown_ = false;
};

} // namespace brigade::harness

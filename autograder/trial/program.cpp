#include "trial/program.hpp"

#include "trial/communicator.hpp"
#include "trial/crash_handler.hpp"
#include "trial/debugger.hpp"
#include "trial/environment.hpp"
#include "trial/readout.hpp"
#include "trial/thrown.hpp"

#include "brigade/core/error.hpp"
#include "brigade/tracer/board/board.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace brigade::harness {
namespace {

/// What a process ends with whose TEST threw. The grader goes by the records.
constexpr int kThrown = 1;

/// The launcher kills the other ranks as soon as one has failed. Most mistakes throw on several
/// ranks; so long each of them has to write its own record.
constexpr auto kOthersThrowToo = std::chrono::milliseconds(60);

} // namespace

TrialProgram &TrialProgram::instance() {
  static auto &program = *new TrialProgram; // lives as long as the process, whoever ends it
  return program;
}

TrialProgram::TrialProgram()
    : is_graded_(environment().is_graded), is_pure_(!environment().sizes.empty()),
      writer_(environment().is_read_out ? std::make_unique<ReadoutWriter>()
                                        : std::make_unique<records::Writer>(
                                              environment().record_file, environment().token)) {
  if (is_pure_)
    size_ = environment().sizes.front();
}

void TrialProgram::start(int *argc, char ***argv) {
  if (!is_pure_) {
    int provided = 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    install_crash_handler();
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    PMPI_Comm_size(MPI_COMM_WORLD, &size_);
    world_ = duplicate(MPI_COMM_WORLD);
  }
  writer_->opened(rank_, size_);
  wait_for_debugger(rank_);
}

void TrialProgram::finish() {
  if (!is_pure_ && is_mpi_running()) {
    PMPI_Comm_free(&world_);
    MPI_Finalize();
  }
  writer_->complete();
  expect_end();
}

void TrialProgram::begin_test(const std::string &name) {
  test_ = name;
  has_trial_ = has_thrown_ = false;
  writer_->begin(test_, rank_, size_);
}

void TrialProgram::end_test() {
  writer_->finished(!has_thrown_);
  test_.clear();
}

void TrialProgram::claim_trial() {
  if (test_.empty())
    throw Error("a Trial is made inside a TEST");
  if (has_trial_)
    throw Error(test_ + " makes a second Trial; a TEST has one");
  has_trial_ = true;
}

void TrialProgram::note_exception() {
  const records::ExceptionRecord thrown = thrown_exception();
  writer_->exception(thrown);
  has_thrown_ = true;
  if (is_pure_ || (!is_graded_ && size_ == 1))
    return;
  board::leave("threw " + thrown.words());
  expect_end();
  std::fflush(nullptr);
  std::this_thread::sleep_for(kOthersThrowToo);
  ::_exit(kThrown);
}

} // namespace brigade::harness

#include "trial/run_trials.hpp"

#include "trial/by_hand.hpp"
#include "trial/crash_handler.hpp"
#include "trial/environment.hpp"
#include "trial/listener.hpp"
#include "trial/program.hpp"
#include "trial/sanitizers.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace brigade::harness {
namespace {

/// For exceptions that GoogleTest cannot catch: out of a destructor, a noexcept function, a thread,
/// a static object.
void end_by_terminate() {
  if (std::current_exception())
    TrialProgram::instance().note_exception();
  std::abort();
}

/// Names without a suite are names of any suite.
std::string filter_of(const std::string &tests) {
  std::string filter;
  for (std::size_t at = 0; at < tests.size();) {
    const std::size_t end = std::min(tests.find(':', at), tests.size());
    const std::string name = tests.substr(at, end - at);
    filter += (filter.empty() ? "" : ":") + (name.find('.') == name.npos ? "*." + name : name);
    at = end + 1;
  }
  return filter.empty() ? "*" : filter;
}

/// Whatever GoogleTest's own variables say: all ranks run the same TESTs in the same order.
void follow_the_grader() {
  GTEST_FLAG_SET(filter, filter_of(environment().tests));
  GTEST_FLAG_SET(shuffle, false);
  GTEST_FLAG_SET(also_run_disabled_tests, false);
  GTEST_FLAG_SET(break_on_failure, false);
  GTEST_FLAG_SET(fail_fast, false);
  GTEST_FLAG_SET(catch_exceptions, true);
  GTEST_FLAG_SET(output, "");
  auto &listeners = ::testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
}

/// What a student prints is there also when his program is killed, and lines of ranks do not mix.
void print_whole_lines() {
  static char buffer[BUFSIZ]; // with a null pointer in its place, a stream keeps the one it has
  std::setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
}

} // namespace

int run_trials(int argc, char **argv) {
  note_main();
  std::set_terminate(end_by_terminate);
  print_whole_lines();
  if (!environment().is_graded)
    take_arguments(argc, argv);
  TrialProgram &program = TrialProgram::instance();
  program.start(&argc, &argv);
  print_whole_lines(); // MPI has taken the buffer away
  ::testing::InitGoogleTest(&argc, argv);
  if (program.is_graded())
    follow_the_grader();
  else
    print_on_rank_0();
  if (program.is_pure())
    GTEST_FLAG_SET(repeat, static_cast<int>(environment().sizes.size()));
  ::testing::UnitTest::GetInstance()->listeners().Append(new RecordingListener);
  const int status = RUN_ALL_TESTS();
  program.finish();
  look_for_leaks();
  return program.is_graded() ? 0 : status;
}

} // namespace brigade::harness

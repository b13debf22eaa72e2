#include "trial/listener.hpp"

#include "trial/environment.hpp"
#include "trial/program.hpp"

#include <exception>
#include <string>

namespace brigade::harness {

void RecordingListener::OnTestIterationStart(const ::testing::UnitTest &, int iteration) {
  if (TrialProgram::instance().is_pure())
    TrialProgram::instance().set_mesh_size(
        environment().sizes.at(static_cast<std::size_t>(iteration)));
}

void RecordingListener::OnTestStart(const ::testing::TestInfo &test) {
  failures_ = 0;
  TrialProgram::instance().begin_test(std::string(test.test_suite_name()) + "." + test.name());
}

void RecordingListener::OnTestPartResult(const ::testing::TestPartResult &result) {
  if (!result.failed() || TrialProgram::instance().test().empty())
    return;
  // GoogleTest reports an exception from inside its handler, and of no file.
  if (!result.file_name() && std::current_exception())
    TrialProgram::instance().note_exception();
  else if (++failures_ <= kMaxFailures)
    TrialProgram::instance().writer().failure({.message = result.message(),
                                               .file = result.file_name() ? result.file_name() : "",
                                               .line = result.line_number()});
}

void RecordingListener::OnTestEnd(const ::testing::TestInfo &) {
  TrialProgram::instance().end_test();
}

} // namespace brigade::harness

#include "grader/launch/environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

namespace brigade::grader {

LaunchEnvironment::LaunchEnvironment(const LaunchRequest &request,
                                     const std::filesystem::path &records, const std::string &token,
                                     const std::filesystem::path &shared,
                                     const std::filesystem::path &board) {
  set("BRIGADE_TRIAL_RECORDS", records.string());
  set("BRIGADE_TRIAL_TOKEN", token);
  set("BRIGADE_TRIAL_SEED", std::to_string(request.seed));
  set("BRIGADE_TRIAL_FOLDER", shared.string());
  if (!request.tests.empty())
    set("BRIGADE_TRIAL_TESTS", fmt::format("{}", fmt::join(request.tests, ":")));
  if (request.ranks > 0)
    set("BRIGADE_BOARD", board.string());
  else
    set("BRIGADE_TRIAL_SIZES", fmt::format("{}", fmt::join(request.sizes, ",")));
  if (request.synchronous_sends)
    set("BRIGADE_TRIAL_SYNCHRONOUS", "1");
  if (request.chaos)
    set("BRIGADE_TRIAL_CHAOS", std::to_string(*request.chaos));
  // UCX prints twenty lines where a rank crashes, unless it is told not to.
  set("UCX_HANDLE_ERRORS", "none");
}

LaunchEnvironment::~LaunchEnvironment() {
  for (const char *name : names_)
    unsetenv(name);
}

void LaunchEnvironment::set(const char *name, const std::string &value) {
  setenv(name, value.c_str(), 1);
  names_.push_back(name);
}

} // namespace brigade::grader

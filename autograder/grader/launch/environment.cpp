#include "grader/launch/environment.hpp"

#include "grader/launch/sanitizer_pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

namespace brigade::grader {

LaunchEnvironment::LaunchEnvironment(const LaunchRequest &request,
                                     const std::filesystem::path &records, const std::string &token,
                                     const std::filesystem::path &shared,
                                     const std::filesystem::path &board,
                                     const std::filesystem::path &sanitizers) {
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
  if (request.program->is_sanitized) {
    const std::string page = (sanitizers / kSanitizerPage).string();
    set("BRIGADE_TRIAL_SANITIZERS", page);
    for (const char *name : {"ASAN_OPTIONS", "UBSAN_OPTIONS"})
      add_option(name, fmt::format("log_path='{}'", page));
  }
  // UCX prints twenty lines where a rank crashes, unless it is told not to.
  set("UCX_HANDLE_ERRORS", "none");
}

LaunchEnvironment::~LaunchEnvironment() {
  for (const Before &before : before_)
    if (before.value)
      setenv(before.name, before.value->c_str(), 1);
    else
      unsetenv(before.name);
}

void LaunchEnvironment::set(const char *name, const std::string &value) {
  const char *before = std::getenv(name);
  before_.push_back({name, before == nullptr ? std::nullopt : std::optional<std::string>(before)});
  setenv(name, value.c_str(), 1);
}

void LaunchEnvironment::add_option(const char *name, const std::string &option) {
  const char *before = std::getenv(name);
  set(name, before == nullptr ? option : fmt::format("{}:{}", before, option));
}

} // namespace brigade::grader

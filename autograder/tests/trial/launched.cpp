#include "launched.hpp"

#include "grader/launch/board_watch.hpp"
#include "records/reader.hpp"

#include "core/temporary_folder.hpp"

#include <fmt/format.h>

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <thread>

namespace brigade::testing {
namespace {

/// Looks at the board of a launch as long as it lives.
class Watching {
public:
  Watching(const std::string &file, int ranks, std::string &hung)
      : watch_(file, ranks, STORY_TRIAL, {STORY_SOURCE}), thread_([this, &hung] {
          for (; !is_over_; std::this_thread::sleep_for(std::chrono::milliseconds(20)))
            if (const auto report = watch_.hung())
              hung = report->sentence;
        }) {}
  ~Watching() {
    is_over_ = true;
    thread_.join();
  }
  Watching(const Watching &) = delete;
  Watching &operator=(const Watching &) = delete;

private:
  grader::BoardWatch watch_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

std::string command_of(const LaunchedAs &as, const TemporaryFolder &folder) {
  std::map<std::string, std::string> variables = as.variables;
  if (!as.by_hand) {
    variables.insert({"BRIGADE_TRIAL_RECORDS", folder / ""});
    variables.insert({"BRIGADE_TRIAL_TOKEN", "the token"});
    variables.insert({"BRIGADE_TRIAL_SEED", "11"});
    variables.insert({"BRIGADE_TRIAL_TESTS", as.tests});
    if (as.with_board)
      variables.insert({"BRIGADE_BOARD", folder / "board"});
  }
  std::string command = "env";
  for (const auto &[name, value] : variables)
    command += fmt::format(" {}='{}'", name, value);
  command += fmt::format(" {} --quiet-banners --time-limit {} --", BRIGADE_LAUNCH, as.seconds);
  if (as.ranks > 0)
    command += fmt::format(" {} -n {}", BRIGADE_MPIEXEC, as.ranks);
  return command + fmt::format(" {} {} 2>&1", STORY_TRIAL, as.arguments);
}

template <class Records> const auto &named(const Records &records, const std::string &name) {
  const auto found =
      std::ranges::find_if(records, [&](const auto &record) { return record.name == name; });
  if (found == records.end())
    throw std::runtime_error("no record " + name);
  return *found;
}

} // namespace

const records::TestRecords &Launched::test(const std::string &name, int rank) const {
  const auto &tests = ranks.at(static_cast<std::size_t>(rank)).tests;
  const auto found = std::ranges::find(tests, name, &records::TestRecords::test);
  if (found == tests.end())
    throw std::runtime_error(fmt::format("rank {} has no records of {}: {}", rank, name, output));
  return *found;
}

Launched launch(const LaunchedAs &as) {
  const TemporaryFolder folder;
  const int files = std::max(as.ranks, 1);
  for (int rank = 0; rank < files; ++rank)
    std::ofstream(folder / fmt::format("{}.records", rank));
  Launched launched;
  std::optional<Watching> watching;
  if (as.with_board)
    watching.emplace(folder / "board", as.ranks, launched.hung);
  std::FILE *pipe = ::popen(command_of(as, folder).c_str(), "r");
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    launched.output.append(part.data(), size);
  const int status = ::pclose(pipe);
  watching.reset();
  launched.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  for (int rank = 0; rank < files; ++rank)
    launched.ranks.push_back(
        records::read_records(folder / fmt::format("{}.records", rank), "the token"));
  return launched;
}

const records::ArrayRecord &array(const records::TestRecords &test, const std::string &name) {
  return named(test.arrays, name);
}

std::int64_t integer(const records::TestRecords &test, const std::string &name) {
  return std::get<std::int64_t>(named(test.scalars, name).value);
}

bool truth(const records::TestRecords &test, const std::string &name) {
  return std::get<bool>(named(test.scalars, name).value);
}

} // namespace brigade::testing

#include "run_on_ranks.hpp"

#include "run_progress.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/gspmd/profile_file.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/ir/source_lines.hpp"
#include "brigade/supervisor/supervise.hpp"
#include "run_program/interpreter_steps.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace brigade::plan {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kTimeLimit{300};
/// The ranks have nothing to save when they are told to end.
constexpr std::chrono::duration<double> kTerminateGrace{0.5};

/// Gone, with all that is in it, when the job has ended.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::error_code missing;
    const fs::path parent = fs::temp_directory_path(missing);
    std::string name = (parent / "brigade-plan-XXXXXX").string();
    if (missing || mkdtemp(name.data()) == nullptr)
      throw MachineError("no folder for temporary files can be made: set TMPDIR to one that can be "
                         "written, as /tmp");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  std::string file(const char *name) const { return (path_ / name).string(); }

private:
  fs::path path_;
};

std::vector<std::string> launcher() {
  std::istringstream words(BRIGADE_MPIEXEC);
  std::vector<std::string> command;
  for (std::string word; std::getline(words, word, '|');)
    command.push_back(word);
  return command;
}

} // namespace

RunResult run_on_ranks(const Plan &planned) {
  const Program &partitioned = *planned.partitioned, &one_device = planned.given;
  const TemporaryFolder folder;
  const std::string plan = folder.file("partitioned.txt"), whole = folder.file("one_device.txt"),
                    profile = folder.file("profile.json"), found = folder.file("differences.txt");
  for (const auto &[name, program] : {std::pair(plan, &partitioned), {whole, &one_device}}) {
    write_file(name, to_string(*program));
    write_file(name + ".lines", source_lines(*program));
  }
  write_file(profile, profile_text(planned.profile));
  RunProgress progress(partitioned.mesh->size(), interpreter_steps(one_device), found + ".steps");
  RunResult result;
  result.ranks = static_cast<int>(partitioned.mesh->size());
  std::vector<std::string> command = launcher();
  for (const std::string &word : {std::string("-n"), std::to_string(result.ranks),
                                  std::string(BRIGADE_RUN_PROGRAM), plan, whole, profile, found})
    command.push_back(word);
  const Outcome outcome = supervise(command, {.time_limit = kTimeLimit,
                                              .terminate_grace = kTerminateGrace,
                                              .while_running =
                                                  [&](double seconds) { progress.show(seconds); },
                                              .quiet_banners = true});
  if (outcome.exit_status != 0)
    throw RunFailed{outcome.timed_out ? 1 : outcome.exit_status};
  std::string absolute, relative, share; // ">> double" does not read "inf"
  std::ifstream file(found);
  file >> absolute >> relative >> share >> result.worst_result >> result.rounded_to >>
      result.allowed_relative;
  if (!file)
    throw Error("the ranks ended without telling how far their results are from the interpreter's");
  for (std::int64_t bytes = 0; file >> bytes;)
    result.arena_bytes_per_rank.push_back(bytes);
  result.max_abs_difference = std::strtod(absolute.c_str(), nullptr);
  result.max_rel_difference = std::strtod(relative.c_str(), nullptr);
  result.share_of_rounding = std::strtod(share.c_str(), nullptr);
  return result;
}

} // namespace brigade::plan

#include "job.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/supervisor/supervise.hpp"

#include <fmt/format.h>

#include <filesystem>

#include <stdlib.h>

namespace brigade::bench {
namespace {

namespace fs = std::filesystem;

struct ScratchFolder {
  std::string path;
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "brigade-bench-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw MachineError(fmt::format("cannot make a folder for measurements in {}: set TMPDIR to a "
                                     "folder that can be written",
                                     fs::temp_directory_path().string()));
    path = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

/// Programs lie beside this one.
std::string path_of(const std::string &program) {
  return (fs::read_symlink("/proc/self/exe").parent_path() / program).string();
}

} // namespace

const std::string &scratch_folder() {
  static const ScratchFolder folder;
  return folder.path;
}

nlohmann::json run_job(const std::string &program, int ranks, std::vector<std::string> arguments,
                       const std::string &option, double seconds) {
  const std::string result = scratch_folder() + "/result.json", log = scratch_folder() + "/log";
  fs::remove(result);
  // The shell only sends the output to the log; every argument passes through untouched.
  std::vector<std::string> command{"sh",
                                   "-c",
                                   "log=$1; shift; exec \"$@\" >\"$log\" 2>&1",
                                   "sh",
                                   log,
                                   "mpiexec",
                                   "-n",
                                   std::to_string(ranks),
                                   path_of(program)};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.insert(command.end(), {option, result});
  SuperviseOptions options;
  options.time_limit = std::chrono::duration<double>(seconds);
  const Outcome outcome = supervise(command, options);
  if (outcome.exit_status == 130 || outcome.exit_status == 143)
    throw Error("interrupted", outcome.exit_status);
  if (outcome.exit_status != 0 || !fs::exists(result))
    throw Error(fmt::format("{} on {} ranks ended with status {}:\n{}", program, ranks,
                            outcome.exit_status, read_file_if_any(log).value_or("")));
  return nlohmann::json::parse(read_file(result));
}

} // namespace brigade::bench

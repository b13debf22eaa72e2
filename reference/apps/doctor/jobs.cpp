#include "command_line.hpp"

#include "brigade/supervisor/capture.hpp"
#include "finding.hpp"

#include <fmt/format.h>

namespace brigade::doctor {
namespace {

constexpr int kSecondsForAJob = 20;
constexpr double kSlowStart = 5;

Finding look_at_job(int ranks) {
  Finding finding{.name = ranks == 1 ? "a job of 1 rank" : fmt::format("a job of {} ranks", ranks)};
  const auto mpiexec =
      command_line(BRIGADE_MPIEXEC, {"-n", std::to_string(ranks), BRIGADE_DOCTOR_RANK});
  std::vector<std::string> command = {BRIGADE_LAUNCH, "--quiet-banners", "--time-limit",
                                      std::to_string(kSecondsForAJob), "--"};
  command.insert(command.end(), mpiexec.begin(), mpiexec.end());
  const Captured job = capture(command);
  finding.value = fmt::format("{:.2f} s", job.seconds);
  if (job.status == 124) {
    finding.state = Finding::State::unfit;
    finding.problem = fmt::format("did not end within {} s", kSecondsForAJob);
    finding.fix = "most often the host name does not resolve, or /dev/shm is full: see there";
  } else if (job.status != 0) {
    finding.state = Finding::State::unfit;
    finding.problem = fmt::format("failed with status {}: {}", job.status, first_line(job.err));
    finding.fix =
        fmt::format("run it by hand to see all that it says: {}", fmt::join(mpiexec, " "));
  } else if (job.seconds > kSlowStart) {
    finding.state = Finding::State::doubtful;
    finding.problem = "slow to start and end";
    finding.fix = "end other programs; if the host name is slow to resolve, see there";
  }
  return finding;
}

} // namespace

Findings look_at_jobs() {
  Findings findings;
  for (const int ranks : {1, 2, 4, 8})
    findings.push_back(look_at_job(ranks));
  return findings;
}

} // namespace brigade::doctor

#include "finding.hpp"

#include "brigade/supervisor/shared_memory.hpp"

#include <fmt/format.h>

#include <netdb.h>
#include <sys/statvfs.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

#include <array>
#include <chrono>
#include <thread>

namespace brigade::doctor {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;
/// Eight ranks of MPICH take 35 MB at their start; the windows of the collectives and the gradients
/// come on top.
constexpr double kLeastSharedMiB = 64;
constexpr double kEnoughSharedMiB = 256;
/// Eight ranks of the trainer, with xtensor, OpenBLAS and MPI in each.
constexpr double kEnoughMemoryMiB = 1024;

Finding look_at_host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  const auto start = std::chrono::steady_clock::now();
  addrinfo *addresses = nullptr;
  const int error = getaddrinfo(name.data(), nullptr, nullptr, &addresses);
  if (error == 0)
    freeaddrinfo(addresses);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  Finding finding{.name = "host name", .value = name.data()};
  const std::string fix = fmt::format("sudo sh -c 'echo 127.0.1.1 {} >> /etc/hosts'", name.data());
  if (error != 0) {
    finding.state = Finding::State::doubtful;
    finding.problem = fmt::format("does not resolve ({}): MPICH may hang", gai_strerror(error));
    finding.fix = fix;
  } else if (seconds > 1) {
    finding.state = Finding::State::doubtful;
    finding.problem = fmt::format("took {:.1f} s to resolve: so does each start of a job", seconds);
    finding.fix = fix;
  }
  return finding;
}

Finding look_at_shared_memory() {
  Finding finding{.name = "/dev/shm"};
  struct statvfs status {};
  if (statvfs("/dev/shm", &status) != 0) {
    finding.value = "not there";
#ifdef __linux__
    finding.state = Finding::State::unfit;
    finding.problem = "ranks of one machine talk through it";
    finding.fix = "sudo mount -t tmpfs -o size=1g tmpfs /dev/shm";
#endif
    return finding;
  }
  const double block = static_cast<double>(status.f_frsize) / kMiB;
  const double size = block * static_cast<double>(status.f_blocks);
  const double left = block * static_cast<double>(status.f_bavail);
  finding.value = fmt::format("{:.0f} MiB, {:.0f} MiB of it free", size, left);
  finding.fix = "sudo mount -o remount,size=1g /dev/shm (Docker: run with --shm-size=1g)";
  if (const auto orphans = orphaned_memory(); !orphans.empty()) {
    finding.state = Finding::State::doubtful;
    finding.problem = fmt::format("{} files of jobs that have died", orphans.size());
    finding.fix = "rm";
    for (const auto &orphan : orphans)
      finding.fix += fmt::format(" {}", orphan.string());
  } else if (left < kLeastSharedMiB) {
    finding.state = Finding::State::unfit;
    finding.problem = fmt::format("eight ranks need {} MiB at least", kLeastSharedMiB);
  } else if (left < kEnoughSharedMiB) {
    finding.state = Finding::State::doubtful;
    finding.problem = fmt::format("larger models want {} MiB", kEnoughSharedMiB);
  } else {
    finding.fix.clear();
  }
  return finding;
}

unsigned cores() {
#ifdef __linux__
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(CPU_COUNT(&allowed));
#endif
  return std::thread::hardware_concurrency();
}

Finding look_at_cores() {
  Finding finding{.name = "cores", .value = std::to_string(cores())};
  if (cores() < 2) {
    finding.state = Finding::State::doubtful;
    finding.problem = "all ranks share one core: right results, but no speed-up to see";
    finding.fix = "give the virtual machine or container more cores";
  }
  return finding;
}

Finding look_at_memory() {
  const double size = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<double>(sysconf(_SC_PAGESIZE)) / kMiB;
  Finding finding{.name = "memory", .value = fmt::format("{:.0f} MiB", size)};
  if (size < kEnoughMemoryMiB) {
    finding.state = Finding::State::doubtful;
    finding.problem = fmt::format("eight ranks want {:.0f} MiB", kEnoughMemoryMiB);
    finding.fix = "run fewer ranks (./kitchen train -n 2 --mesh data=2,model=1)";
  }
  return finding;
}

} // namespace

Findings look_at_machine() {
  return {look_at_host_name(), look_at_shared_memory(), look_at_cores(), look_at_memory()};
}

} // namespace brigade::doctor

#include "trial/debugger.hpp"

#include "trial/environment.hpp"

#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

namespace brigade::harness {
namespace {

constexpr std::chrono::milliseconds kLook{20};

bool has_debugger() {
  constexpr std::string_view kTracer = "TracerPid:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(kTracer))
      return line.find_first_not_of(" \t0", kTracer.size()) != line.npos;
  return true; // nobody can tell
}

/// Under another name first: whoever reads the file finds the whole number in it.
void tell_process(const std::string &file) {
  const std::string part = file + ".part";
  std::ofstream(part) << ::getpid() << "\n";
  std::rename(part.c_str(), file.c_str());
}

} // namespace

void wait_for_debugger(int rank) {
  if (environment().debugged_rank != rank)
    return;
#ifdef PR_SET_PTRACER
  // Ubuntu's kernels let only a parent look into a process; a debugger is none.
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
#endif
  tell_process(environment().debugged_file);
  while (!has_debugger())
    std::this_thread::sleep_for(kLook);
}

} // namespace brigade::harness

#include "peak_memory.hpp"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace brigade::training {

std::int64_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::int64_t kibibytes = 0; word == "VmHWM:" && status >> kibibytes)
      return kibibytes * 1024;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return usage.ru_maxrss; // bytes there
#else
  return usage.ru_maxrss * 1024;
#endif
}

} // namespace brigade::training

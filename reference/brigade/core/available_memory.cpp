#include "brigade/core/available_memory.hpp"

#include <unistd.h>

#include <fstream>
#include <string>

namespace brigade {

double available_memory_bytes() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;)
    if (double kibibytes = 0; word == "MemAvailable:" && file >> kibibytes)
      return kibibytes * 1024;
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

} // namespace brigade

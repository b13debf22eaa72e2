#include "brigade/supervisor/installed.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace brigade {

bool is_installed(const std::string &program) {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + program).c_str(), X_OK) == 0)
      return true;
  return false;
}

} // namespace brigade

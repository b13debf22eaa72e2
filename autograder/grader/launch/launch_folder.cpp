#include "grader/launch/launch_folder.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace brigade::grader {

namespace fs = std::filesystem;

LaunchFolder::LaunchFolder(SandboxLevel sandbox) {
  std::string name = (fs::temp_directory_path() / "brigade-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw MachineError(fmt::format("no folder for a launch, {}: {}", name, std::strerror(errno)));
  folder_ = name;
  fs::create_directory(records());
  fs::create_directory(shared());
  fs::create_directory(sanitizers());
  // Another user passes through, and lists nothing.
  if (sandbox == SandboxLevel::other_uid)
    for (const fs::path &folder : {folder_, records()})
      fs::permissions(folder,
                      fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
}

LaunchFolder::~LaunchFolder() {
  std::error_code none;
  fs::remove_all(folder_, none);
}

} // namespace brigade::grader

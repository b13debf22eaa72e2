#include "grader/launch/launch_folder.hpp"

namespace brigade::grader {

namespace fs = std::filesystem;

LaunchFolder::LaunchFolder(SandboxLevel sandbox) {
  fs::create_directory(records());
  fs::create_directory(shared());
  fs::create_directory(sanitizers());
  // Another user passes through, and lists nothing.
  if (sandbox == SandboxLevel::other_uid)
    for (const fs::path &folder : {folder_.path(), records()})
      fs::permissions(folder,
                      fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
}

} // namespace brigade::grader

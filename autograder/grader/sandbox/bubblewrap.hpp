#pragma once

#include "grader/manifest/exercise.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

bool is_bubblewrap_installed();

/// `command` in namespaces of its own: processes, network (only its own loopback), shared memory,
/// files (the system's programs and libraries, `readable`, `writable`, an empty /tmp and /dev/shm).
/// With the end of bwrap, or of us, all its processes end.
/// @param keep_users `command` becomes another user by itself; else it sees itself as one, and has
/// the rights of this one.
std::vector<std::string> in_bubblewrap(const std::vector<std::string> &command, bool keep_users,
                                       const Limits &limits,
                                       const std::vector<std::filesystem::path> &readable,
                                       const std::vector<std::filesystem::path> &writable);

} // namespace brigade::grader

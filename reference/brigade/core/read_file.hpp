#pragma once

#include <optional>
#include <string>

namespace brigade {

/// A whole file, byte by byte; a pipe too. Throws InputError naming the path and the reason, where
/// it is not there, is a folder, or may not be read.
std::string read_file(const std::string &path);

/// The same, or nothing where read_file() would throw.
std::optional<std::string> read_file_if_any(const std::string &path);

} // namespace brigade

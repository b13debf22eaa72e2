#pragma once

#include <filesystem>
#include <string>

namespace brigade::grader {

/// Writes the key of an exercise of answers (solution.toml) so that nobody reads it by accident:
/// compressed. It is no secret to one who unpacks it.
void pack_key(const std::filesystem::path &toml, const std::filesystem::path &packed);
/// The text again. Throws Error naming the file if it is damaged.
std::string unpack_key(const std::filesystem::path &packed);

} // namespace brigade::grader

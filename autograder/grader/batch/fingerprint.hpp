#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace brigade::grader {

/// What a result was made from, as one number (64-bit FNV-1a over names and contents), so that
/// nothing is graded twice.
class Fingerprint {
public:
  void add(std::string_view text);
  /// A file's contents, or every file of a folder with its name, sorted. Nothing for a path that is
  /// not there.
  void add_path(const std::filesystem::path &path);
  std::string text() const;

private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

} // namespace brigade::grader

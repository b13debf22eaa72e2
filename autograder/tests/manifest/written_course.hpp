#pragma once

#include <filesystem>
#include <string>

namespace brigade::grader {

/// A course in a folder of its own, gone with the object.
class WrittenCourse {
public:
  WrittenCourse();
  ~WrittenCourse();
  WrittenCourse(const WrittenCourse &) = delete;
  WrittenCourse &operator=(const WrittenCourse &) = delete;

  const std::filesystem::path &root() const { return root_; }
  /// exercises/<chapter>/<name>/exercise.toml
  void add(const std::string &chapter, const std::string &name, const std::string &toml) const;

private:
  std::filesystem::path root_;
};

/// A manifest in which all is well: "mesh.coordinates", 02.1.
std::string good_manifest();
/// The same with `from` replaced by `to`.
std::string good_manifest_with(const std::string &from, const std::string &to);

} // namespace brigade::grader

#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace brigade::grader {

/// How many hints of each exercise the student has seen: work/hints.txt, a line "id number" each.
class HintsSeen {
public:
  explicit HintsSeen(std::filesystem::path file);
  std::size_t count(const std::string &id) const;
  void set(const std::string &id, std::size_t count);

private:
  std::filesystem::path file_;
  std::map<std::string, std::size_t> counts_;
};

/// Renames a file to the first free of name.1, name.2 … @return that name; nothing where there is
/// no such file.
std::optional<std::filesystem::path> set_aside(const std::filesystem::path &file);

} // namespace brigade::grader

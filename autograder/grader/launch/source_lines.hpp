#pragma once

#include "grader/launch/launch.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

namespace brigade::grader {

/// Finds the lines of a student's source that addresses of a program come from, with `addr2line`.
/// What was looked up once is kept. A batch takes 4 to 20 ms.
class SourceLines {
public:
  /// @param sources the student's files; lines of other files are left out.
  SourceLines(std::filesystem::path program, std::vector<std::filesystem::path> sources);

  /// @param addresses as the program's file has them (address in the process - load base). A
  /// return address lies behind its call: pass it less 1.
  /// @return for each address the student's lines, innermost first: several where functions were
  /// inlined, none where it lies in other code or where there is no addr2line.
  std::vector<std::vector<SourceLine>> find(std::span<const std::uint64_t> addresses);

private:
  void look_up(const std::vector<std::uint64_t> &addresses);
  bool is_student(const std::filesystem::path &file) const;

  std::filesystem::path program_;
  std::vector<std::filesystem::path> sources_;
  std::map<std::uint64_t, std::vector<SourceLine>> known_;
};

} // namespace brigade::grader

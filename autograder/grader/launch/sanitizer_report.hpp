#pragma once

#include "grader/launch/launch.hpp"
#include "grader/launch/rank_names.hpp"
#include "grader/launch/sanitizer_pages.hpp"
#include "grader/launch/source_lines.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// What AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer report of a program of the
/// preset `asan`, folded: a sentence, the likely cause, the student's lines.
struct SanitizerReports {
  std::optional<CrashReport> crash; ///< of the lowest rank whose report is whole, else the lowest
  std::vector<std::string> leaks;   ///< cost no points; each once
};

/// @param pages of one launch.
/// @param program whose frames are looked up; the sanitizers do not do it themselves (symbolize=0),
/// since that takes a second for each rank.
SanitizerReports sanitizer_reports(const std::vector<SanitizerPage> &pages,
                                   const std::filesystem::path &program, SourceLines &lines,
                                   const RankNames &names);

} // namespace brigade::grader

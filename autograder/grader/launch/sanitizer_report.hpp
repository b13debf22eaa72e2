#pragma once

#include "grader/launch/launch.hpp"
#include "grader/launch/rank_names.hpp"
#include "grader/launch/source_lines.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// What AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer print in a program of the
/// preset `asan`, folded: a sentence, the likely cause, the student's lines.
struct SanitizerReports {
  std::optional<CrashReport> crash; ///< the first that ended a rank and came whole, else the first
  std::vector<std::string> leaks;   ///< cost no points; each once
};

/// @param output of the launch, its lines labelled by rank ("[1] …"), or not in a pure exercise.
/// @param program whose frames are looked up; the sanitizers do not do it themselves (symbolize=0),
/// since that takes a second for each rank.
SanitizerReports sanitizer_reports(std::string_view output, const std::filesystem::path &program,
                                   SourceLines &lines, const RankNames &names);

/// The output without their lines.
std::string without_sanitizer_reports(std::string_view output);

} // namespace brigade::grader

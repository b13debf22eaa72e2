#pragma once

#include "grader/launch/launch.hpp"

#include <filesystem>

namespace brigade::grader {

/// Launches of solutions, kept on disk: one program with one seed, size and list of TESTs always
/// writes the same.
class SolutionRuns {
public:
  /// @param folder where they are kept; may be missing.
  explicit SolutionRuns(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The launch that was kept, or a new one. A solution that does not come to its end is tried once
  /// more and never kept.
  LaunchResult run(const LaunchRequest &request);
  bool has(const LaunchRequest &request) const;

private:
  std::filesystem::path file_of(const LaunchRequest &request) const;
  std::filesystem::path folder_;
};

} // namespace brigade::grader

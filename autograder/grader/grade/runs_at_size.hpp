#pragma once

#include "grader/launch/launch.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace brigade::grader {

/// All launches of the student's program at one size. An exception or a crash ends a launch, since
/// the other ranks would go on with the wrong TEST; the TESTs that had not begun run in a new one.
struct RunsAtSize {
  std::vector<LaunchResult> launches;
  /// TESTs ("Suite.Name") that need not run at any other size: they hung, passed a limit, ended the
  /// process, or throw NotImplemented.
  std::set<std::string> hopeless;
};

/// @param request its `tests` are what is to run, in their order, by full names; not empty.
/// Throws Interrupted.
RunsAtSize run_at_size(LaunchRequest request, SandboxLevel sandbox);

/// The TESTs of a launch in the order in which they began.
std::vector<std::string> tests_begun(const LaunchResult &launch);

} // namespace brigade::grader

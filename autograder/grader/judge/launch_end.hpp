#pragma once

#include "grader/launch/launch.hpp"
#include "grader/verdict/verdict.hpp"

#include <optional>

namespace brigade::grader {

/// What the end of a student's launch means; none where it is complete. `test` is empty where no
/// TEST had begun.
std::optional<Finding> finding_of_end(const LaunchResult &launch, int size);
/// The same of a launch with synchronous sends, where the usual one was complete: a hang there is a
/// program that needs its sends buffered. Any other end is told as what it is.
std::optional<Finding> finding_of_synchronous_end(const LaunchResult &launch, int size);
/// The TEST that had begun and not ended when the launch did: its short name, or empty.
std::string test_in_progress(const LaunchResult &launch);

} // namespace brigade::grader
